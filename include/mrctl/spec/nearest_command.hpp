#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::spec {

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

} // namespace mrctl::spec
