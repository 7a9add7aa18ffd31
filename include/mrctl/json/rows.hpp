#pragma once

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
  std::string_view types{};                           // of a Json value: "string null"
  std::size_t least = 0;                              // of a number
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
  return {holds ? std::optional(std::move(value)) : std::nullopt};
}

// A value that is compact JSON already.
struct CompactJson {
  std::string json;
};

// A list whose items are written one by one: JSON is written around it.
template <class Item>
struct Streamed {};

namespace rows {

template <class Value>
inline constexpr bool is_sometimes = false;
template <class Value>
inline constexpr bool is_sometimes<Sometimes<Value>> = true;

template <class Value>
inline constexpr bool is_streamed = false;
template <class Item>
inline constexpr bool is_streamed<Streamed<Item>> = true;

template <class Value>
concept IsText = std::is_convertible_v<Value, std::string_view>;
template <class Value> // an optional, or a pointer
concept IsOptional = !IsText<Value> && (std::is_pointer_v<Value> ||
                                        requires(const Value& value) { value.has_value(); });
template <class Value>
concept HasText = requires(const Value& value) {
  value.text();
};

template <class Record, class Get>
using ValueOf = std::remove_cvref_t<std::invoke_result_t<const Get&, const Record&>>;

template <class Record, class Visit>
void for_each(Visit visit) {
  std::apply([&](const auto&... row) { (visit(row), ...); },
             rows_of(static_cast<const Record*>(nullptr)));
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
    for_each<Value>(
        [&](const auto& row) { write_member(out, row.name, std::invoke(row.get, value)); });
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
    out.array(value, [&](const auto& item) { write(out, item); });
  }
}

template <class Value>
Json schema();

template <class Value>
void describe(Json& schema, const MemberDoc& doc) {
  if (!doc.pattern.empty()) schema["pattern"] = doc.pattern;
  if (doc.least > 0) schema["minimum"] = doc.least;
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
    schema["type"] = types.size() == 1 ? Json(types.front()) : Json(types);
  }
}

template <class Record>
Json object_schema() {
  auto required = Json::array();
  Json properties = Json::object();
  for_each<Record>([&](const auto& row) {
    using Value = ValueOf<Record, decltype(row.get)>;
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

template <class Item>
Json schema_of_streamed(const Streamed<Item>& /*list*/) {
  return schema<Item>();
}

template <class Value>
Json schema() {
  if constexpr (HasRows<Value>) {
    return object_schema<Value>();
  } else if constexpr (is_streamed<Value>) {
    return {{"type", "array"}, {"items", schema_of_streamed(Value{})}};
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
  } else if constexpr (IsText<Value> || HasText<Value>) {
    return {{"type", "string"}};
  } else if constexpr (IsOptional<Value>) {
    auto inner = schema<std::remove_cvref_t<decltype(*std::declval<const Value&>())>>();
    if (inner.contains("type")) inner["type"] = Json::array({inner["type"], "null"});
    return inner;
  } else {
    using Item = std::remove_cvref_t<decltype(*std::begin(std::declval<const Value&>()))>;
    return {{"type", "array"}, {"items", schema<Item>()}};
  }
}

using CellText = std::optional<std::string>;

struct Booleans {
  std::string_view yes = "true";
  std::string_view no = "false";
};

template <class Record>
CellText cell_at(const Record& record, std::string_view name, const Booleans& words);

template <class List>
CellText cell_of_list(const List& list, std::string_view inner, const Booleans& words);

template <class Value>
CellText cell(const Value& value, std::string_view inner, const Booleans& words) {
  if constexpr (is_sometimes<Value>)
    return cell(value.value, inner, words);
  else if constexpr (HasRows<Value>)
    return cell_at(value, inner, words);
  else if constexpr (std::is_same_v<Value, CompactJson>)
    return value.json;
  else if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, std::true_type>)
    return std::string(value ? words.yes : words.no);
  else if constexpr (std::is_same_v<Value, Json>)
    return value.is_null()
               ? CellText()
               : CellText(value.is_string() ? value.template get<std::string>() : dump_json(value));
  else if constexpr (std::is_arithmetic_v<Value>)
    return fmt::format("{}", value);
  else if constexpr (IsText<Value>)
    return std::string(value);
  else if constexpr (HasText<Value>)
    return std::string(value.text());
  else if constexpr (IsOptional<Value>)
    return value ? cell(*value, inner, words) : CellText();
  else
    return cell_of_list(value, inner, words);
}

template <class List>
CellText cell_of_list(const List& list, std::string_view inner, const Booleans& words) {
  std::vector<std::string> parts;
  for (const auto& item : list)
    if (auto part = cell(item, inner, words)) parts.push_back(*std::move(part));
  return fmt::format("{}", fmt::join(parts, inner.empty() ? "; " : " "));
}

// `name` may be dotted: "live.version".
template <class Record>
CellText cell_at(const Record& record, std::string_view name, const Booleans& words) {
  const auto dot = name.find('.');
  const auto first = name.substr(0, dot);
  const auto rest = dot == name.npos ? std::string_view() : name.substr(dot + 1);
  CellText found;
  for_each<Record>([&](const auto& row) {
    if (row.name == first) found = cell(std::invoke(row.get, record), rest, words);
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
result_cells(const Record& record, const Names& names, const rows::Booleans& words = {}) {
  std::vector<std::optional<std::string>> cells;
  for (const std::string_view name : names)
    cells.push_back(rows::cell_at(record, name, words));
  return cells;
}

// The JSON of a record before and after the items of its streamed list.
struct ResultFrame {
  std::string head;
  std::string tail;
};

template <class Record>
[[nodiscard]] ResultFrame result_frame(const Record& record) {
  JsonWriter out;
  ResultFrame frame;
  out.begin('{');
  rows::for_each<Record>([&](const auto& row) {
    const auto& member = std::invoke(row.get, record);
    using Value = std::remove_cvref_t<decltype(member)>;
    if constexpr (rows::is_streamed<Value>) {
      out.key(row.name).begin('[');
      frame.head = out.take();
      out.end(']');
    } else {
      rows::write_member(out, row.name, member);
    }
  });
  frame.tail = out.end('}').take();
  return frame;
}

} // namespace mrctl
