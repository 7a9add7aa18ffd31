#include "mrctl/spec/flag.hpp"

#include "mrctl/base/table.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/setting.hpp"

namespace mrctl::spec {

namespace {

// A switch, a count, or an optional value.
template <class Value>
bool says_something(const Value& value) {
  return static_cast<bool>(value);
}

bool says_something(const std::vector<std::string>& values) {
  return !values.empty();
}

template <class Type>
bool is_kept_as(const Flag& flag) {
  const auto* member = std::get_if<FlagValueMember>(&flag.member);
  return member != nullptr && std::holds_alternative<Type FlagValues::*>(*member);
}

} // namespace

bool Flag::takes_value() const {
  if (const auto* setting = std::get_if<const Setting*>(&member))
    return (*setting)->kind != SettingKind::boolean;
  return !is_kept_as<bool>(*this) && !is_kept_as<std::size_t>(*this);
}

bool Flag::repeats() const {
  if (const auto* flag = std::get_if<BodyFlag>(&member)) return *flag != BodyFlag::system;
  return is_kept_as<std::size_t>(*this) || is_kept_as<std::vector<std::string>>(*this);
}

std::string_view name_of(const FlagMember& member) {
  if (const auto* row = find_row(global_flags(), &Flag::member, member)) return row->name;
  for (const auto& command : commands())
    if (const auto* row = find_row(command.flags, &Flag::member, member)) return row->name;
  return {};
}

bool is_given(const FlagValues& values, const FlagValueMember& flag) {
  return std::visit([&](auto member) { return says_something(values.*member); }, flag);
}

} // namespace mrctl::spec
