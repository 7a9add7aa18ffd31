#include "state_folder.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace mrctl::emulator {

namespace fs = std::filesystem;

Result<StateFolder> StateFolder::make(const std::string& database) {
  std::error_code error;
  if (!database.empty()) {
    const auto path = fs::absolute(database + ".state", error);
    if (!error) fs::create_directories(path, error);
    if (error) return fail(Error::io("cannot create", path.string(), error.value()));
    return StateFolder(path.string(), Lasts::with_the_database);
  }
  const auto folder = fs::temp_directory_path(error);
  auto path = ((error ? fs::path("/tmp") : folder) / "mrctl-state-XXXXXX").string();
  if (::mkdtemp(path.data()) == nullptr) return fail(Error::io("cannot create", path, errno));
  return StateFolder(std::move(path), Lasts::as_long_as_this);
}

StateFolder::StateFolder(StateFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), lasts_(other.lasts_) {}

StateFolder::~StateFolder() {
  if (path_.empty() || lasts_ != Lasts::as_long_as_this) return;
  std::error_code error;
  fs::remove_all(path_, error);
  if (error)
    std::fputs(fmt::format("mrctl: {}\n", Error::io("cannot remove", path_, error.value()).message)
                   .c_str(),
               stderr);
}

} // namespace mrctl::emulator
