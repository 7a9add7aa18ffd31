#include "mrctl/http/retry_after.hpp"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <iomanip>
#include <locale>
#include <sstream>

namespace mrctl::http {

namespace {

std::optional<long long> parse_seconds(std::string_view text) {
  long long seconds = 0;
  const auto* end = text.data() + text.size();
  const auto [stopped, fault] = std::from_chars(text.data(), end, seconds);
  if (fault != std::errc{} || stopped != end || seconds < 0) return std::nullopt;
  return seconds;
}

// "Wed, 21 Oct 2026 07:28:00 GMT" (RFC 9110, section 5.6.7).
std::optional<std::time_t> parse_http_date(std::string_view text) {
  std::tm parts{};
  std::istringstream in{std::string(text)};
  in.imbue(std::locale::classic());
  in >> std::get_time(&parts, "%a, %d %b %Y %H:%M:%S GMT");
  if (in.fail()) return std::nullopt;
  return timegm(&parts);
}

} // namespace

std::optional<long long> retry_after_s(const Headers& headers,
                                       std::chrono::system_clock::time_point now) {
  const auto text = find_header(headers, "Retry-After");
  if (!text) return std::nullopt;
  if (const auto seconds = parse_seconds(*text)) return seconds;
  const auto date = parse_http_date(*text);
  if (!date) return std::nullopt;
  return std::max<long long>(0, *date - std::chrono::system_clock::to_time_t(now));
}

} // namespace mrctl::http
