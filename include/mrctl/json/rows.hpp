#pragma once

#include "mrctl/base/output_format.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// A result is written down once, as the rows of its members: its JSON, its cells in csv and tables,
// its JSON Schema and what `mrctl help` says of a member are loops over them.
namespace mrctl {

// What the C++ type of a member does not say about it.
struct MemberDoc {
  std::string_view says{};                            // its description
  std::string_view pattern{};                         // of a text
  std::vector<std::string_view> (*words)() = nullptr; // the texts that it may be
  std::string_view types{};                           // of a Json value, or of each: "string null"
  std::size_t least = 0;                              // of a number
  bool has_sentences = false;                         // a list whose items are more than words
  std::string_view format{};                          // of a text: "uuid", "date-time", "date"
  std::string_view title{};                           // for people: of its column, or on a card
  bool is_identifier = false;                         // people copy it
  bool is_for_wide = false;                           // people see it by -o wide only
  bool has_lines = false;                             // line breaks are part of it
  std::string_view repeats{};    // a member: people see this one only if it differs from that
  std::string_view null_says{};  // for people, where null differs from a missing member
  std::string_view empty_says{}; // for people: an empty list
};

// One member of a record: `get` is a pointer to a member, or a function of the record.
template <class Get>
struct ResultMember {
  std::string_view name;
  Get get;
  MemberDoc doc{};
};
template <class Get>
ResultMember(std::string_view, Get) -> ResultMember<Get>;
template <class Get>
ResultMember(std::string_view, Get, MemberDoc) -> ResultMember<Get>;

// A record has the rows of its members, in the order of its JSON, by a function beside it:
// `constexpr auto rows_of(const Record* /*record*/) { return std::tuple{ResultMember{…}, …}; }`.
template <class Record>
concept HasRows = requires(const Record* record) {
  rows_of(record);
};

// A member that is missing, and not null, where there is no value.
template <class Value>
struct Sometimes {
  std::optional<Value> value{};
};
template <class Value>
Sometimes(std::optional<Value>) -> Sometimes<Value>;

template <class Value>
[[nodiscard]] Sometimes<Value> only_if(bool holds, Value value) {
  return {holds ? std::optional<Value>(std::in_place, std::move(value)) : std::nullopt};
}

// A row in whose place the members of another record stand.
template <class Get>
struct MembersOf {
  Get get;
};
template <class Get>
MembersOf(Get) -> MembersOf<Get>;

// A value that is compact JSON already, of a text that outlives it.
struct CompactJson {
  std::string_view json;
};

// A list that is never held: `each` calls a function with each item.
template <class Item, class Each>
struct Streamed {
  Each each;
};

template <class Item, class Each>
[[nodiscard]] Streamed<Item, Each> streamed(Each each) {
  return {std::move(each)};
}

// Returns the list as rows, each made of what it belongs to and an item.
template <class Row, class Owner, class List>
[[nodiscard]] auto each_as(const Owner& owner, const List& list) {
  return streamed<Row>([&](const auto& take) {
    for (const auto& item : list)
      take(Row{owner, item});
  });
}

namespace rows {

template <class Value>
inline constexpr bool is_sometimes = false;
template <class Value>
inline constexpr bool is_sometimes<Sometimes<Value>> = true;

template <class Value>
inline constexpr bool is_streamed = false;
template <class Item, class Each>
inline constexpr bool is_streamed<Streamed<Item, Each>> = true;

template <class Row>
inline constexpr bool is_of_other = false;
template <class Get>
inline constexpr bool is_of_other<MembersOf<Get>> = true;

template <class List>
struct ItemOf {
  using type = std::remove_cvref_t<decltype(*std::begin(std::declval<const List&>()))>;
};
template <class Item, class Each>
struct ItemOf<Streamed<Item, Each>> {
  using type = Item;
};

template <class Value>
concept IsText = std::is_convertible_v<Value, std::string_view>;
template <class Value> // an optional, or a pointer
concept IsOptional = !IsText<Value> && (std::is_pointer_v<Value> ||
                                        requires(const Value& value) { value.has_value(); });
template <class Value>
concept HasText = requires(const Value& value) {
  value.text();
};
template <class Value> // a number of the service
concept HoldsText = !HasText<Value> && requires(const Value& value) {
  std::string_view(value.text);
};
template <class Value>
concept HasOwnCell = requires(const Value& value) {
  cell_of(value, Audience::people);
};

template <class Record, class Get>
using ValueOf = std::remove_cvref_t<std::invoke_result_t<const Get&, const Record&>>;

// What an optional value, or a pointer, holds.
template <class Value>
constexpr auto inside() {
  if constexpr (HasRows<Value> || IsText<Value>)
    return std::type_identity<Value>();
  else if constexpr (is_sometimes<Value>)
    return inside<std::remove_cvref_t<decltype(*std::declval<const Value&>().value)>>();
  else if constexpr (IsOptional<Value>)
    return inside<std::remove_cvref_t<decltype(*std::declval<const Value&>())>>();
  else
    return std::type_identity<Value>();
}
template <class Value>
using Inside = typename decltype(inside<Value>())::type;

template <class Record, class Visit>
constexpr void visit_rows(const Visit& visit) {
  const auto visit_row = [&](const auto& row) {
    if constexpr (is_of_other<std::remove_cvref_t<decltype(row)>>)
      visit_rows<ValueOf<Record, decltype(row.get)>>(visit);
    else
      visit(row, std::type_identity<ValueOf<Record, decltype(row.get)>>());
  };
  std::apply([&](const auto&... row) { (visit_row(row), ...); },
             rows_of(static_cast<const Record*>(nullptr)));
}

// Calls the function with the row of that name, which may be dotted, and the type of its value.
template <class Record, class Visit>
void visit_named(std::string_view name, const Visit& visit) {
  const auto dot = name.find('.');
  visit_rows<Record>([&]<class Value>(const auto& row, std::type_identity<Value> type) {
    if (row.name != name.substr(0, dot)) return;
    if constexpr (HasRows<Inside<Value>>)
      if (dot != name.npos) return visit_named<Inside<Value>>(name.substr(dot + 1), visit);
    visit(row, type);
  });
}

// Calls the function with each row and the record that it is of.
template <class Record, class Visit>
void visit_members(const Record& record, const Visit& visit) {
  const auto visit_row = [&](const auto& row) {
    if constexpr (is_of_other<std::remove_cvref_t<decltype(row)>>)
      visit_members(std::invoke(row.get, record), visit);
    else
      visit(row, record);
  };
  std::apply([&](const auto&... row) { (visit_row(row), ...); },
             rows_of(static_cast<const Record*>(nullptr)));
}

template <class List, class Visit>
void visit_items(const List& list, const Visit& visit) {
  if constexpr (is_streamed<List>)
    list.each(visit);
  else
    for (const auto& item : list)
      visit(item);
}

template <class Value>
void write(JsonWriter& out, const Value& value);

template <class Value>
void write_member(JsonWriter& out, std::string_view name, const Value& value) {
  if constexpr (!is_sometimes<Value>)
    write(out.key(name), value);
  else if (value.value)
    write(out.key(name), *value.value);
}

template <class Value>
void write(JsonWriter& out, const Value& value) {
  if constexpr (HasRows<Value>) {
    out.begin('{');
    visit_members(value, [&](const auto& row, const auto& record) {
      write_member(out, row.name, std::invoke(row.get, record));
    });
    out.end('}');
  } else if constexpr (std::is_same_v<Value, std::true_type>) {
    out.value(true);
  } else if constexpr (std::is_same_v<Value, CompactJson>) {
    out.raw(value.json);
  } else if constexpr (std::is_same_v<Value, Json> || IsText<Value> || HasText<Value> ||
                       std::is_arithmetic_v<Value>) {
    out.value(value);
  } else if constexpr (IsOptional<Value>) {
    if (value)
      write(out, *value);
    else
      out.raw("null");
  } else {
    out.begin('[');
    visit_items(value, [&](const auto& item) {
      write(out, item);
      out.item_ends();
    });
    out.end(']');
  }
}

template <class Value>
Json schema();

template <class Value>
void describe(Json& schema, const MemberDoc& doc) {
  if (!doc.pattern.empty()) schema["pattern"] = doc.pattern;
  if (doc.least > 0) schema["minimum"] = doc.least;
  if (!doc.format.empty()) schema["format"] = doc.format;
  if (doc.words != nullptr) {
    auto words = Json::array();
    for (const auto word : doc.words())
      words.push_back(word);
    if constexpr (IsOptional<Value>) words.push_back(nullptr);
    schema.erase("type");
    schema["enum"] = std::move(words);
  }
  if (!doc.types.empty()) {
    const auto types = split(doc.types, ' ');
    auto& typed = schema.contains("items") ? schema["items"] : schema;
    typed["type"] = types.size() == 1 ? Json(types.front()) : Json(types);
  }
}

template <class Record>
Json object_schema() {
  auto required = Json::array();
  Json properties = Json::object();
  visit_rows<Record>([&]<class Value>(const auto& row, std::type_identity<Value>) {
    Json member = Json::object();
    if (!row.doc.says.empty()) member["description"] = row.doc.says;
    member.update(schema<Value>());
    describe<Value>(member, row.doc);
    properties[std::string(row.name)] = std::move(member);
    if constexpr (!is_sometimes<Value>) required.push_back(row.name);
  });
  Json out{{"type", "object"}};
  if (!required.empty()) out["required"] = std::move(required);
  out["properties"] = std::move(properties);
  return out;
}

template <class Value>
Json schema() {
  if constexpr (HasRows<Value>) {
    return object_schema<Value>();
  } else if constexpr (is_sometimes<Value>) {
    return schema<std::remove_cvref_t<decltype(*Value{}.value)>>();
  } else if constexpr (std::is_same_v<Value, Json> || std::is_same_v<Value, CompactJson>) {
    return Json::object();
  } else if constexpr (std::is_same_v<Value, std::true_type>) {
    return {{"const", true}};
  } else if constexpr (std::is_same_v<Value, bool>) {
    return {{"type", "boolean"}};
  } else if constexpr (std::is_unsigned_v<Value>) {
    return {{"type", "integer"}, {"minimum", 0}};
  } else if constexpr (std::is_integral_v<Value>) {
    return {{"type", "integer"}};
  } else if constexpr (std::is_floating_point_v<Value>) {
    return {{"type", "number"}};
  } else if constexpr (IsText<Value> || HasText<Value> || HoldsText<Value>) {
    return {{"type", "string"}};
  } else if constexpr (IsOptional<Value>) {
    auto inner = schema<std::remove_cvref_t<decltype(*std::declval<const Value&>())>>();
    if (inner.contains("type")) inner["type"] = Json::array({inner["type"], "null"});
    return inner;
  } else {
    return {{"type", "array"}, {"items", schema<typename ItemOf<Value>::type>()}};
  }
}

using CellText = std::optional<std::string>;

// The value of a text, without quotes.
inline std::string text_of_json(std::string_view json) {
  return json.starts_with('"') ? json_unquoted(json) : std::string(json);
}

template <class Record>
CellText cell_at(const Record& record, std::string_view name, Audience audience);

// The row that a value is of, what is asked for of a value that is a record, and for whom.
struct CellOf {
  const MemberDoc& doc;
  std::string_view inner;
  Audience audience;
};

template <class Value>
CellText cell(const Value& value, const CellOf& of);

template <class List>
CellText cell_of_list(const List& list, const CellOf& of) {
  std::vector<std::string> parts;
  visit_items(list, [&](const auto& item) {
    if (auto part = cell(item, of)) parts.push_back(*std::move(part));
  });
  if (parts.empty() && !of.doc.empty_says.empty())
    return std::string(of.audience == Audience::people ? of.doc.empty_says : "[]");
  if (parts.empty() && !of.doc.has_sentences) return std::nullopt;
  return fmt::format("{}", fmt::join(parts, of.doc.has_sentences ? "; " : " "));
}

// Null that differs from a missing member is an optional value in another.
template <class Value>
CellText cell_of_optional(const Value& value, const CellOf& of) {
  if (!value) return std::nullopt;
  if constexpr (IsOptional<std::remove_cvref_t<decltype(*value)>>)
    if (!*value) return std::string(of.audience == Audience::people ? of.doc.null_says : "");
  return cell(*value, of);
}

inline CellText cell_of_json(const Json& value) {
  if (value.is_null()) return std::nullopt;
  return value.is_string() ? value.get<std::string>() : dump_json(value);
}

inline std::string cell_of_boolean(bool value, Audience audience) {
  if (audience == Audience::people) return value ? "yes" : "no";
  return value ? "true" : "false";
}

template <class Value>
CellText cell(const Value& value, const CellOf& of) {
  if constexpr (is_sometimes<Value>)
    return cell(value.value, of);
  else if constexpr (HasOwnCell<Value>)
    return cell_of(value, of.audience);
  else if constexpr (HasRows<Value>)
    return cell_at(value, of.inner, of.audience);
  else if constexpr (std::is_same_v<Value, CompactJson>)
    return value.json == "null" ? CellText() : CellText(text_of_json(value.json));
  else if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, std::true_type>)
    return cell_of_boolean(value, of.audience);
  else if constexpr (std::is_same_v<Value, Json>)
    return cell_of_json(value);
  else if constexpr (std::is_arithmetic_v<Value>)
    return fmt::format("{}", value);
  else if constexpr (IsText<Value>)
    return std::string(value);
  else if constexpr (HasText<Value>)
    return std::string(value.text());
  else if constexpr (HoldsText<Value>)
    return std::string(value.text);
  else if constexpr (IsOptional<Value>)
    return cell_of_optional(value, of);
  else
    return cell_of_list(value, of);
}

// `name` may be dotted: "live.version". Of rows with the same name, the first one counts.
template <class Record>
CellText cell_at(const Record& record, std::string_view name, Audience audience) {
  const auto dot = name.find('.');
  const auto first = name.substr(0, dot);
  const auto rest = dot == name.npos ? std::string_view() : name.substr(dot + 1);
  CellText found;
  bool is_found = false;
  visit_members(record, [&](const auto& row, const auto& owner) {
    if (is_found || row.name != first) return;
    is_found = true;
    found = cell(std::invoke(row.get, owner), CellOf{row.doc, rest, audience});
  });
  return found;
}

} // namespace rows

// Returns the record as a JSON object, or the list of such.
template <class Value>
[[nodiscard]] std::string result_json(const Value& value) {
  JsonWriter out;
  rows::write(out, value);
  return out.take();
}

// Returns the JSON Schema of what result_json() returns for such a value.
template <class Value>
[[nodiscard]] Json result_schema() {
  return rows::schema<Value>();
}

// Returns the texts of these members, of which lists are joined. A dotted name, such as
// "live.version", is a member of a member.
template <class Record, class Names>
[[nodiscard]] std::vector<std::optional<std::string>>
result_cells(const Record& record, const Names& names, Audience audience = Audience::programs) {
  std::vector<std::optional<std::string>> cells;
  for (const std::string_view name : names)
    cells.push_back(rows::cell_at(record, name, audience));
  return cells;
}

// Writes the same in parts, while it is made.
template <class Value>
void write_result_json(const Value& value, const std::function<void(std::string_view)>& write) {
  JsonWriter out(write);
  rows::write(out, value);
  write(out.take());
}

} // namespace mrctl
