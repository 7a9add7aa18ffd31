#include "target.hpp"

#include "mrctl/base/host.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/emulator/service.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::emulator {

namespace {

std::optional<std::string> decoded(std::string_view segment) {
  std::string out;
  for (std::size_t i = 0; i < segment.size(); ++i) {
    if (segment[i] != '%') {
      out += segment[i];
      continue;
    }
    const auto byte = escaped_byte(segment.substr(i));
    if (!byte) return std::nullopt;
    out += *byte;
    i += 2;
  }
  return out;
}

} // namespace

std::optional<std::string_view> path_behind_prefix(std::string_view target) {
  const auto path = target.substr(0, target.find('?'));
  if (!path.starts_with(api_prefix)) return std::nullopt;
  const auto rest = path.substr(api_prefix.size());
  if (!rest.starts_with('/')) return std::nullopt;
  return rest;
}

std::optional<std::vector<std::string>> path_segments(std::string_view path) {
  std::vector<std::string> segments;
  while (path.starts_with('/')) {
    const auto end = std::min(path.find('/', 1), path.size());
    auto segment = decoded(path.substr(1, end - 1));
    if (!segment) return std::nullopt;
    segments.push_back(std::move(*segment));
    path.remove_prefix(end);
  }
  return segments;
}

namespace {

constexpr std::string_view bearer = "bearer ";

std::string_view reason_for(Caller caller) {
  switch (caller) {
  case Caller::without_key:
    return "no bearer key";
  case Caller::with_inference_key:
    return "not a management key";
  case Caller::with_unknown_key:
  case Caller::with_management_key:
    break;
  }
  return "unknown key";
}

} // namespace

// Schemes are case-insensitive (RFC 9110).
std::optional<std::string_view> bearer_key(const http::Headers& headers) {
  const auto value = http::find_header(headers, "Authorization");
  if (!value || value->size() <= bearer.size()) return std::nullopt;
  if (!equal_ignoring_case(value->substr(0, bearer.size()), bearer)) return std::nullopt;
  return value->substr(bearer.size());
}

Caller caller_of(const Request& request, const Keys& keys) {
  const auto key = bearer_key(request.headers);
  if (!key) return Caller::without_key;
  if (*key == keys.management) return Caller::with_management_key;
  if (*key == keys.inference) return Caller::with_inference_key;
  return Caller::with_unknown_key;
}

http::Response refuse(Caller caller) {
  return error_reply(401, Json{{"reason", reason_for(caller)}});
}

namespace {

constexpr Refusal no_host{400, "Host is missing"};
constexpr Refusal two_hosts{400, "Host is given twice"};
constexpr Refusal bad_host{400, "Host is neither a name nor an address, with or without a port"};
constexpr Refusal foreign_host{403, "Host is not a loopback name"};

// Without ":8787".
std::string_view without_port(std::string_view authority) {
  constexpr std::size_t most_digits = 5;
  const auto colon = authority.find_last_not_of("0123456789");
  const bool is_port = colon != std::string_view::npos && authority[colon] == ':' &&
                       authority.size() - colon - 1 <= most_digits;
  return is_port ? authority.substr(0, colon) : authority;
}

bool is_in_a_name(char c) {
  return is_alphanumeric(c) ||
         std::string_view("-._~%!$&'()*+;=").find(c) != std::string_view::npos;
}

bool is_name(std::string_view host) {
  return !host.empty() && std::all_of(host.begin(), host.end(), is_in_a_name);
}

bool is_ipv6_address(std::string_view host) {
  if (!host.starts_with('[') || !host.ends_with(']')) return false;
  const std::string address(host.substr(1, host.size() - 2));
  in6_addr six{};
  return inet_pton(AF_INET6, address.c_str(), &six) == 1;
}

tl::expected<void, Refusal> check_authority(std::string_view text) {
  const auto host = without_port(text);
  if (!is_ipv6_address(host) && !is_name(host)) return tl::unexpected(bad_host);
  if (!is_loopback(host) && !equal_ignoring_case(host, "localhost."))
    return tl::unexpected(foreign_host);
  return {};
}

// Without "user:password@", which is not used here.
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
