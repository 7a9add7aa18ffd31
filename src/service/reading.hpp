#pragma once

#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/record.hpp"
#include "mrctl/service/record_field.hpp"

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

// A member of an object: what it is, and the function that reads its value.
template <class Object>
struct Member {
  std::string_view name;
  Type type{};
  std::string_view says{};                          // what it is; empty: it is not documented
  void (*read)(Object&, const JsonView&) = nullptr; // none: it is skipped
  std::span<const Documented> members = {};
};

template <class Object, std::size_t count>
using Members = std::array<Member<Object>, count>;

// Reads a value by the type of that part of the object.
template <auto Part, class Object>
void take(Object& out, const JsonView& value) {
  out.*Part = read_as<std::remove_reference_t<decltype(out.*Part)>>(value.text());
}

// Reads a value. Never fails: of duplicate keys the last one counts, other members are skipped, and
// a value that is not an object has none.
template <class Object, std::size_t count>
void read_members(Object& out, const JsonView& value, const Members<Object, count>& members) {
  if (!value.is_object()) return;
  const auto* next = members.begin(); // most answers keep the order of the specification
  for (const auto& item : value.items()) {
    const auto is_it = [&](const auto& member) { return item.has_key(member.name); };
    const auto* found = std::find_if(next, members.end(), is_it);
    if (found == members.end()) {
      found = std::find_if(members.begin(), next, is_it);
      if (found == next) continue;
    }
    if (found->read != nullptr) found->read(out, item.value);
    next = std::next(found);
  }
}

template <class Object, std::size_t count>
[[nodiscard]] Object read_object(const JsonView& value, const Members<Object, count>& members) {
  Object out;
  read_members(out, value, members);
  return out;
}

// Returns what is documented about the members.
template <const auto& members>
[[nodiscard]] constexpr auto documented_of() {
  constexpr auto is_documented = [](const auto& member) { return !member.says.empty(); };
  std::array<Documented, std::ranges::count_if(members, is_documented)> out{};
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
