#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/command.hpp"

#include <string_view>

namespace mrctl::spec {

// A flag that its command does not have.
struct UnknownFlag {
  std::string_view name;            // "--temperature", as it was typed
  std::string_view value{};         // the text after '=', or the next word; empty if there is none
  const Command* command = nullptr; // null if no command was recognised
  std::string_view noun{};          // without a verb; empty if there is a command
};

// Returns the error. Its hint says what to write instead: an argument, the command's own way to do
// it, the nearest flag, or which commands have the flag.
[[nodiscard]] Error unknown_flag(const UnknownFlag& flag);

// Returns whether a word such as "-target=s" is a long flag, of mrctl or other programs, with one
// dash too few.
[[nodiscard]] bool lacks_a_dash(std::string_view word, const Command* command);

} // namespace mrctl::spec
