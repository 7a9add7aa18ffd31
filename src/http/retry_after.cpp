#include "mrctl/http/retry_after.hpp"

#include "curl_library.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <string>

namespace mrctl::http {

namespace {

using Clock = std::chrono::system_clock;

// The value that RFC 9111, section 1.2.2, gives to numbers of seconds that overflow.
constexpr long long longest = 1LL << 31U;

std::optional<long long> parse_seconds(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  long long seconds = longest;
  std::from_chars(text.data(), text.data() + text.size(), seconds);
  return std::min(seconds, longest);
}

// libcurl reads the three forms of RFC 9110, section 5.6.7, and some others, as seconds since 1970.
std::optional<std::time_t> parse_date(std::string_view text) {
  const auto curl = open_curl();
  if (!curl) return std::nullopt;
  const auto date = curl->getdate(std::string(text).c_str(), nullptr);
  return date < 0 ? std::nullopt : std::optional(date);
}

std::optional<long long> parse_wait(std::string_view text, std::time_t now) {
  if (const auto seconds = parse_seconds(text)) return seconds;
  const auto date = parse_date(text);
  if (!date) return std::nullopt;
  return std::clamp<long long>(*date - now, 0, longest);
}

} // namespace

std::optional<long long> retry_after_s(const Headers& headers, Clock::time_point now) {
  std::optional<long long> wait;
  for (const auto& header : headers) {
    if (!is_named(header, "Retry-After")) continue;
    if (const auto asked = parse_wait(header.value, Clock::to_time_t(now)))
      wait = std::max(wait.value_or(0), *asked);
  }
  return wait;
}

} // namespace mrctl::http
