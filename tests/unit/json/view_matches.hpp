#pragma once

#include "mrctl/json/view.hpp"

#include <string>

namespace mrctl {

// Returns whether a view shows exactly that value, members and elements included.
[[nodiscard]] inline bool matches(const JsonView& view, const Json& value) {
  const auto size = value.is_structured() ? value.size() : 0;
  if (view.value() != value || view.size() != size) return false;
  if (json_type(view) != json_type(value)) return false;
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    return view.is(text) && !view.is(text + "x") && view.string() == text;
  }
  auto expected = value.begin();
  for (const auto& item : view.items()) {
    if (value.is_object()) {
      const auto& key = expected.key();
      const auto found = find_member(view, key);
      if (item.key() != key || !item.has_key(key) || !found) return false;
      if (found->text().data() != item.value.text().data()) return false;
    }
    if (!matches(item.value, *expected++)) return false;
  }
  return size == 0 || expected == value.end();
}

} // namespace mrctl
