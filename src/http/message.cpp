#include "mrctl/http/message.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/http/redaction.hpp"
#include "mrctl/http/transport.hpp"

#include "curl_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <string>
#include <utility>

namespace mrctl::http {

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

using Clock = std::chrono::system_clock;

// The value that RFC 9111, section 1.2.2, gives to numbers of seconds that overflow.
constexpr long long longest_wait_s = 1LL << 31U;

std::optional<long long> parse_seconds(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  long long seconds = longest_wait_s;
  std::from_chars(text.data(), text.data() + text.size(), seconds);
  return std::min(seconds, longest_wait_s);
}

std::optional<long long> parse_wait(std::string_view text, std::time_t now) {
  if (const auto seconds = parse_seconds(text)) return seconds;
  const auto date = parse_date(text);
  if (!date) return std::nullopt;
  return std::clamp<long long>(*date - now, 0, longest_wait_s);
}

// Linux allows arguments of up to 128 KiB each.
constexpr std::size_t longest_argument = std::size_t{100} << 10U;

std::string body_option(std::string_view body) {
  if (body.empty()) return "\n";
  if (body.size() <= longest_argument)
    return fmt::format(" \\\n  --data-raw {}\n", shell_quoted(body));
  std::string delimiter = "MRCTL_BODY"; // made longer until the body does not have it
  while (body.find(delimiter) != std::string_view::npos)
    delimiter += '_';
  return fmt::format(" \\\n  --data-binary @- <<'{0}'\n{1}\n{0}\n", delimiter, body);
}

} // namespace

bool is_named(const Header& header, std::string_view name) {
  return equal_ignoring_case(header.name, name);
}

std::optional<std::string_view> find_header(const Headers& headers, std::string_view name) {
  const auto found =
      std::ranges::find_if(headers, [&](const Header& header) { return is_named(header, name); });
  if (found == headers.end()) return std::nullopt;
  return found->value;
}

std::string_view status_phrase(int status) {
  const auto* known = find_row(phrases, &Phrase::status, status);
  return known == nullptr ? std::string_view() : known->text;
}

// libcurl reads the three forms of RFC 9110, section 5.6.7, and some others, as seconds since 1970.
std::optional<std::time_t> parse_date(std::string_view text) {
  const auto curl = open_curl();
  if (!curl) return std::nullopt;
  const auto date = curl->getdate(std::string(text).c_str(), nullptr);
  return date < 0 ? std::nullopt : std::optional(date);
}

std::optional<long long> retry_after_s(const Headers& headers, Clock::time_point now) {
  std::optional<long long> wait;
  for (const auto& header : headers) {
    if (!is_named(header, "Retry-After")) continue;
    if (const auto asked = parse_wait(header.value, Clock::to_time_t(now)))
      wait = std::max(wait.value_or(0), *asked);
  }
  return wait;
}

std::string curl_command(const Request& request) {
  auto out =
      fmt::format("curl --request {} {}", shell_quoted(request.method), shell_quoted(request.url));
  out += " \\\n  --header \"Authorization: Bearer $MRCTL_API_KEY\"";
  for (const auto& header : request.headers) {
    const auto value = is_sensitive_header(header.name) ? redacted : header.value;
    const auto line = fmt::format("{}: {}", header.name, value);
    out += fmt::format(" \\\n  --header {}", shell_quoted(line));
  }
  out += body_option(request.body);
  return request.key ? hide_secrets(out, std::span(&*request.key, 1)) : out;
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
