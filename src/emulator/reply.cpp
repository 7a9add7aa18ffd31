#include "reply.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mrctl::emulator {

namespace {

struct StatusMessage {
  int status;
  std::string_view message;
};

// The specification's six (section 7), then those of gateways.
constexpr std::array messages{
    StatusMessage{400, "Invalid request parameters"},
    StatusMessage{401, "Missing Authentication header"},
    StatusMessage{403, "Only management keys can perform this operation"},
    StatusMessage{404, "Resource not found"},
    StatusMessage{409, "Resource conflict. Please try again later."},
    StatusMessage{500, "Internal Server Error"},
    StatusMessage{402, "Payment Required"},
    StatusMessage{408, "Request Timeout"},
    StatusMessage{412, "Precondition Failed"},
    StatusMessage{413, "Payload Too Large"},
    StatusMessage{414, "URI Too Long"},
    StatusMessage{415, "Unsupported Media Type"},
    StatusMessage{417, "Expectation Failed"},
    StatusMessage{422, "Unprocessable Entity"},
    StatusMessage{429, "Too Many Requests"},
    StatusMessage{431, "Request Header Fields Too Large"},
    StatusMessage{501, "Not Implemented"},
    StatusMessage{502, "Bad Gateway"},
    StatusMessage{503, "Service Unavailable"},
    StatusMessage{504, "Gateway Timeout"},
    StatusMessage{505, "HTTP Version Not Supported"},
};

http::Response json_reply(int status, std::string body) {
  return {status, {{"Content-Type", "application/json"}}, std::move(body)};
}

} // namespace

http::Response data_reply(std::string_view data) {
  return json_reply(200, fmt::format(R"({{"data":{}}})", data));
}

http::Response error_reply(int status, const Json& metadata) {
  Json error{{"code", status}, {"message", error_message(status)}};
  if (!metadata.is_null()) error["metadata"] = metadata;
  return json_reply(status, dump_json(Json{{"error", std::move(error)}}));
}

std::string error_message(int status) {
  const auto* known =
      std::find_if(messages.begin(), messages.end(),
                   [&](const StatusMessage& entry) { return entry.status == status; });
  return known == messages.end() ? fmt::format("Status {}", status) : std::string(known->message);
}

} // namespace mrctl::emulator
