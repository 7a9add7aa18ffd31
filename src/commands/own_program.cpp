#include "own_program.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
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

namespace {

// The variables that libcurl reads. Not HTTP_PROXY, which a request to a web server can set for the
// programs that it runs.
constexpr std::array<std::string_view, 5> variables{"http_proxy", "https_proxy", "HTTPS_PROXY",
                                                    "all_proxy", "ALL_PROXY"};

// Shorter ones occur in many texts by chance.
constexpr std::size_t shortest_password = 4;

void add_secrets(std::vector<Secret>& secrets, std::string_view url) {
  const auto user = user_information(url);
  const auto colon = user.find(':');
  if (colon == std::string_view::npos) return;
  for (const auto part : {user, user.substr(colon + 1)}) {
    if (part.size() < shortest_password) continue;
    secrets.emplace_back(std::string(part));
    if (auto decoded = percent_decoded(part); decoded != part)
      secrets.emplace_back(std::move(decoded));
  }
}

} // namespace

std::vector<Secret> proxy_secrets(const Context& context) {
  std::vector<Secret> secrets;
  add_secrets(secrets, context.settings.proxy);
  for (const auto name : variables)
    add_secrets(secrets, config::variable_of(context.environment, name));
  return secrets;
}

// The flag and the profile were checked when they were read.
Status check_proxies(const Context& context) {
  const auto host = host_of(context.settings.base_url);
  if (!context.settings.proxy.empty() || (host && is_loopback(host->name))) return {};
  for (const auto name : variables)
    TRY(check_user_information(config::variable_of(context.environment, name), name));
  return {};
}

} // namespace mrctl::commands
