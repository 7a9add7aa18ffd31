#pragma once

#include "mrctl/spec/command.hpp"
#include "mrctl/spec/shape.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::spec {

// Hints for habits from other programs, for which the nearest word would not help.

// Returns a hint on a flag that does not exist, such as "--api-key"; empty if there is none.
// `command` may be null.
[[nodiscard]] std::string_view advice_on_flag(std::string_view flag, const Command* command);

// Returns a hint on a noun that no command has, such as "models"; empty if there is none.
[[nodiscard]] std::string_view advice_on_noun(std::string_view noun);

// Returns a hint on a word that a place does not have: a verb of "preset", a key of "mrctl.toml", a
// word after "help" or "schema", a format of "--output"; empty if there is none.
[[nodiscard]] std::string_view advice_in(std::string_view place, std::string_view word);

// Returns a hint on a format that only reports have, such as "junit" for --output; empty for any
// other word.
[[nodiscard]] std::string advice_on_format(std::string_view name);

// Returns the first words of the commands, each once: "preset", "api".
[[nodiscard]] std::vector<std::string_view> nouns();

[[nodiscard]] bool is_noun(std::string_view word);

// Returns what was most likely meant by a word where a command should begin: a noun ("preset" for
// "presets"), or, if the word is like a verb, every command that ends in it ("endpoints list" and
// "config list" for "lst"). Empty if nothing is close.
[[nodiscard]] std::vector<std::string> nearest_commands(std::string_view word);

// Returns the command that was probably meant by a noun and a word: "preset create". Empty if none
// is close.
[[nodiscard]] std::string nearest_command(std::string_view noun, std::string_view verb);

// Returns "a number or null": the JSON types that a shape accepts.
[[nodiscard]] std::string type_words(const Shape& shape);

// Returns "between 0 and 2", "at least 1".
[[nodiscard]] std::string bound_words(const Bounds& bounds);

} // namespace mrctl::spec
