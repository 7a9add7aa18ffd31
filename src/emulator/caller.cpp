#include "caller.hpp"

#include "mrctl/base/ascii.hpp"

#include "reply.hpp"

namespace mrctl::emulator {

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

} // namespace mrctl::emulator
