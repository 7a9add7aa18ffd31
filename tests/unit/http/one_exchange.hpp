#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/http/curl_transport.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>

namespace mrctl::test {

inline constexpr std::string_view key_text = "sk-mgmt-test-000000000000";

// One attempt: retrying_transport_test.cpp is about the others.
inline Result<http::Exchange> send_one(const http::Request& request, http::Options options = {}) {
  options.retries = 0;
  auto transport = http::make_curl_transport(std::move(options));
  REQUIRE(transport);
  return http::send_one(**transport, request);
}

inline http::Request get(std::string url) {
  return {.method = "GET", .url = std::move(url), .headers = {}, .body = {}, .key = {}};
}

inline http::Request post(std::string url, std::string body) {
  return {.method = "POST",
          .url = std::move(url),
          .headers = {{"Content-Type", "application/json"}},
          .body = std::move(body),
          .key = Secret(std::string(key_text))};
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

inline Sent sent(const Result<http::Exchange>& result) {
  return result.error().http->sent;
}

} // namespace mrctl::test
