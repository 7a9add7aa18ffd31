#include "mrctl/base/host.hpp"

#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <arpa/inet.h>
#include <iterator>
#include <optional>
#include <utility>

namespace mrctl {

namespace {

constexpr std::string_view host_characters = "abcdefghijklmnopqrstuvwxyz0123456789-._";
constexpr std::string_view address_characters = "0123456789abcdef:.";
constexpr std::size_t longest_host = 253;
constexpr std::size_t longest_url = 2000;

struct Scheme {
  std::string_view name;
  int port;
};
constexpr Scheme schemes[] = {{"https", 443}, {"http", 80}};

const Scheme* take_scheme(std::string_view& url) {
  for (const auto& scheme : schemes) {
    const auto length = scheme.name.size() + 3;
    if (lower_case(url.substr(0, length)) != fmt::format("{}://", scheme.name)) continue;
    url.remove_prefix(length);
    return &scheme;
  }
  return nullptr;
}

bool consists_of(std::string_view text, std::string_view characters) {
  return text.find_first_not_of(characters) == std::string_view::npos;
}

bool is_host(std::string_view host) {
  if (host.empty() || host.size() > longest_host) return false;
  const bool is_address = host.starts_with('[') && host.ends_with(']') && host.size() > 3 &&
                          consists_of(host.substr(1, host.size() - 2), address_characters);
  if (is_address) return true;
  return consists_of(host, host_characters) && !host.starts_with('.') &&
         host.find("..") == std::string_view::npos;
}

// Takes ":8443" off the end of the authority; an authority without a port has the scheme's.
std::optional<int> take_port(std::string_view& authority, int fallback) {
  const auto colon = authority.rfind(':');
  const auto bracket = authority.rfind(']');
  if (colon == std::string_view::npos) return fallback;
  if (bracket != std::string_view::npos && bracket > colon) return fallback;
  const auto digits = authority.substr(colon + 1);
  authority = authority.substr(0, colon);
  const auto port = number_in<int>(digits);
  return port && *port >= 1 && *port <= 65535 ? port : std::nullopt;
}

// Returns a URL for a host without a scheme, with plain http for this machine; empty if it is no
// host.
std::string with_scheme(std::string_view url) {
  auto authority = url.substr(0, url.find('/'));
  const auto has_port = take_port(authority, 0).has_value();
  const auto name = lower_case(authority);
  if (!has_port || !is_host(name)) return {};
  const auto* path = url.find('/') == std::string_view::npos ? "/api/v1" : "";
  return fmt::format("{}://{}{}", is_loopback(name) ? "http" : "https", url, path);
}

// Anything but a host may be a secret, and is not repeated.
Error without_scheme(std::string_view url, std::string_view what) {
  constexpr std::string_view quotes = "\"'";
  if (!url.empty() && quotes.find(url.front()) != quotes.npos)
    return Error::usage(fmt::format("{} is in quotes", what), "leave out the quotes");
  auto message = fmt::format("{} must begin with https:// or http://", what);
  const auto meant = with_scheme(url);
  if (meant.empty())
    return Error::usage(std::move(message), "for example https://router.example/api/v1");
  return Error::usage(fmt::format("{}, got '{}'", message, url),
                      fmt::format("did you mean {}?", meant));
}

} // namespace

Result<Host> host_of(std::string_view base_url, std::string_view what) {
  const auto must = [&](std::string_view be) {
    return fail(Error::usage(fmt::format("{} must {}", what, be),
                             "for example https://router.example/api/v1"));
  };
  if (base_url.size() > longest_url)
    return must(fmt::format("have at most {} characters", longest_url));
  if (!std::ranges::all_of(base_url, is_visible_ascii))
    return must("consist of visible ASCII characters");
  const auto* scheme = take_scheme(base_url);
  if (scheme == nullptr) return fail(without_scheme(base_url, what));
  if (base_url.find_first_of("?#") != std::string_view::npos)
    return must("have neither a query nor a fragment");
  auto authority = base_url.substr(0, base_url.find('/'));
  if (authority.find('@') != std::string_view::npos)
    return must("have neither a user name nor a password");
  const auto port = take_port(authority, scheme->port);
  if (!port) return must("have a port from 1 to 65535");
  auto name = lower_case(authority);
  if (!is_host(name)) return must("have a valid host name");
  return Host{scheme->name, std::move(name), *port};
}

std::string_view user_information(std::string_view url) {
  if (const auto mark = url.find(authority_mark); mark != std::string_view::npos)
    url.remove_prefix(mark + authority_mark.size());
  const auto end = url.rfind('@');
  return end == std::string_view::npos ? std::string_view() : url.substr(0, end);
}

Status check_user_information(std::string_view url, std::string_view what) {
  if (user_information(url).find_first_of("@/?#") == std::string_view::npos) return {};
  return fail(Error::usage(
      fmt::format("{} has a user name or password with a character that must be encoded", what),
      "write %40 for '@', %2F for '/', %3F for '?' and %23 for '#' before the last '@'"));
}

bool is_loopback(std::string_view host) {
  const bool has_brackets = host.starts_with('[') && host.ends_with(']');
  const std::string name(has_brackets ? host.substr(1, host.size() - 2) : host);
  in6_addr six{};
  if (inet_pton(AF_INET6, name.c_str(), &six) == 1) return IN6_IS_ADDR_LOOPBACK(&six);
  if (has_brackets) return false;
  in_addr four{};
  if (inet_pton(AF_INET, name.c_str(), &four) == 1) return ntohl(four.s_addr) >> 24U == 127;
  return equal_ignoring_case(name, "localhost");
}

std::string identity_of(const Host& host) {
  return fmt::format("{}://{}:{}", host.scheme, host.name, host.port);
}

std::string address_of(const Host& host) {
  const auto is_own = std::any_of(std::begin(schemes), std::end(schemes), [&](const Scheme& row) {
    return row.name == host.scheme && row.port == host.port;
  });
  return is_own ? host.name : fmt::format("{}:{}", host.name, host.port);
}

} // namespace mrctl
