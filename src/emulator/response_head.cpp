#include "response_head.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mrctl::emulator {

namespace {

struct Phrase {
  int status;
  std::string_view text;
};

constexpr std::array phrases{
    Phrase{200, "OK"},
    Phrase{201, "Created"},
    Phrase{202, "Accepted"},
    Phrase{204, "No Content"},
    Phrase{301, "Moved Permanently"},
    Phrase{302, "Found"},
    Phrase{304, "Not Modified"},
    Phrase{307, "Temporary Redirect"},
    Phrase{308, "Permanent Redirect"},
    Phrase{400, "Bad Request"},
    Phrase{401, "Unauthorized"},
    Phrase{402, "Payment Required"},
    Phrase{403, "Forbidden"},
    Phrase{404, "Not Found"},
    Phrase{408, "Request Timeout"},
    Phrase{409, "Conflict"},
    Phrase{412, "Precondition Failed"},
    Phrase{413, "Content Too Large"},
    Phrase{414, "URI Too Long"},
    Phrase{415, "Unsupported Media Type"},
    Phrase{417, "Expectation Failed"},
    Phrase{422, "Unprocessable Content"},
    Phrase{429, "Too Many Requests"},
    Phrase{431, "Request Header Fields Too Large"},
    Phrase{500, "Internal Server Error"},
    Phrase{501, "Not Implemented"},
    Phrase{502, "Bad Gateway"},
    Phrase{503, "Service Unavailable"},
    Phrase{504, "Gateway Timeout"},
    Phrase{505, "HTTP Version Not Supported"},
};

// RFC 9110, sections 15.3.5 and 15.4.5
bool has_no_body(int status) {
  return status == 204 || status == 304;
}

} // namespace

std::string_view phrase_of(int status) {
  const auto* known = std::find_if(phrases.begin(), phrases.end(),
                                   [&](const Phrase& phrase) { return phrase.status == status; });
  return known == phrases.end() ? std::string_view() : known->text;
}

std::string response_head(const http::Response& response, Afterwards afterwards) {
  auto out = fmt::format("HTTP/1.1 {} {}\r\n", response.status, phrase_of(response.status));
  for (const auto& header : response.headers)
    out += fmt::format("{}: {}\r\n", header.name, header.value);
  if (!has_no_body(response.status))
    out += fmt::format("Content-Length: {}\r\n", response.body.size());
  if (afterwards == Afterwards::closes) out += "Connection: close\r\n";
  return out + "\r\n";
}

} // namespace mrctl::emulator
