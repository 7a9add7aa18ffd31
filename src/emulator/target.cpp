#include "target.hpp"

#include "mrctl/base/host.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/emulator/service.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::emulator {

std::optional<std::string_view> path_behind_prefix(std::string_view target) {
  const auto path = target.substr(0, target.find('?'));
  if (!path.starts_with(api_prefix)) return std::nullopt;
  const auto rest = path.substr(api_prefix.size());
  if (!rest.starts_with('/')) return std::nullopt;
  return rest;
}

std::vector<std::string> path_segments(std::string_view path) {
  std::vector<std::string> segments;
  for (const auto segment : split(path.substr(1), '/'))
    segments.push_back(percent_decoded(segment));
  return segments;
}

// Schemes are case-insensitive (RFC 9110).
std::optional<std::string_view> bearer_key(const http::Headers& headers) {
  constexpr std::string_view bearer = "bearer ";
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
  return error_reply(401,
                     Json{{"reason", caller == Caller::without_key          ? "no bearer key"
                                     : caller == Caller::with_inference_key ? "not a management key"
                                                                            : "unknown key"}});
}

tl::expected<void, Refusal> check_host(const http::Headers& headers) {
  const auto authority = http::find_header(headers, "Host");
  if (!authority) return tl::unexpected(Refusal{400, "Host is missing"});
  auto host = *authority;
  const auto colon = host.find_last_not_of("0123456789"); // of ":8787"
  if (colon != std::string_view::npos && host[colon] == ':') host = host.substr(0, colon);
  if (!is_loopback(host) && !equal_ignoring_case(host, "localhost."))
    return tl::unexpected(Refusal{403, "Host is not a loopback name"});
  return {};
}

} // namespace mrctl::emulator
