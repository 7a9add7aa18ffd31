#pragma once

#include "mrctl/base/list.hpp"
#include "mrctl/json/rows.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/service/record.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <forward_list>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// Records are read by their rows. Reading never fails: every member may be null or missing, of
// duplicate keys the last one counts, and other members are skipped, or kept as unknown ones.
namespace mrctl::service {

// Tolerant readers of the text of a JSON value. Each returns nothing if the value is null or of an
// unusable type. Text may come as a number or a boolean, and numbers and booleans as text. Parsed
// values would take many times the memory, and numbers would lose their spelling.
[[nodiscard]] std::optional<std::string> read_text(std::string_view value);
[[nodiscard]] std::optional<Number> read_number(std::string_view value);
[[nodiscard]] std::optional<bool> read_boolean(std::string_view value);
[[nodiscard]] std::optional<std::vector<std::string>> read_list(std::string_view value);

// Returns the value for people: a string without quotes, everything else as compact JSON.
[[nodiscard]] std::string text_of_value(std::string_view value);

// Returns compact JSON with numbers as spelled, since a double would make 1.5e-06 of "0.0000015",
// and strings without needless escapes.
[[nodiscard]] std::string spelled_json(std::string_view text);

// Reads a member of a record by its type, which may have a function of its own.
template <class Value>
[[nodiscard]] Value read_as(std::string_view value) {
  if constexpr (requires { Value::read(value); })
    return Value::read(value);
  else if constexpr (std::is_same_v<Value, std::optional<std::string>>)
    return read_text(value);
  else if constexpr (std::is_same_v<Value, std::optional<Number>>)
    return read_number(value);
  else if constexpr (std::is_same_v<Value, std::optional<bool>>)
    return read_boolean(value);
  else if constexpr (std::is_same_v<Value, std::optional<std::vector<std::string>>>)
    return read_list(value);
  else if constexpr (requires { Value::value_type::read(value); })
    return Value::value_type::read(value);
  else { // a Nullable
    using Inner = typename Value::value_type;
    auto inner = read_as<Inner>(value);
    return inner || value == "null" ? Value(std::move(inner)) : Value();
  }
}

// Reads values as views of an answer. Of the texts that are written differently there, such as
// those with escapes, it keeps what they stand for.
class Views {
public:
  template <class Value>
  [[nodiscard]] Value as(const JsonView& value) {
    if constexpr (std::is_same_v<Value, std::optional<std::string_view>>)
      return is_text(value) ? Value(kept_text(value)) : Value();
    else if constexpr (std::is_same_v<Value, std::optional<NumberView>>)
      return value.is_number() || value.is_string() ? Value(NumberView{kept_text(value)}) : Value();
    else if constexpr (std::is_same_v<Value, std::optional<PriceView>>)
      return value.is_null() ? Value() : Value(PriceView{price_of(value)});
    else if constexpr (std::is_same_v<Value, std::optional<std::vector<std::string_view>>>)
      return value.is_array() ? Value(texts_of(value)) : Value();
    else if constexpr (std::is_same_v<Value, std::optional<CompactJson>>)
      return says_nothing(value) ? Value() : Value(CompactJson{value.text()});
    else
      return read_as<Value>(value.text());
  }

  [[nodiscard]] std::forward_list<std::string> decoded() && { return std::move(decoded_); }

private:
  [[nodiscard]] static bool is_text(const JsonView& value) {
    return !value.is_null() && !value.is_structured();
  }
  [[nodiscard]] std::string_view kept_text(const JsonView& value);
  [[nodiscard]] std::vector<std::string_view> texts_of(const JsonView& list);
  [[nodiscard]] NumberView price_of(const JsonView& value) {
    return {value.is_number() || value.is_string() ? kept_text(value) : value.text()};
  }

  std::forward_list<std::string> decoded_;
};

template <class Record>
void read_members(Record& out, const JsonView& value, Views& views);

// If a key stands twice, only the last one counts.
template <class Part>
void read_part(Part& part, const JsonView& value, Views& views) {
  if constexpr (HasRows<Part>) {
    part = {};
    read_members(part, value, views);
  } else if constexpr (HasRows<rows::Inside<Part>>) {
    part.reset();
    if (value.is_object()) read_members(part.emplace(), value, views);
  } else if constexpr (requires { requires HasRows<typename Part::value_type>; }) {
    part.clear();
    if (!value.is_array()) return;
    part.reserve(value.size());
    for (const auto& item : value.items())
      read_members(part.emplace_back(), item.value, views);
  } else {
    part = views.as<Part>(value);
  }
}

template <class Record>
struct MemberReader {
  std::string_view name;
  void (*read)(Record&, const JsonView&, Views&); // none: it is skipped
};

template <class Record, std::size_t row>
constexpr MemberReader<Record> reader_of_row() {
  constexpr const auto& member = std::get<row>(rows::table<Record>);
  if constexpr (std::is_member_object_pointer_v<decltype(member.get)>)
    return {member.name, [](Record& out, const JsonView& value, Views& views) {
              read_part(out.*std::get<row>(rows::table<Record>).get, value, views);
            }};
  else
    return {member.name, nullptr};
}

template <class Record>
inline constexpr auto readers_of = []<std::size_t... row>(std::index_sequence<row...>) {
  return std::array{reader_of_row<Record, row>()...};
}
(std::make_index_sequence<std::tuple_size_v<decltype(rows::table<Record>)>>());

// Reads the rows of a record. A value that is not an object has no members.
template <class Record>
void read_members(Record& out, const JsonView& value, Views& views) {
  if constexpr (requires { out.json; }) out.json = value.text();
  if (!value.is_object()) return;
  const auto& members = readers_of<Record>;
  const auto* next = members.begin(); // most answers keep the order of the specification
  for (const auto& item : value.items()) {
    const auto is_it = [&](const auto& member) { return item.has_key(member.name); };
    const auto* found = std::find_if(next, members.end(), is_it);
    if (found == members.end()) {
      found = std::find_if(members.begin(), next, is_it);
      if (found == next) continue;
    }
    if (found->read != nullptr) found->read(out, item.value, views);
    next = std::next(found);
  }
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
  Views views;
  read_members(out, index.root(), views);
  if constexpr (requires { out.unknown; })
    out.unknown = read_unknown(text, names_of(readers_of<Record>));
  return out;
}

} // namespace mrctl::service
