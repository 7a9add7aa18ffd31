#include "mrctl/spec/given_value.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/slip.hpp"
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

// A value that is not of its kind, or none of the choices.
struct WrongValue {
  enum class Place : std::uint8_t {
    choice,
    target,
    name,
    entry,
    day,
    amount,
    count,
    fingerprint,
    anywhere
  };

  const GivenValue& given;
  std::string_view text = given.text;
  bool is_of_flag = given.where.starts_with("--");
  bool is_list = text.find(',') != text.npos;

  [[nodiscard]] bool is_at(Place wanted) const {
    constexpr std::array kinds{Takes::target, Takes::name,  Takes::entry,      Takes::day,
                               Takes::amount, Takes::count, Takes::fingerprint};
    if (wanted == Place::anywhere) return true;
    if (!given.choices.empty()) return wanted == Place::choice;
    if (wanted == Place::choice) return false;
    return kinds.at(static_cast<std::size_t>(wanted) - 1) == given.takes;
  }
};
using Wrong = const WrongValue&;
using WrongAt = WrongValue::Place;

std::string on_name(Wrong wrong) {
  const auto name = with_dashes(wrong.text);
  return kind_of(Takes::name).holds(name) ? fmt::format("did you mean '{}'?", name) : "";
}

std::string on_day(Wrong wrong) {
  const auto day = meant_day(wrong.text);
  return day.empty() ? day : fmt::format("did you mean {}?", day);
}

std::string on_amount(Wrong wrong) {
  const auto number = meant_number(wrong.text);
  const auto amount = number.empty() || number.starts_with('-') ? "0.02" : number;
  return fmt::format("write USD alone, such as {}",
                     wrong.is_of_flag ? amount : fmt::format("\"{}\"", amount));
}

std::string on_count(Wrong wrong) {
  const auto number = meant_number(wrong.text);
  auto meant = wrong.given;
  meant.text = number;
  return number != wrong.text && is_right(meant) ? fmt::format("did you mean {}?", number) : "";
}

std::string default_of(Wrong wrong) {
  const auto fallback = wrong.given.fallback;
  return fallback.empty() ? "" : fmt::format("the default is {}", fallback);
}

bool means_no_limit(Wrong wrong) {
  constexpr std::array<std::string_view, 6> words{"all", "none", "unlimited", "max", "0", "-1"};
  return wrong.is_of_flag && wrong.given.range.most == no_limit && contains(words, wrong.text);
}

std::string nearest_choice(Wrong wrong) {
  const auto near = nearest_in(lower_case(wrong.text), wrong.given.choices);
  return near.empty() ? std::string() : fmt::format("did you mean '{}'?", near);
}

constexpr std::array<Slip<WrongValue>, 18> slips_of_values{{
    {WrongAt::anywhere, [](Wrong wrong) { return wrong.text.empty(); },
     [](Wrong) { return std::string("it is empty: is the variable set that it comes from?"); }},
    {WrongAt::choice, nullptr,
     [](Wrong wrong) { return advice_on_value(wrong.given.where, wrong.given.takes, wrong.text); }},
    {WrongAt::choice, nullptr, nearest_choice},
    {WrongAt::choice, nullptr, default_of},
    {WrongAt::target, [](Wrong wrong) { return wrong.is_list; },
     [](Wrong) { return std::string("it is one name: run the command once for each"); }},
    {WrongAt::target, nullptr, on_name},
    {WrongAt::name, [](Wrong wrong) { return !wrong.is_list; }, on_name},
    {WrongAt::entry, [](Wrong wrong) { return wrong.is_list; },
     [](Wrong wrong) {
       return fmt::format("write \"{}\"", fmt::join(split_names(wrong.text), "\", \""));
     }},
    {WrongAt::day, nullptr, on_day},
    {WrongAt::amount, nullptr, on_amount},
    {WrongAt::count, means_no_limit,
     [](Wrong wrong) { return fmt::format("leave {} out for no limit", wrong.given.where); }},
    {WrongAt::count,
     [](Wrong wrong) {
       return wrong.is_of_flag && (wrong.text == "latest" || wrong.text == "live");
     },
     [](Wrong wrong) { return fmt::format("leave {} out for what is live", wrong.given.where); }},
    {WrongAt::count, nullptr, on_count},
    {WrongAt::count, nullptr, default_of},
    {WrongAt::count, [](Wrong wrong) { return wrong.is_of_flag; },
     [](Wrong wrong) {
       return fmt::format("for example {} {}", wrong.given.where,
                          std::max<std::size_t>(wrong.given.range.least, 1));
     }},
    {WrongAt::fingerprint, [](Wrong wrong) { return wrong.text == "null"; },
     [](Wrong) {
       return std::string("that plan had nothing to send; 'mrctl preset plan --fail-on "
                          "changed' exits with 10 only if there is something to send");
     }},
    {WrongAt::fingerprint, [](Wrong wrong) { return wrong.text.find('"') != wrong.text.npos; },
     [](Wrong) {
       return std::string("leave out the quotes; 'mrctl preset plan --jq .plan -r' prints none");
     }},
    {WrongAt::anywhere, [](Wrong wrong) { return wrong.given.choices.empty(); },
     [](Wrong wrong) { return std::string(kind_of(wrong.given.takes).hint); }},
}};
static_assert(cover_places(slips_of_values, WrongAt::anywhere));

} // namespace

Status check_value(const GivenValue& given) {
  if (is_right(given)) return {};
  return fail(wrong_value(given));
}

Error wrong_value(const GivenValue& given) {
  auto hint = answer_to(WrongValue{given}, slips_of_values);
  if (!given.choices.empty())
    return Error::usage(fmt::format("{} must be {}{}; got '{}'", given.where,
                                    given.choices.count > 1 ? "one of " : "",
                                    fmt::join(given.choices, ", "), given.text),
                        std::move(hint));
  const auto& kind = kind_of(given.takes);
  auto sentence = fmt::format("{} must {}", given.where, kind.must);
  if (kind.type == ValueType::integer) sentence += fmt::format(" from {}", given.range.least);
  if (kind.type == ValueType::integer && given.range.most != no_limit)
    sentence += fmt::format(" to {}", given.range.most);
  if (kind.shown != ShownOfValue::nothing || given.text.empty())
    sentence += fmt::format(", got '{}'", given.text);
  return Error::usage(std::move(sentence), std::move(hint));
}

} // namespace mrctl::spec
