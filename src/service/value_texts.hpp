#pragma once

#include "mrctl/service/number.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

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

// Reads a member of a record by its type.
template <class Value>
[[nodiscard]] Value read_as(std::string_view value) {
  if constexpr (std::is_same_v<Value, std::optional<std::string>>)
    return read_text(value);
  else if constexpr (std::is_same_v<Value, std::optional<Number>>)
    return read_number(value);
  else if constexpr (std::is_same_v<Value, std::optional<bool>>)
    return read_boolean(value);
  else if constexpr (std::is_same_v<Value, std::optional<std::vector<std::string>>>)
    return read_list(value);
  else { // a Nullable
    using Inner = typename Value::value_type;
    auto inner = read_as<Inner>(value);
    return inner || value == "null" ? Value(std::move(inner)) : Value();
  }
}

} // namespace mrctl::service
