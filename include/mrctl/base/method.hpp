#pragma once

#include "mrctl/base/error.hpp"

#include <array>
#include <string>
#include <string_view>

namespace mrctl {

// The methods of 'mrctl api'.
inline constexpr std::array<std::string_view, 7> http_methods{"GET",    "POST", "PUT",    "PATCH",
                                                              "DELETE", "HEAD", "OPTIONS"};

// What a request does at the service if it arrives.
enum class RequestEffect { none, change, version };

// Returns the effect of a method, or of an operation that begins with one: "POST /presets/…" makes
// a version.
[[nodiscard]] constexpr RequestEffect effect_of(std::string_view operation) {
  const auto method = operation.substr(0, operation.find(' '));
  if (method == "GET" || method == "HEAD") return RequestEffect::none;
  return operation.starts_with("POST /presets/") ? RequestEffect::version : RequestEffect::change;
}

[[nodiscard]] constexpr bool changes_nothing(std::string_view operation) {
  return effect_of(operation) == RequestEffect::none;
}

// Returns whether a response of this status tells that the request was carried out.
[[nodiscard]] constexpr bool is_success(int status) {
  return status >= 200 && status < 300;
}

// Returns whether the request may have arrived and changed something.
[[nodiscard]] inline bool may_have_acted(const HttpFacts& facts) {
  return facts.sent != Sent::no && !facts.operation.empty() && !changes_nothing(facts.operation);
}

// Returns "a version may exist": what is true if such a request has arrived.
[[nodiscard]] constexpr std::string_view possible_effect(RequestEffect effect) {
  return effect == RequestEffect::version ? "a version may exist"
                                          : "the service may have acted on it";
}

// Returns the hint for a request that may have arrived.
[[nodiscard]] inline std::string check_before_repeating(RequestEffect effect) {
  return effect == RequestEffect::version
             ? "a version may exist: check before sending it again"
             : "the service may have acted on the request: check before sending it again";
}

} // namespace mrctl
