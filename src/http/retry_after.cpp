#include "mrctl/http/retry_after.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <iomanip>
#include <locale>
#include <sstream>

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

struct DateForm {
  const char* format;
  bool has_short_year;
};

// The forms of RFC 9110, section 5.6.7: the current one, and two obsolete ones that must be
// accepted.
constexpr std::array date_forms{
    DateForm{"%a, %d %b %Y %H:%M:%S GMT", false}, // Wed, 21 Oct 2026 07:28:00 GMT
    DateForm{"%A, %d-%b-%y %H:%M:%S GMT", true},  // Wednesday, 21-Oct-26 07:28:00 GMT
    DateForm{"%a %b %e %H:%M:%S %Y", false},      // Wed Oct 21 07:28:00 2026
};

// The library accepts incomplete dates, so the result is formatted again and compared.
std::optional<std::tm> parse_date_as(const char* format, std::string_view text) {
  std::tm parts{};
  std::stringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  stream >> std::get_time(&parts, format);
  stream.clear();
  stream.str({});
  stream << std::put_time(&parts, format);
  return stream.str() == text ? std::optional(parts) : std::nullopt;
}

// Seconds since 1970, because a clock that counts nanoseconds ends in 2262.
std::time_t moment_of(std::tm parts) {
  return timegm(&parts);
}

// A two-digit year that appears to be more than 50 years in the past is in the next century.
std::optional<std::time_t> parse_date(std::string_view text, std::time_t now) {
  constexpr std::time_t half_a_century = 50LL * 366 * 24 * 3600;
  for (const auto& form : date_forms) {
    auto parts = parse_date_as(form.format, text);
    if (!parts) continue;
    if (form.has_short_year && moment_of(*parts) + half_a_century < now) parts->tm_year += 100;
    return moment_of(*parts);
  }
  return std::nullopt;
}

std::optional<long long> parse_wait(std::string_view text, std::time_t now) {
  if (const auto seconds = parse_seconds(text)) return seconds;
  const auto date = parse_date(text, now);
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
