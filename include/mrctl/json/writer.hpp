#pragma once

#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mrctl {

// Returns nothing for an empty text, which JSON says by null.
[[nodiscard]] inline std::optional<std::string_view> unless_empty(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

// Writes a JSON text from its beginning to its end, without building values. Each key is followed
// by a value, and what begins ends.
class JsonWriter {
public:
  JsonWriter() = default;

  // Passes on what was written, in parts, between the items of lists. The caller takes the rest.
  explicit JsonWriter(std::function<void(std::string_view part)> pass_on)
      : pass_on_(std::move(pass_on)) {}

  // A word of the program's own: it is not escaped.
  JsonWriter& key(std::string_view key) {
    separate();
    text_.append("\"").append(key).append("\":");
    is_separate_ = true;
    return *this;
  }

  // A value that is JSON already, or several members without braces.
  JsonWriter& raw(std::string_view json) {
    separate();
    text_ += json;
    return *this;
  }

  // Null if there is nothing; a text, a number, a boolean, a value, what has a text(), or the array
  // of such.
  template <class Value>
  JsonWriter& value(const Value& value) {
    if constexpr (std::is_same_v<Value, Json>)
      return raw(dump_json(value));
    else if constexpr (std::is_same_v<Value, bool>)
      return raw(value ? "true" : "false");
    else if constexpr (std::is_integral_v<Value>)
      return raw(std::to_string(value));
    else if constexpr (std::is_convertible_v<Value, std::string_view>)
      return raw(json_quote(value));
    else if constexpr (requires { value.has_value(); })
      return value ? this->value(*value) : raw("null");
    else if constexpr (requires { value.text(); })
      return this->value(value.text());
    else
      return array(value, [this](const auto& item) { this->value(item); });
  }

  template <class Value>
  JsonWriter& member(std::string_view name, const Value& value) {
    return key(name).value(value);
  }
  JsonWriter& raw_member(std::string_view name, std::string_view json) {
    return key(name).raw(json);
  }

  JsonWriter& begin(char bracket) {
    separate();
    text_ += bracket;
    is_separate_ = true;
    return *this;
  }
  JsonWriter& end(char bracket) {
    text_ += bracket;
    is_separate_ = false;
    return *this;
  }

  // Calls the function for each item to write it.
  template <class Items, class WriteItem>
  JsonWriter& array(const Items& items, WriteItem write_item) {
    begin('[');
    for (const auto& item : items)
      write_item(item);
    return end(']');
  }

  void item_ends() {
    constexpr std::size_t enough = 64 << 10;
    if (pass_on_ && text_.size() >= enough) pass_on_(take());
  }

  // Returns what was written since this was called last.
  [[nodiscard]] std::string take() { return std::exchange(text_, {}); }

private:
  void separate() {
    if (!is_separate_) text_ += ',';
    is_separate_ = false;
  }

  std::function<void(std::string_view)> pass_on_;
  std::string text_;
  bool is_separate_ = true; // nothing precedes a value in its object or array
};

} // namespace mrctl
