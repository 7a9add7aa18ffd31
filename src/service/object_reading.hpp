#pragma once

#include "mrctl/json/tokens.hpp"
#include "mrctl/service/documented.hpp"

#include "value_texts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace mrctl::service {

// A member of an object: what it is, and the function that consumes its value.
template <class Object>
struct Member {
  std::string_view name;
  Type type{};
  std::string_view says{};                      // what it is; empty: it is not documented
  void (*read)(Object&, JsonTokens&) = nullptr; // none: it is skipped
  std::span<const Documented> members = {};
};

template <class Object, std::size_t count>
using Members = std::array<Member<Object>, count>;

// Consumes the value that is next, by the type of that part of the object.
template <auto Part, class Object>
void take(Object& out, JsonTokens& tokens) {
  out.*Part = read_as<std::remove_reference_t<decltype(out.*Part)>>(tokens.next_value());
}

// Keys may be written with escapes ("\u0074ag").
template <class Object, std::size_t count>
[[nodiscard]] const Member<Object>* member_named(const Members<Object, count>& members,
                                                 std::string_view written) {
  if (written.find('\\') != std::string_view::npos) {
    const auto key = json_unquoted("\"" + std::string(written) + "\"");
    return key.find('\\') == std::string::npos ? member_named(members, std::string_view(key))
                                               : nullptr;
  }
  const auto found = std::find_if(members.begin(), members.end(), [&](const auto& member) {
    return member.name.size() == written.size() && member.name == written; // most sizes differ
  });
  return found == members.end() ? nullptr : &*found;
}

// Reads the value that is next, in one pass. Never fails: of duplicate keys the last one counts,
// other members are skipped, and a value that is not an object has none.
template <class Object, std::size_t count>
void read_members(Object& out, JsonTokens& tokens, const Members<Object, count>& members) {
  tokens.visit_members([&](std::string_view key) {
    const auto* member = member_named(members, key);
    if (member != nullptr && member->read != nullptr)
      member->read(out, tokens);
    else
      tokens.next_value();
  });
}

template <class Object, std::size_t count>
[[nodiscard]] Object read_object(JsonTokens& tokens, const Members<Object, count>& members) {
  Object out;
  read_members(out, tokens, members);
  return out;
}

// Returns what is documented about the members.
template <const auto& members>
[[nodiscard]] constexpr auto documented_of() {
  constexpr auto is_documented = [](const auto& member) { return !member.says.empty(); };
  std::array<Documented, std::count_if(members.begin(), members.end(), is_documented)> out{};
  auto* next = out.begin();
  for (const auto& member : members)
    if (is_documented(member)) *next++ = {member.name, member.type, member.says, member.members};
  return out;
}

} // namespace mrctl::service
