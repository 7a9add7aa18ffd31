#include "host_check.hpp"

#include "mrctl/base/ascii.hpp"

#include "loopback.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <string>
#include <string_view>

namespace mrctl::emulator {

namespace {

constexpr Refusal no_host{400, "Host is missing"};
constexpr Refusal two_hosts{400, "Host is given twice"};
constexpr Refusal bad_host{400, "Host is neither a name nor an address, with or without a port"};
constexpr Refusal foreign_host{403, "Host is not a loopback name"};

// A host without the brackets of an IPv6 address, and the digits behind its colon.
struct Authority {
  std::string host;
  std::string_view port;
  bool is_bracketed = false;
};

Authority split(std::string_view text) {
  const bool is_bracketed = text.starts_with('[');
  const auto end = is_bracketed ? std::min(text.find(']'), text.size() - 1) + 1 : 0;
  const auto colon = std::min(text.find(':', end), text.size());
  const auto host = text.substr(0, colon);
  const bool is_closed = is_bracketed && host.ends_with(']');
  return {std::string(is_closed ? host.substr(1, host.size() - 2) : host),
          text.substr(std::min(colon + 1, text.size())), is_closed};
}

bool is_in_a_name(char c) {
  return is_alphanumeric(c) ||
         std::string_view("-._~%!$&'()*+;=").find(c) != std::string_view::npos;
}

bool is_port(std::string_view text) {
  constexpr std::size_t most_digits = 5;
  return text.size() <= most_digits && std::all_of(text.begin(), text.end(), is_digit);
}

bool is_well_formed(const Authority& authority) {
  if (!is_port(authority.port)) return false;
  in6_addr six{};
  if (authority.is_bracketed) return inet_pton(AF_INET6, authority.host.c_str(), &six) == 1;
  return !authority.host.empty() &&
         std::all_of(authority.host.begin(), authority.host.end(), is_in_a_name);
}

bool is_loopback(const Authority& authority) {
  if (is_loopback_address(authority.host)) return true;
  return equal_ignoring_case(authority.host, "localhost") ||
         equal_ignoring_case(authority.host, "localhost.");
}

tl::expected<void, Refusal> check_authority(std::string_view text) {
  if (text.empty()) return tl::unexpected(bad_host);
  const auto authority = split(text);
  if (!is_well_formed(authority)) return tl::unexpected(bad_host);
  if (!is_loopback(authority)) return tl::unexpected(foreign_host);
  return {};
}

// Without "user:password@", which is for nobody here.
std::string_view host_and_port(std::string_view authority) {
  const auto at = authority.rfind('@');
  return at == std::string_view::npos ? authority : authority.substr(at + 1);
}

} // namespace

tl::expected<void, Refusal> check_host(const RequestHead& head) {
  const http::Header* host = nullptr;
  for (const auto& field : head.request.headers) {
    if (!equal_ignoring_case(field.name, "host")) continue;
    if (host != nullptr) return tl::unexpected(two_hosts);
    host = &field;
  }
  if (host == nullptr && !head.is_old) return tl::unexpected(no_host);
  if (host != nullptr)
    if (auto checked = check_authority(host->value); !checked) return checked;
  if (head.authority) return check_authority(host_and_port(*head.authority));
  return {};
}

} // namespace mrctl::emulator
