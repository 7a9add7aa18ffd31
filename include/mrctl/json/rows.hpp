#pragma once

#include "mrctl/base/output_format.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
  std::vector<std::string_view> (*words)() = nullptr; // the texts that it may be
  std::array<ValueType, 4> types{};                   // of a Json value, or of each
  std::size_t least = 0;                              // of a number
  bool has_sentences = false;                         // a list whose items are more than words
  Takes takes = Takes::text;                          // what a text is
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

// The rows of a record, in one place: a call would copy them each time.
template <class Record>
inline constexpr auto table = rows_of(static_cast<const Record*>(nullptr));

template <class Record>
inline constexpr bool are_documented = std::apply(
    [](const auto&... row) {
      const auto is_documented = [](const auto& one) {
        if constexpr (requires { one.doc; }) return !one.doc.says.empty();
        return true;
      };
      return (is_documented(row) && ...);
    },
    table<Record>);

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

// The type of what an optional value or a pointer holds.
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
  std::apply([&](const auto&... row) { (visit_row(row), ...); }, table<Record>);
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
  std::apply([&](const auto&... row) { (visit_row(row), ...); }, table<Record>);
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
    static_assert(are_documented<Value>, "a row lacks its description");
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

// The JSON Schema of an object, member by member.
struct ObjectSchema {
  Json required = Json::array();
  Json properties = Json::object();

  void add(std::string_view name, const MemberDoc& doc, const Json& value);
  [[nodiscard]] Json whole() &&;
};

[[nodiscard]] Json schema_of_type(ValueType type);
[[nodiscard]] Json nullable(Json schema);
[[nodiscard]] Json list_of(Json items);

template <class Value>
Json schema() {
  if constexpr (HasRows<Value>) {
    ObjectSchema object;
    visit_rows<Value>([&]<class Member>(const auto& row, std::type_identity<Member>) {
      if (row.doc.says.empty()) return;
      object.add(row.name, row.doc, schema<Member>());
      if constexpr (!is_sometimes<Member>) object.required.push_back(row.name);
    });
    return std::move(object).whole();
  } else if constexpr (is_sometimes<Value>) {
    return schema<std::remove_cvref_t<decltype(*Value{}.value)>>();
  } else if constexpr (std::is_same_v<Value, Json> || std::is_same_v<Value, CompactJson>) {
    return Json::object();
  } else if constexpr (std::is_same_v<Value, std::true_type>) {
    return {{"const", true}};
  } else if constexpr (std::is_same_v<Value, bool>) {
    return schema_of_type(ValueType::boolean);
  } else if constexpr (std::is_unsigned_v<Value>) {
    return {{"type", "integer"}, {"minimum", 0}};
  } else if constexpr (std::is_integral_v<Value>) {
    return schema_of_type(ValueType::integer);
  } else if constexpr (std::is_floating_point_v<Value>) {
    return schema_of_type(ValueType::number);
  } else if constexpr (IsText<Value> || HasText<Value> || HoldsText<Value>) {
    return schema_of_type(ValueType::string);
  } else if constexpr (IsOptional<Value>) {
    return nullable(schema<std::remove_cvref_t<decltype(*std::declval<const Value&>())>>());
  } else {
    return list_of(schema<typename ItemOf<Value>::type>());
  }
}

// The name of a row as a constant; "live.version" is a member of a member.
struct Name {
  std::array<char, 40> text{};
  std::size_t size = 0;

  constexpr explicit Name(std::string_view name) : size(name.size()) {
    std::copy_n(name.begin(), size, text.begin());
  }
  template <std::size_t count>
  constexpr Name(const char (&written)[count]) : Name(std::string_view(written, count - 1)) {}

  [[nodiscard]] constexpr std::string_view view() const { return {text.data(), size}; }
  [[nodiscard]] constexpr std::string_view first() const {
    return view().substr(0, view().find('.'));
  }
  [[nodiscard]] constexpr Name rest() const {
    return Name(view().substr(std::min(first().size() + 1, size)));
  }
};

// Returns the position of the first row of that name, or in whose place the members of a record
// stand that has it; the number of rows if there is none.
template <class Record>
constexpr std::size_t position_of(std::string_view name) {
  std::size_t position = 0;
  const auto is_before = [&](const auto& row) {
    if constexpr (is_of_other<std::remove_cvref_t<decltype(row)>>) {
      using Other = ValueOf<Record, decltype(row.get)>;
      if (position_of<Other>(name) < std::tuple_size_v<decltype(table<Other>)>) return false;
    } else {
      if (row.name == name) return false;
    }
    ++position;
    return true;
  };
  std::apply([&](const auto&... row) { return (is_before(row) && ...); }, table<Record>);
  return position;
}

// The row of the record that has a name, of which there must be one.
template <class Record, Name name>
inline constexpr const auto& row_at = std::get<position_of<Record>(name.first())>(table<Record>);

using CellText = std::optional<std::string>;

// The value of a text, without quotes.
[[nodiscard]] std::string text_of_json(std::string_view json);
[[nodiscard]] CellText cell_of_json(const Json& value);
[[nodiscard]] std::string cell_of_boolean(bool value, Audience audience);

// The row that a value is of, and for whom its text is.
struct CellOf {
  const MemberDoc& doc;
  Audience audience;
};

[[nodiscard]] CellText cell_of_list(const std::vector<std::string>& parts, const CellOf& of);

template <Name name, class Record>
CellText cell_at(const Record& record, Audience audience);

template <Name inner, class Value>
CellText cell(const Value& value, const CellOf& of);

template <Name inner, class Value>
CellText cell_of_optional(const Value& value, const CellOf& of) {
  if (!value) return std::nullopt;
  // Null that differs from a missing member is an optional value in another.
  if constexpr (IsOptional<std::remove_cvref_t<decltype(*value)>>)
    if (!*value) return std::string(of.audience == Audience::people ? of.doc.null_says : "");
  return cell<inner>(*value, of);
}

// `inner` names the member that is shown of a value that is a record.
template <Name inner, class Value>
CellText cell(const Value& value, const CellOf& of) {
  if constexpr (is_sometimes<Value>) {
    return cell<inner>(value.value, of);
  } else if constexpr (inner.size == 0 && HasOwnCell<Value>) {
    return cell_of(value, of.audience);
  } else if constexpr (HasRows<Value>) {
    return cell_at<inner>(value, of.audience);
  } else if constexpr (std::is_same_v<Value, CompactJson>) {
    return value.json == "null" ? CellText() : CellText(text_of_json(value.json));
  } else if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, std::true_type>) {
    return cell_of_boolean(value, of.audience);
  } else if constexpr (std::is_same_v<Value, Json>) {
    return cell_of_json(value);
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return fmt::format("{}", value);
  } else if constexpr (IsText<Value>) {
    return std::string(value);
  } else if constexpr (HasText<Value>) {
    return std::string(value.text());
  } else if constexpr (HoldsText<Value>) {
    return std::string(value.text);
  } else if constexpr (IsOptional<Value>) {
    return cell_of_optional<inner>(value, of);
  } else {
    std::vector<std::string> parts;
    visit_items(value, [&](const auto& item) {
      if (auto part = cell<inner>(item, of)) parts.push_back(*std::move(part));
    });
    return cell_of_list(parts, of);
  }
}

// Returns the text of a member; of a list, those of its items are joined.
template <Name name, class Record>
CellText cell_at(const Record& record, Audience audience) {
  constexpr const auto& row = row_at<Record, name>;
  if constexpr (is_of_other<std::remove_cvref_t<decltype(row)>>)
    return cell_at<name>(std::invoke(row.get, record), audience);
  else
    return cell<name.rest()>(std::invoke(row.get, record), {row.doc, audience});
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

// Writes the same in parts, while it is made.
template <class Value>
void write_result_json(const Value& value, const std::function<void(std::string_view)>& write) {
  JsonWriter out(write);
  rows::write(out, value);
  write(out.take());
}

} // namespace mrctl
