#pragma once

#include "mrctl/json/tokens.hpp"
#include "mrctl/service/documented.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/record.hpp"

#include "cells.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace mrctl::service {

// The request, for messages about its answer.
struct Question {
  const Service& service;
  const http::Request& request;
  std::string_view missing_hint; // what to do about a 404
};

// Reads a response that must be a 2xx with `data`. Fails as described at the operations.
[[nodiscard]] Result<Answer> read_answer(const Question& question, Result<http::Exchange> exchange,
                                         AnswerParts parts = AnswerParts::values);

// Returns the failure of a response by its status or its `error`, whatever else it contains.
[[nodiscard]] std::optional<Error> find_failure(const Question& question,
                                                const http::Exchange& exchange);

// Returns a failure without a response, with the facts about the question added.
[[nodiscard]] Error complete(const Question& question, Error error);

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

// Returns the members of an object that are not known, in their order, from its text; of duplicate
// keys, the last value.
[[nodiscard]] UnknownMembers read_unknown(std::string_view object,
                                          std::span<const std::string_view> known);

// A double loses its spelling: "0.0000015" becomes 1.5e-06. The text keeps it.

// Returns compact JSON with numbers as spelled, and strings without needless escapes.
[[nodiscard]] std::string spelled_json(std::string_view text);

} // namespace mrctl::service
