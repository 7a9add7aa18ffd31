#pragma once

#include "mrctl/emulator/service.hpp"
#include "mrctl/json/value.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace mrctl::emulator {

// Requests as the tests write them, and what is looked for in the answers.

inline const std::string a_body =
    R"({"messages":[{"role":"user","content":"Hello"}],"model":"acme/tiny"})";

inline Request request_with_key(std::string method, const std::string& path, const std::string& key,
                                std::string body = {}) {
  return {std::move(method),
          std::string(api_prefix) + path,
          {{"Authorization", "Bearer " + key}},
          std::move(body)};
}

inline Request get(const std::string& path) {
  return request_with_key("GET", path, Keys{}.management);
}

inline Request post_preset(const std::string& slug, const std::string& body = a_body) {
  return request_with_key("POST", "/presets/" + slug + "/chat/completions", Keys{}.management,
                          body);
}

inline Json json_of(const http::Response& response) {
  auto value = parse_json(response.body, Reading::strict);
  REQUIRE_MESSAGE(value, response.body);
  return std::move(*value);
}

// The message of an error envelope whose code equals the status.
inline std::string message_of(const http::Response& response) {
  const auto body = json_of(response);
  CHECK(body.at("error").at("code") == response.status);
  return body.at("error").at("message").get<std::string>();
}

} // namespace mrctl::emulator
