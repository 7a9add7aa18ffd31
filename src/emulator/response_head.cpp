#include "response_head.hpp"

#include "mrctl/http/status.hpp"

#include <fmt/format.h>

namespace mrctl::emulator {

namespace {

// RFC 9110, sections 15.3.5 and 15.4.5
bool has_no_body(int status) {
  return status == 204 || status == 304;
}

} // namespace

std::string response_head(const http::Response& response, Afterwards afterwards) {
  auto out =
      fmt::format("HTTP/1.1 {} {}\r\n", response.status, http::status_phrase(response.status));
  for (const auto& header : response.headers)
    out += fmt::format("{}: {}\r\n", header.name, header.value);
  if (!has_no_body(response.status))
    out += fmt::format("Content-Length: {}\r\n", response.body.size());
  if (afterwards == Afterwards::closes) out += "Connection: close\r\n";
  return out + "\r\n";
}

} // namespace mrctl::emulator
