#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mrctl {

// Words for what stands in a text that is not JSON.

// Returns what stands at the offset as people call it, shortened: "the end of the text", 'tru',
// "a \"quoted\" text", "'}'", "U+00A0".
[[nodiscard]] std::string describe_json_at(std::string_view text, std::size_t at);

// Returns the letters, digits and marks of names and numbers that stand at the offset.
[[nodiscard]] std::string_view json_word_at(std::string_view text, std::size_t at);

// Returns whether a quote that JSON does not know begins the text: ', `, or a curly one.
[[nodiscard]] bool begins_with_foreign_quote(std::string_view text);

// Returns what "\uXXXX" stands for where that begins the text.
[[nodiscard]] std::optional<unsigned> read_json_escape(std::string_view text);

// Returns whether the word is a number by the grammar of JSON, however large.
[[nodiscard]] bool is_json_number(std::string_view word);

// Returns the number that was meant by one such as "+1", ".5", "1." or "007"; empty where none was.
[[nodiscard]] std::string mended_number(std::string_view word);

// Returns whether the word is not-a-number or an infinity, as other notations have them.
[[nodiscard]] bool is_no_finite_number(std::string_view word);

// Returns the value that was meant by a word such as "True", "None" or "nul"; empty where none was.
[[nodiscard]] std::string_view mended_word(std::string_view word);

} // namespace mrctl
