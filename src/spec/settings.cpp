#include "mrctl/base/table.hpp"
#include "mrctl/spec/setting.hpp"

#include <algorithm>

namespace mrctl::spec {

namespace {

using enum SettingKind;

// The kinds whose texts are read as a type.
constexpr bool reads(SettingKind kind, SettingMember member) {
  switch (kind) {
  case choice:
    return std::holds_alternative<std::optional<Format> SettingValues::*>(member) ||
           std::holds_alternative<WhenColoured SettingValues::*>(member) ||
           std::holds_alternative<ErrorFormat SettingValues::*>(member);
  case duration:
    return std::holds_alternative<Duration SettingValues::*>(member);
  case count:
  case quantity:
    return std::holds_alternative<int SettingValues::*>(member);
  case boolean:
    return std::holds_alternative<bool SettingValues::*>(member);
  case list:
    return std::holds_alternative<std::vector<std::string> SettingValues::*>(member);
  default:
    return std::holds_alternative<std::string SettingValues::*>(member);
  }
}

constexpr bool is_complete(const Setting& row) {
  const bool has_place =
      !row.flag.empty() || !row.variable.empty() || row.place != SettingPlace::nowhere;
  const bool takes_value = !row.flag.empty() && row.kind != boolean;
  return !row.key.empty() && !row.help.empty() && has_place && reads(row.kind, row.member) &&
         (row.kind == choice) == !row.choices.empty() && takes_value == !row.value_name.empty();
}
static_assert(std::ranges::all_of(setting_rows, is_complete));
static_assert(are_unique(setting_rows, &Setting::key));

} // namespace

} // namespace mrctl::spec
