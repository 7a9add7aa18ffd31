#include "reply.hpp"

#include "mrctl/base/table.hpp"
#include "mrctl/http/status.hpp"

#include <fmt/format.h>

#include <array>

namespace mrctl::emulator {

namespace {

struct StatusMessage {
  int status;
  std::string_view message;
};

constexpr std::array messages{
    StatusMessage{400, "Invalid request parameters"},
    StatusMessage{401, "Missing Authentication header"},
    StatusMessage{403, "Only management keys can perform this operation"},
    StatusMessage{404, "Resource not found"},
    StatusMessage{409, "Resource conflict. Please try again later."},
    StatusMessage{500, "Internal Server Error"},
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
  const auto* known = find_row(messages, &StatusMessage::status, status);
  if (known != nullptr) return std::string(known->message);
  const auto phrase = http::status_phrase(status);
  return phrase.empty() ? fmt::format("Status {}", status) : std::string(phrase);
}

} // namespace mrctl::emulator
