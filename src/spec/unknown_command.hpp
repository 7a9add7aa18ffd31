#pragma once

#include "mrctl/base/error.hpp"

#include <span>
#include <string>
#include <string_view>

namespace mrctl::spec {

// A word where a command should be.
struct UnknownCommand {
  std::string word;
  std::string_view noun; // of the command line, before or behind the word; empty if there is none
  std::span<const std::string> arguments; // the whole command line
};

// Returns the error. Its hint says which command does it, or what the word is instead.
[[nodiscard]] Error unknown_command(const UnknownCommand& given);

// Returns the words that follow a noun: "list, get, set".
[[nodiscard]] std::string list_of_verbs(std::string_view noun);

} // namespace mrctl::spec
