#include "mrctl/body/input.hpp"

#include "mrctl/base/file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace mrctl::body {

std::unique_ptr<Activity> begin_reading(const Input& input, const std::string& path) {
  constexpr std::uintmax_t large = 1'000'000; // smaller ones are read, checked and sent instantly
  if (!input.begin_activity) return nullptr;
  if (path == "-")
    return input.is_terminal ? nullptr : input.begin_activity("reading standard input");
  if (kind_of_file(path) != FileKind::regular) return input.begin_activity("reading " + path);
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error || size < large) return nullptr;
  return input.begin_activity(fmt::format("reading {} ({} MB)", path, (size + large / 2) / large));
}

std::unique_ptr<Activity> begin_checking(const Input& input, std::size_t files,
                                         const std::string& folder) {
  constexpr std::size_t many = 1000;
  if (!input.begin_activity || files < many) return nullptr;
  return input.begin_activity(fmt::format("checking {} files in {}", files, folder));
}

} // namespace mrctl::body
