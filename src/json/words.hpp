#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mrctl {

// Descriptions of the content of a text that is not JSON.

// Returns a short description of the text at the offset: "the end of the text", 'tru', "a
// \"quoted\" text", "'}'", "U+00A0".
[[nodiscard]] std::string describe_json_at(std::string_view text, std::size_t at);

// Returns the name or number at the offset.
[[nodiscard]] std::string_view json_word_at(std::string_view text, std::size_t at);

// Returns whether the text begins with a quote that JSON does not allow: ', `, or a curly one.
[[nodiscard]] bool begins_with_foreign_quote(std::string_view text);

// Returns what "\uXXXX" stands for where that begins the text.
[[nodiscard]] std::optional<unsigned> read_json_escape(std::string_view text);

// Returns whether the word is a number by the grammar of JSON, however large.
[[nodiscard]] bool is_json_number(std::string_view word);

// Returns the number that was probably meant by "+1", ".5", "1." or "007"; empty for other texts.
[[nodiscard]] std::string mended_number(std::string_view word);

// Returns whether the word is not-a-number or an infinity in another notation.
[[nodiscard]] bool is_no_finite_number(std::string_view word);

// Returns the value that was probably meant by a word such as "True", "None" or "nul"; empty for
// other words.
[[nodiscard]] std::string_view mended_word(std::string_view word);

} // namespace mrctl
