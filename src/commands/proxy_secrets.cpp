#include "proxy_secrets.hpp"

#include "mrctl/base/percent_encoding.hpp"
#include "mrctl/base/user_information.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace mrctl::commands {

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

} // namespace mrctl::commands
