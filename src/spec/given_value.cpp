#include "mrctl/spec/given_value.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/identifiers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace mrctl::spec {

namespace {

// Counts above are refused even where there is no limit.
constexpr std::size_t most_countable = 999'999'999'999'999'999;

bool is_right(const GivenValue& given) {
  if (!given.choices.empty()) return contains(given.choices, given.text);
  const auto& kind = kind_of(given.takes);
  if (kind.holds != nullptr && !kind.holds(given.text)) return false;
  if (kind.type != ValueType::integer) return true;
  const auto number = number_in<std::size_t>(given.text).value_or(0);
  const auto most = given.range.most == no_limit ? most_countable : given.range.most;
  return number >= given.range.least && number <= most;
}

// Returns "eu-west" for "eu/west".
std::string with_dashes(std::string_view value) {
  std::string out(value);
  std::ranges::replace_if(
      out, [](char c) { return !is_alphanumeric(c, "._-"); }, '-');
  return out;
}

// Returns "2026-12-31" for "31.12.2026" and "2026/12/31".
std::string meant_day(std::string_view text) {
  const auto parts = split_names(text, "./");
  if (parts.size() != 3) return {};
  const bool has_year_first = parts[0].size() == 4;
  auto day = fmt::format("{}-{:0>2}-{:0>2}", has_year_first ? parts[0] : parts[2], parts[1],
                         has_year_first ? parts[2] : parts[0]);
  return kind_of(Takes::day).holds(day) ? day : std::string();
}

std::string hint_on_count(const GivenValue& given) {
  constexpr std::array<std::string_view, 6> no_limits{"all", "none", "unlimited", "max", "0", "-1"};
  const auto& [takes, text, where, range, choices, fallback] = given;
  const bool is_flag = where.starts_with("--");
  if (is_flag && range.most == no_limit && contains(no_limits, text))
    return fmt::format("leave {} out for no limit", where);
  if (is_flag && (text == "latest" || text == "live"))
    return fmt::format("leave {} out for what is live", where);
  const auto number = meant_number(text);
  if (number != text && is_right({takes, number, where, range, choices, fallback}))
    return fmt::format("did you mean {}?", number);
  if (!fallback.empty()) return fmt::format("the default is {}", fallback);
  if (!is_flag) return {};
  return fmt::format("for example {} {}", where, std::max<std::size_t>(range.least, 1));
}

std::string hint_on_choice(const GivenValue& given) {
  if (auto advice = advice_on_value(given.where, given.takes, given.text); !advice.empty())
    return advice;
  const auto near = nearest_in(lower_case(given.text), given.choices);
  if (!near.empty()) return fmt::format("did you mean '{}'?", near);
  return given.fallback.empty() ? std::string() : fmt::format("the default is {}", given.fallback);
}

// Returns what to write, by the kind of the value; empty if that is not clear.
std::string hint_by_kind(const GivenValue& given) {
  const auto text = given.text;
  const bool is_list = text.find(',') != text.npos;
  switch (given.takes) {
  case Takes::target:
    if (is_list) return "it is one name: run the command once for each";
    [[fallthrough]];
  case Takes::name: {
    const auto name = with_dashes(text);
    return is_list || !kind_of(Takes::name).holds(name) ? std::string()
                                                        : fmt::format("did you mean '{}'?", name);
  }
  case Takes::entry:
    return is_list ? fmt::format("write \"{}\"", fmt::join(split_names(text), "\", \"")) : "";
  case Takes::day: {
    const auto day = meant_day(text);
    return day.empty() ? std::string() : fmt::format("did you mean {}?", day);
  }
  case Takes::amount: {
    const auto number = meant_number(text);
    const auto price = number.empty() || number.starts_with('-') ? "0.02" : number;
    return fmt::format("write USD alone, such as {}",
                       given.where.starts_with("--") ? price : fmt::format("\"{}\"", price));
  }
  case Takes::count:
    return hint_on_count(given);
  default:
    return {};
  }
}

std::string hint_on(const GivenValue& given) {
  if (given.text.empty()) return "it is empty: is the variable set that it comes from?";
  if (!given.choices.empty()) return hint_on_choice(given);
  auto hint = hint_by_kind(given);
  return hint.empty() ? std::string(kind_of(given.takes).hint) : hint;
}

} // namespace

Status check_value(const GivenValue& given) {
  if (is_right(given)) return {};
  return fail(wrong_value(given));
}

Error wrong_value(const GivenValue& given) {
  const auto& kind = kind_of(given.takes);
  auto sentence = fmt::format("{} must {}", given.where, kind.must);
  if (kind.type == ValueType::integer) sentence += fmt::format(" from {}", given.range.least);
  if (kind.type == ValueType::integer && given.range.most != no_limit)
    sentence += fmt::format(" to {}", given.range.most);
  if (kind.shown != ShownOfValue::nothing || given.text.empty())
    sentence += fmt::format(", got '{}'", given.text);
  if (!given.choices.empty())
    sentence = fmt::format("{} must be {}{}; got '{}'", given.where,
                           given.choices.count > 1 ? "one of " : "", fmt::join(given.choices, ", "),
                           given.text);
  return Error::usage(std::move(sentence), hint_on(given));
}

} // namespace mrctl::spec
