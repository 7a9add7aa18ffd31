#pragma once

#include "mrctl/base/table.hpp"
#include "mrctl/json/rows.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"
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
#include <tuple>
#include <type_traits>
#include <vector>

namespace mrctl::service {

// The request, for messages about its answer.
struct RequestContext {
  const Service& service;
  const http::Request& request;
  std::string_view missing_hint; // what to do about a 404
};

// Reads a response that must be a 2xx with `data`. Fails as described at the operations.
[[nodiscard]] Result<Answer> read_answer(const RequestContext& context,
                                         Result<http::Exchange> exchange,
                                         AnswerParts parts = AnswerParts::values);

// Returns the failure of a response by its status or its `error`, whatever else it contains.
[[nodiscard]] std::optional<Error> find_failure(const RequestContext& context,
                                                const http::Exchange& exchange);

// Returns a failure without a response, with the facts about the request added.
[[nodiscard]] Error complete(const RequestContext& context, Error error);

// A member of an object: what it is, and the function that reads its value.
template <class Object>
struct AnswerMember {
  std::string_view name;
  Type type{};
  std::string_view says{};                          // what it is; empty: it is not documented
  void (*read)(Object&, const JsonView&) = nullptr; // none: it is skipped
  std::span<const Documented> members = {};
};

template <class Object, std::size_t count>
using Members = std::array<AnswerMember<Object>, count>;

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

template <class Value>
[[nodiscard]] constexpr Type type_of(const MemberDoc& doc) {
  using Inner = rows::Inside<Value>;
  if (doc.format == "uuid") return Type::uuid;
  if (!doc.format.empty()) return Type::time;
  if (doc.types == "integer") return Type::integer;
  if constexpr (std::is_same_v<Inner, bool>)
    return Type::boolean;
  else if constexpr (HasRows<Inner> || rows::HasOwnCell<Inner>)
    return Type::object;
  return std::is_same_v<Inner, std::vector<std::string>> ? Type::list : Type::text;
}

// What is documented about the members of a record, by its rows.
template <class Record>
inline constexpr auto documented_rows = [] {
  constexpr auto count = std::tuple_size_v<decltype(rows_of(static_cast<const Record*>(nullptr)))>;
  std::array<Documented, count> out{};
  auto* next = out.begin();
  rows::visit_rows<Record>([&]<class Value>(const auto& row, std::type_identity<Value>) {
    *next = {row.name, type_of<Value>(row.doc), row.doc.says};
    if constexpr (HasRows<rows::Inside<Value>>)
      next->members = documented_rows<rows::Inside<Value>>;
    ++next;
  });
  return out;
}();

// Reads the rows of a record. Never fails: of duplicate keys the last one counts, other members are
// skipped, and a value that is not an object has none.
template <class Record>
void read_rows(Record& out, const JsonView& value) {
  if (!value.is_object()) return;
  for (const auto& item : value.items())
    rows::visit_rows<Record>([&]<class Value>(const auto& row, std::type_identity<Value>) {
      if (!item.has_key(row.name)) return;
      auto& part = out.*row.get;
      if constexpr (HasRows<rows::Inside<Value>>) {
        part.reset();
        if (item.value.is_object()) read_rows(part.emplace(), item.value);
      } else {
        part = read_as<Value>(item.value.text());
      }
    });
}

// Returns the members of an object that are not known, in their order, from its text; of duplicate
// keys, the last value.
[[nodiscard]] UnknownMembers read_unknown(std::string_view object,
                                          std::span<const std::string_view> known);

// Reads a record, and the members that it has no rows for if it keeps them.
template <class Record>
[[nodiscard]] Record read_record(std::string_view text) {
  const JsonIndex index(text);
  Record out;
  read_rows(out, index.root());
  if constexpr (requires { out.unknown; })
    out.unknown = read_unknown(text, names_of(documented_rows<Record>));
  return out;
}

// A double loses its spelling: "0.0000015" becomes 1.5e-06. The text keeps it.

// Returns compact JSON with numbers as spelled, and strings without needless escapes.
[[nodiscard]] std::string spelled_json(std::string_view text);

} // namespace mrctl::service
