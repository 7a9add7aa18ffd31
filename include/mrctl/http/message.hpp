#pragma once

#include "mrctl/base/secret.hpp"
#include "mrctl/base/text.hpp"

#include <chrono>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::http {

struct Header {
  std::string name;
  std::string value;
};

using Headers = std::vector<Header>;

// Returns whether the header has that name, ignoring case.
[[nodiscard]] bool is_named(const Header& header, std::string_view name);

// Returns the value of the first header of that name, ignoring case, or nothing.
[[nodiscard]] std::optional<std::string_view> find_header(const Headers& headers,
                                                          std::string_view name);

// A request. The key becomes "Authorization: Bearer …" only inside this room; the headers must not
// contain one (specification, section 5).
struct Request {
  std::string method = "GET";
  std::string url;
  Headers headers;
  SharedText body;
  std::optional<Secret> key;
};

// An answer: any status, any body.
struct Response {
  int status = 0;
  Headers headers;
  std::string body;
};

// Returns the words of a status line: "Not Found". Empty if the status has none.
[[nodiscard]] std::string_view status_phrase(int status);

// Returns the seconds since 1970 of a date as headers have it; nothing if libcurl cannot read it.
[[nodiscard]] std::optional<std::time_t> parse_date(std::string_view text);

// Returns the delay of a Retry-After header in seconds, given as seconds or as a date that libcurl
// reads; a date in the past is zero, more than 2^31 is 2^31. If there are several, the longest
// delay counts. Returns nothing if there is none or it is invalid.
[[nodiscard]] std::optional<long long> retry_after_s(const Headers& headers,
                                                     std::chrono::system_clock::time_point now);

// Returns the request as a curl command for a POSIX shell, with a final newline. The key is
// replaced by $MRCTL_API_KEY everywhere; values of other sensitive headers are redacted.
[[nodiscard]] std::string curl_command(const Request& request);

} // namespace mrctl::http
