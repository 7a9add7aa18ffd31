#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl {

// Functions on the text of JSON that parse_json() or outline_json() has accepted. They copy bytes
// and never reformat a number or a string, so scripts get exactly what the service sent.

// Returns the text without insignificant white space.
[[nodiscard]] std::string compact_json(std::string_view text);

// Returns the text over several lines, indented by two spaces per level, without a final newline.
[[nodiscard]] std::string pretty_json(std::string_view text);

// Returns the text of a member of an object (the last one of that name), or nothing if the value is
// not an object or has no such member. The key must need no escapes.
[[nodiscard]] std::optional<std::string_view> json_member(std::string_view object,
                                                          std::string_view key);

// Returns the texts of an array's elements; empty if the value is not an array.
[[nodiscard]] std::vector<std::string_view> json_elements(std::string_view array);

// One member of an object: its key as written, without the quotes, and the text of its value.
struct JsonMemberText {
  std::string_view key;
  std::string_view value;
};
[[nodiscard]] std::vector<JsonMemberText> json_members(std::string_view object);

// Returns the value of the last member of that name, or nothing. The key must need no escapes.
[[nodiscard]] std::optional<std::string_view>
find_json_member(std::span<const JsonMemberText> members, std::string_view key);

// The parts of a text: the members, if it is an object.
struct JsonOutline {
  std::vector<JsonMemberText> members;
  bool is_compact = false; // certainly no white space outside strings
};

// Checks and splits a text in one pass; nothing if parse_json() would not accept it tolerantly.
// Takes a fraction of parse_json()'s time, and memory for the members only.
[[nodiscard]] std::optional<JsonOutline> outline_json(std::string_view text);

// Returns the text as a JSON string, quotes included.
[[nodiscard]] std::string json_quote(std::string_view text);

} // namespace mrctl
