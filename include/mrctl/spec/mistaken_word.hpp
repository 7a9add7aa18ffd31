#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/invocation.hpp"

#include <string>
#include <string_view>

namespace mrctl::spec {

// Returns what a word is and what to write instead, where a path that does not exist, a model or a
// slug was expected: a glob in quotes, a revision of git, a model, typographic quotes, "@FILE",
// "NAME=VALUE", the text of a body, "help", a verb of other programs. Empty for any other word.
[[nodiscard]] std::string advice_on_word(std::string_view word, Takes expected,
                                         const Command& command);

// Returns how the value of a flag is written whose end the shell made a word of its own: "0.3" of
// "--set temperature 0.3". Empty for any other word.
[[nodiscard]] std::string advice_on_split_value(const std::string& word,
                                                const Invocation& invocation);

// Fails with a usage error, and what to write instead, if an argument of a command is no slug.
[[nodiscard]] Status check_slug(const std::string& word, const Command& command);

// Returns the folder in front of the first part of a path that is a pattern: "presets" for
// "presets/**/*.yaml".
[[nodiscard]] std::string folder_of_pattern(std::string_view path);

// Returns the command that takes the word as its first argument: "endpoints list" for a model,
// "byok get" for a UUID, "preset check" for a file. `noun` may be empty for any. Null if there is
// none.
[[nodiscard]] const Command* command_taking(std::string_view word, std::string_view noun);

} // namespace mrctl::spec
