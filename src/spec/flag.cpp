#include "mrctl/spec/flag.hpp"

#include "mrctl/spec/command.hpp"

#include <algorithm>

namespace mrctl::spec {

namespace {

bool says_something(bool value) {
  return value;
}

bool says_something(std::size_t times) {
  return times > 0;
}

template <class Value>
bool says_something(const std::optional<Value>& value) {
  return value.has_value();
}

bool says_something(const std::vector<std::string>& values) {
  return !values.empty();
}

const Flag* find_flag_row(const Rows<Flag>& rows, const FlagMember& member) {
  const auto* found =
      std::find_if(rows.begin(), rows.end(), [&](const Flag& row) { return row.member == member; });
  return found == rows.end() ? nullptr : found;
}

} // namespace

std::string_view name_of(const FlagMember& member) {
  if (const auto* row = find_flag_row(global_flags(), member)) return row->name;
  for (const auto& command : commands())
    if (const auto* row = find_flag_row(command.flags, member)) return row->name;
  return {};
}

bool is_given(const FlagValues& values, const FlagValueMember& flag) {
  return std::visit([&](auto member) { return says_something(values.*member); }, flag);
}

} // namespace mrctl::spec
