#include "proxy_secrets.hpp"

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

int value_of_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_encoded = text[at] == '%' && text.size() - at > 2 &&
                            value_of_digit(text[at + 1]) >= 0 && value_of_digit(text[at + 2]) >= 0;
    out += is_encoded
               ? static_cast<char>(value_of_digit(text[at + 1]) * 16 + value_of_digit(text[at + 2]))
               : text[at];
    if (is_encoded) at += 2;
  }
  return out;
}

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
