#include "mrctl/http/message.hpp"

#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/http/transport.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mrctl::http {

bool is_named(const Header& header, std::string_view name) {
  return equal_ignoring_case(header.name, name);
}

std::optional<std::string_view> find_header(const Headers& headers, std::string_view name) {
  const auto found = std::find_if(headers.begin(), headers.end(),
                                  [&](const Header& header) { return is_named(header, name); });
  if (found == headers.end()) return std::nullopt;
  return found->value;
}

namespace {

struct Phrase {
  int status;
  std::string_view text;
};

// RFC 9110, section 15, RFC 6585, and others that services are known to send.
constexpr std::array phrases{
    Phrase{200, "OK"},
    Phrase{201, "Created"},
    Phrase{202, "Accepted"},
    Phrase{204, "No Content"},
    Phrase{301, "Moved Permanently"},
    Phrase{302, "Found"},
    Phrase{303, "See Other"},
    Phrase{304, "Not Modified"},
    Phrase{307, "Temporary Redirect"},
    Phrase{308, "Permanent Redirect"},
    Phrase{400, "Bad Request"},
    Phrase{401, "Unauthorized"},
    Phrase{402, "Payment Required"},
    Phrase{403, "Forbidden"},
    Phrase{404, "Not Found"},
    Phrase{405, "Method Not Allowed"},
    Phrase{408, "Request Timeout"},
    Phrase{409, "Conflict"},
    Phrase{410, "Gone"},
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
    Phrase{524, "Timeout"},
    Phrase{529, "Overloaded"},
};

} // namespace

std::string_view status_phrase(int status) {
  const auto* known = find_row(phrases, &Phrase::status, status);
  return known == nullptr ? std::string_view() : known->text;
}

void send_each(Transport& transport, std::span<const Request> requests, const Receive& receive) {
  const auto batch = transport.begin(requests.size());
  for (;;) {
    for (auto room = batch->room(); room > 0 && !requests.empty(); --room) {
      batch->start(requests.front());
      requests = requests.subspan(1);
    }
    auto finished = batch->next();
    if (!finished) return;
    receive(finished->place, std::move(finished->outcome));
  }
}

std::vector<Result<Exchange>> send_all(Transport& transport, std::span<const Request> requests) {
  std::vector<Result<Exchange>> outcomes(requests.size());
  send_each(transport, requests, [&](std::size_t place, Result<Exchange> outcome) {
    outcomes[place] = std::move(outcome);
  });
  return outcomes;
}

Result<Exchange> send_one(Transport& transport, const Request& request) {
  return std::move(send_all(transport, std::span(&request, 1)).front());
}

} // namespace mrctl::http
