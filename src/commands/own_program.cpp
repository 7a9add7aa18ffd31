#include "own_program.hpp"

#include "mrctl/base/file.hpp"

#include <filesystem>
#include <string>
#include <sys/auxv.h>
#include <system_error>

namespace mrctl::commands {

namespace {

// The path that the program was started by, for a root without /proc.
std::string started_as() {
  // The kernel hands over the address as a number.
  const auto* path =
      reinterpret_cast<const char*>(getauxval(AT_EXECFN)); // NOLINT(performance-no-int-to-ptr)
  std::error_code error;
  const auto found = std::filesystem::canonical(path == nullptr ? "" : path, error);
  return error ? std::string() : found.string();
}

} // namespace

std::string own_program() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? started_as() : path.string();
}

Result<std::string> emulator_program() {
  const auto program = own_program();
  const auto folder = std::filesystem::path(program).parent_path();
  for (const auto& path :
       {folder / "mrctl-emulator", folder.parent_path() / "libexec" / "mrctl" / "mrctl-emulator"}) {
    TRY_ASSIGN(const auto kind, kind_of_file(path));
    if (!program.empty() && kind != FileKind::absent) return path.string();
  }
  return fail(Error::internal("the program mrctl-emulator is missing")
                  .with_hint("it must be beside mrctl or in ../libexec/mrctl/"));
}

} // namespace mrctl::commands
