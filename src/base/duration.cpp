#include "mrctl/base/duration.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"

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

} // namespace

std::optional<Duration> parse_duration(std::string_view text) {
  double milliseconds = 0;
  bool is_first = true;
  // Each part has a smaller unit than the one before: "1h30m", never "30m1h".
  for (auto larger = longest; is_first || !text.empty(); is_first = false) {
    const auto read = read_quantity(text);
    if (!read || !read->sign.empty() || !read->exponent.empty()) return std::nullopt;
    const auto value = parse_double(text.substr(0, text.size() - read->unit.size()));
    const auto suffix = read->unit.substr(0, read->unit.find_first_of("0123456789."));
    text = read->unit.substr(suffix.size());
    const bool is_bare = suffix.empty() && is_first && text.empty();
    const auto* unit = find_row(units, &Unit::suffix, is_bare ? "s" : suffix);
    if (!value || unit == nullptr || unit->milliseconds >= larger) return std::nullopt;
    larger = unit->milliseconds;
    // A tiny limit must not become 0, which is none.
    const auto part = *value * static_cast<double>(unit->milliseconds);
    milliseconds += *value > 0 ? std::max(part, 1.0) : 0;
  }
  if (milliseconds > static_cast<double>(longest)) return std::nullopt;
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
