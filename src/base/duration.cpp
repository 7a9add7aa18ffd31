#include "mrctl/base/duration.hpp"

#include "mrctl/base/decimal.hpp"

#include <algorithm>
#include <array>

namespace mrctl {

namespace {

struct Unit {
  std::string_view suffix;
  long long milliseconds;
};

constexpr std::array units{Unit{"ms", 1}, Unit{"s", 1000}, Unit{"m", 60'000}, Unit{"h", 3'600'000}};
constexpr long long longest = 366LL * 24 * 3'600'000;

bool is_plain_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
}

} // namespace

std::optional<Duration> parse_duration(std::string_view text) {
  long long scale = 1000;
  for (const auto& unit : units)
    if (text.ends_with(unit.suffix)) {
      text.remove_suffix(unit.suffix.size());
      scale = unit.milliseconds;
      break;
    }
  const auto value = is_plain_number(text) ? parse_double(text) : std::nullopt;
  if (!value) return std::nullopt;
  const auto milliseconds = *value * static_cast<double>(scale);
  if (milliseconds > static_cast<double>(longest)) return std::nullopt;
  // A tiny limit must not become 0, which is none.
  if (*value > 0 && milliseconds < 1) return Duration(1);
  return std::chrono::round<Duration>(std::chrono::duration<double, std::milli>(milliseconds));
}

std::string duration_text(Duration duration) {
  const auto count = duration.count();
  if (count == 0) return "0";
  const auto unit = std::find_if(units.rbegin(), units.rend(), [&](const Unit& candidate) {
    return count % candidate.milliseconds == 0;
  });
  return std::to_string(count / unit->milliseconds).append(unit->suffix);
}

} // namespace mrctl
