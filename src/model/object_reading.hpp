#pragma once

#include "mrctl/json/tokens.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl::model {

// A member of an object that is read, and the function that consumes its value.
template <class Object>
struct Member {
  std::string_view name;
  void (*read)(Object&, JsonTokens&);
};

template <class Object, std::size_t count>
using Members = std::array<Member<Object>, count>;

// Keys may be written with escapes ("\u0074ag").
template <class Object, std::size_t count>
[[nodiscard]] const Member<Object>* member_named(const Members<Object, count>& members,
                                                 std::string_view written) {
  if (written.find('\\') != std::string_view::npos) {
    const auto key = json_unquoted("\"" + std::string(written) + "\"");
    return key.find('\\') == std::string::npos ? member_named(members, std::string_view(key))
                                               : nullptr;
  }
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const auto& member) { return member.name == written; });
  return found == members.end() ? nullptr : &*found;
}

// Reads the value that is next, in one pass. Never fails: of duplicate keys the last one counts,
// other members are skipped, and a value that is not an object has none.
template <class Object, std::size_t count>
[[nodiscard]] Object read_object(JsonTokens& tokens, const Members<Object, count>& members) {
  Object out;
  tokens.visit_members([&](std::string_view key) {
    if (const auto* member = member_named(members, key))
      member->read(out, tokens);
    else
      tokens.next_value();
  });
  return out;
}

} // namespace mrctl::model
