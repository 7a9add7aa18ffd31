#include "read_flags.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/duration.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/given_value.hpp"
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

GivenValue given_value(const Flag& flag, std::string_view text, Takes takes) {
  return {takes, text, flag.name, flag.range, flag.choices, flag.fallback};
}

// Several values may stand in one, separated by commas.
bool is_list_of_choices(const Flag& flag) {
  return flag.choices.count > 0 && flag.takes == Takes::text && flag.repeats();
}

// "--summary --strict": the shell passed the next flag where a name belongs.
Status check_name(const Flag& flag, const std::string& text) {
  constexpr std::array<std::string_view, 7> names{"FILE",   "DIR",    "PATH", "NAME",
                                                  "BRANCH", "TARGET", "REV"};
  const bool is_name_of_file = is_path(flag.takes);
  const auto name =
      is_name_of_file ? kind_of(flag.takes).must.substr(std::string_view("be ").size()) : "a name";
  if (contains(names, flag.value_name) && text.starts_with("--"))
    return fail(
        Error::usage(fmt::format("{} needs {}, got the flag {}", flag.name, name, text),
                     is_name_of_file ? fmt::format("./{} if that is meant", text) : std::string()));
  if (flag.value_name == "EXPR" && text.size() == 2 && text.front() == '-')
    return fail(Error::usage(fmt::format("{} needs a program, got the flag {}", flag.name, text),
                             fmt::format("write {} in front of {}", text, flag.name)));
  return {};
}

Status check_switch(const Flag& flag, std::string_view text) {
  if (text == "true" || (flag.may_be_false() && text == "false")) return {};
  return fail(Error::usage(fmt::format("{} takes no value, got '{}'", flag.name, text),
                           text == "false" || text == "no" || text == "0"
                               ? fmt::format("leave it out: {} is off unless you add it", flag.name)
                               : fmt::format("write {} alone", flag.name)));
}

Status check_flag(const Flag& flag, const std::string& text) {
  if (!flag.takes_value()) return check_switch(flag, text);
  TRY(check_name(flag, text));
  if (is_path(flag.takes)) TRY(require_expanded(flag.name, text));
  if (flag.takes == Takes::report)
    TRY(require_expanded(flag.name, text.substr(text.find('=') + 1)));
  if (is_list_of_choices(flag)) {
    for (const auto word : split(text, ','))
      TRY(check_value(given_value(flag, word, flag.takes)));
    return {};
  }
  // Any file may be named here, and settings have rules of their own.
  const bool is_free = flag.takes == Takes::text || (is_path(flag.takes) && !text.empty()) ||
                       std::holds_alternative<const Setting*>(flag.member);
  if (is_free && flag.choices.empty()) return {};
  return check_value(given_value(flag, text, flag.takes));
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
    TRY(check_value(given_value(flag_, use_.value, Takes::count)));
    return keep(member, number_in<std::size_t>(use_.value));
  }

  Status operator()(std::optional<Decimal> FlagValues::*member) const {
    const auto text = json_number(use_.value).value_or(use_.value);
    TRY(check_value(given_value(flag_, text, Takes::amount)));
    return keep(member, Decimal::parse(text));
  }

  Status operator()(std::optional<Duration> FlagValues::*member) const {
    TRY(check_value(given_value(flag_, use_.value, Takes::duration)));
    return keep(member, parse_duration(use_.value));
  }

private:
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
    TRY(check_flag(*use.flag, use.value));
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
