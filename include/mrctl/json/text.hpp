#pragma once

#include "mrctl/json/view.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl {

// Functions on the text of JSON that index_json() accepts. They copy bytes and never reformat a
// number or a string, so scripts get exactly what the service sent.

// Returns whether the text is JSON, duplicate keys aside.
[[nodiscard]] bool is_json(std::string_view text);

// Returns the text without insignificant white space.
[[nodiscard]] std::string compact_json(std::string_view text);

// Returns the text over several lines, indented by two spaces per level, without a final newline.
[[nodiscard]] std::string pretty_json(std::string_view text);

enum class JsonLayout { one_line, lines }; // lines: as pretty_json() does
enum class JsonPart { key, string, literal, number };

// Appends a key or a scalar, given as it is written.
using WriteJsonPart = std::function<void(std::string& out, JsonPart part, std::string_view token)>;

// Returns the value with its keys and scalars written by a function.
[[nodiscard]] std::string written_json(const JsonView& value, JsonLayout layout,
                                       const WriteJsonPart& write);

// Returns the text of a member of an object (the last one of that name), or nothing if the value is
// not an object or has no such member.
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

// Returns the documents that follow each other in a text; what is not JSON is the last one.
[[nodiscard]] std::vector<std::string_view> json_documents(std::string_view text);

// Returns the text as a JSON string, quotes included.
[[nodiscard]] std::string json_quote(std::string_view text);

// Returns the text that a JSON string stands for; `token` has its quotes.
[[nodiscard]] std::string json_unquoted(std::string_view token);

// A part of a text, and what takes its place.
struct JsonCut {
  std::string_view part; // if it is empty, the text is inserted there
  std::string text{};
};

// Cuts and pastes parts that do not overlap. The rest stays as it is written, and the result must
// be JSON again.
[[nodiscard]] JsonText cut_json(const JsonText& text, std::vector<JsonCut> cuts);

// Returns the cut that adds items, separated by commas, at the end of an object or an array.
[[nodiscard]] JsonCut adding_items(const JsonView& list, std::string_view items);

// Returns the cuts that remove items from an object or an array, with their commas.
[[nodiscard]] std::vector<JsonCut>
removing_items(const JsonView& list, const std::function<bool(const JsonItem&)>& is_removed);

} // namespace mrctl
