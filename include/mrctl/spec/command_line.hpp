#pragma once

#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::spec {

// One use of a flag: its row, which is in one of two tables, and the raw text of its value.
struct FlagUse {
  const Flag* flag = nullptr;       // null for the flag of a field
  const FieldFlag* field = nullptr; // null for others
  std::string value{};              // "true" for a flag without a value
  std::size_t position = 0;         // among the flags of the command line, from 1

  [[nodiscard]] std::string_view name() const { return flag != nullptr ? flag->name : field->name; }
  // Returns whether the next word is the value if none is attached.
  [[nodiscard]] bool takes_value() const;
};

using FlagUses = std::vector<FlagUse>;

// The words of a command line, sorted by what the tables say of them; nothing is checked.
struct CommandLine {
  const Command* command = nullptr;
  std::string_view noun{}; // of the command, also where its verb is not known
  std::vector<std::string> arguments{};
  FlagUses flags{};
  std::vector<std::string> unknown{};     // flags and words that have no place
  std::optional<FlagUse> awaiting{};      // a flag whose value would be the next word
  std::optional<std::size_t> separator{}; // the position of "--"

  // Returns the values of a flag, in their order.
  [[nodiscard]] std::vector<std::string> values_of(std::string_view flag) const;
};

// Reads a whole command line, without the program's name, or the words in front of the one that a
// shell completes. Flags of the command stand behind it, in any order with its arguments; those of
// all commands stand anywhere: "--name VALUE", "--name=VALUE", "-n VALUE", "-nVALUE", "-abc". What
// follows "--" is no flag. In 'mrctl help --assume', the flag is an argument: a word to explain.
[[nodiscard]] CommandLine read_words(std::span<const std::string> words);

} // namespace mrctl::spec
