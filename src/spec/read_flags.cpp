#include "read_flags.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/duration.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/identifiers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <variant>

namespace mrctl::spec {

namespace {

Status check_choice(const Flag& flag, const std::string& text) {
  if (flag.choices.empty() || contains(flag.choices, text)) return {};
  auto hint = fmt::format("one of {}", fmt::join(flag.choices, ", "));
  if (const auto near = nearest_in(text, flag.choices); !near.empty())
    hint = fmt::format("did you mean '{}'? ({})", near, hint);
  if (auto advice = advice_on_value(flag.name, flag.takes, text); !advice.empty())
    hint = std::move(advice);
  return fail(Error::usage(fmt::format("'{}' is not a value of {}", text, flag.name), hint));
}

// Several values may stand in one, separated by commas.
bool is_list_of_choices(const Flag& flag) {
  return flag.choices.count > 0 && flag.takes == Takes::text && flag.repeats();
}

// "--summary --strict": the shell passed the next flag where a name belongs. An empty name comes
// from a variable that is not set; whether settings may be empty is for their own rules to say.
Status check_name(const Flag& flag, const std::string& text) {
  constexpr std::array<std::string_view, 7> names{"FILE",   "DIR",    "PATH", "NAME",
                                                  "BRANCH", "TARGET", "REV"};
  const bool is_file = is_path(flag.takes);
  const auto* what = flag.takes == Takes::folder ? "the name of a folder"
                     : is_file                   ? "the name of a file"
                                                 : "a name";
  const auto other = is_file ? fmt::format("./{} if that is meant", text) : std::string();
  if (contains(names, flag.value_name) && text.starts_with("--"))
    return fail(
        Error::usage(fmt::format("{} needs {}, got the flag {}", flag.name, what, text), other));
  if (flag.value_name == "EXPR" && text.size() == 2 && text.front() == '-')
    return fail(Error::usage(fmt::format("{} needs a program, got the flag {}", flag.name, text),
                             fmt::format("write {} in front of {}", text, flag.name)));
  if (is_file && text.empty() && !std::holds_alternative<const Setting*>(flag.member))
    return fail(Error::usage(fmt::format("{} needs {}, but its value is empty", flag.name, what),
                             "is the variable set that it comes from?"));
  return {};
}

Status check_value(const Flag& flag, const std::string& text) {
  const bool is_switched = text == "true" || (flag.may_be_false() && text == "false");
  if (!flag.takes_value() && !is_switched)
    return fail(
        Error::usage(fmt::format("{} takes no value, got '{}'", flag.name, text),
                     text == "false" || text == "no" || text == "0"
                         ? fmt::format("leave it out: {} is off unless you add it", flag.name)
                         : fmt::format("write {} alone", flag.name)));
  TRY(check_name(flag, text));
  if (is_path(flag.takes)) TRY(require_expanded(flag.name, text));
  if (flag.takes == Takes::report)
    TRY(require_expanded(flag.name, text.substr(text.find('=') + 1)));
  if (!is_list_of_choices(flag)) return check_choice(flag, text);
  for (const auto word : split(text, ','))
    TRY(check_choice(flag, std::string(word)));
  return {};
}

Error invalid_value(const Flag& flag, std::string_view expected, const std::string& text,
                    std::string hint = {}) {
  return Error::usage(fmt::format("{} must be {}, got '{}'", flag.name, expected, text),
                      std::move(hint));
}

// Puts the value of one flag where its row says.
class FlagReader {
public:
  FlagReader(const FlagUse& use, Invocation& invocation)
      : flag_(*use.flag), use_(use), invocation_(invocation) {}

  Status operator()(const FlagValueMember& member) const { return std::visit(*this, member); }
  // If the flag of a setting is given more than once, which is a mistake, the last one counts.
  Status operator()(const Setting* setting) const {
    invocation_.settings.insert_or_assign(std::string(setting->key), use_.value);
    return {};
  }

  Status operator()(BodyFlag kind) const {
    invocation_.body_flags.push_back(
        {.kind = kind, .name = flag_.name, .value = use_.value, .position = use_.position});
    return {};
  }

  Status operator()(bool FlagValues::*member) const { return keep(member, true); }
  Status operator()(std::optional<bool> FlagValues::*member) const {
    return keep(member, use_.value == "true");
  }
  Status operator()(std::size_t FlagValues::*member) const {
    ++(invocation_.flags.*member);
    return {};
  }

  Status operator()(std::optional<std::string> FlagValues::*member) const {
    return keep(member, use_.value);
  }

  Status operator()(std::vector<std::string> FlagValues::*member) const {
    auto& values = invocation_.flags.*member;
    const bool is_list = flag_.takes == Takes::tag || is_list_of_choices(flag_);
    if (is_list) append(values, split_names(use_.value));
    if (!is_list || values.empty()) values.push_back(use_.value);
    return {};
  }

  Status operator()(std::optional<std::size_t> FlagValues::*member) const {
    constexpr std::size_t most_digits = 18; // where nothing else limits it
    const auto& text = use_.value;
    const auto count = number_in<std::size_t>(text);
    const bool is_count = count && (flag_.most != no_limit || text.size() <= most_digits);
    if (is_count && *count >= flag_.least && *count <= flag_.most) return keep(member, *count);
    const auto most = flag_.most == no_limit ? "" : fmt::format(" to {}", flag_.most);
    return fail(invalid_value(flag_, fmt::format("a whole number from {}{}", flag_.least, most),
                              text, hint_on_count(text)));
  }

  Status operator()(std::optional<Decimal> FlagValues::*member) const {
    auto amount = Decimal::parse(json_number(use_.value).value_or(""));
    if (amount && !amount->is_negative()) return keep(member, *std::move(amount));
    const auto meant = meant_number(use_.value);
    return fail(
        invalid_value(flag_, fmt::format("an amount in {}", flag_.value_name), use_.value,
                      fmt::format("for example {} {}", flag_.name,
                                  meant.empty() || meant.starts_with('-') ? "0.05" : meant)));
  }

  Status operator()(std::optional<Duration> FlagValues::*member) const {
    if (const auto duration = parse_duration(use_.value)) return keep(member, *duration);
    return fail(invalid_value(flag_, "a duration such as 200ms", use_.value,
                              "the units are ms, s, m and h; a number alone is seconds"));
  }

private:
  [[nodiscard]] std::string hint_on_count(const std::string& text) const {
    constexpr std::array<std::string_view, 6> no_limits{"all", "none", "unlimited",
                                                        "max", "0",    "-1"};
    if (contains(no_limits, text)) return fmt::format("leave {} out for no limit", flag_.name);
    if (text == "latest" || text == "live")
      return fmt::format("leave {} out for what is live", flag_.name);
    const auto meant = meant_number(text);
    return meant != text && number_in<std::size_t>(meant)
               ? fmt::format("did you mean {}?", meant)
               : fmt::format("for example {} {}", flag_.name,
                             std::max<std::size_t>(flag_.least, 1));
  }

  template <class Type, class Value>
  Status keep(Type FlagValues::*member, Value value) const {
    invocation_.flags.*member = std::move(value);
    return {};
  }

  const Flag& flag_;
  const FlagUse& use_;
  Invocation& invocation_;
};

Status read_flag(const FlagUse& use, Invocation& invocation) {
  if (use.flag != nullptr) {
    TRY(check_value(*use.flag, use.value));
    return std::visit(FlagReader(use, invocation), use.flag->member);
  }
  invocation.body_flags.push_back({.kind = BodyFlag::field,
                                   .field = use.field,
                                   .name = use.name(),
                                   .value = use.value,
                                   .position = use.position});
  return {};
}

} // namespace

Status read_flags(const FlagUses& uses, Invocation& invocation) {
  Status first;
  for (const auto& use : uses)
    if (auto read = read_flag(use, invocation); !read && first) first = std::move(read);
  if (!invocation.flags.json) return first;
  const auto [output, is_new] = invocation.settings.try_emplace("output", "json");
  if (!is_new && output->second != "json" && first)
    first = fail(Error::usage(fmt::format("--json and -o {} name two formats", output->second),
                              "use only one of them"));
  return first;
}

} // namespace mrctl::spec
