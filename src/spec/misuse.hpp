#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/invocation.hpp"

#include "read_flags.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mrctl::spec {

// Checks of a command line that need only the tables, and the errors about its words. All fail with
// a usage error, whose hint says what to write instead.

// Fails if arguments are missing or too many, or if one looks like a misspelt choice.
[[nodiscard]] Status judge_arguments(const Invocation& invocation);

// Fails if flags stand behind a COMMAND without "--", where they would not be those of COMMAND.
[[nodiscard]] Status judge_words_of_command(const Invocation& invocation);

// Returns whether the command that the invocation runs is mrctl.
[[nodiscard]] bool runs_mrctl(const Invocation& invocation);

// Fails if a flag that takes one value is given more than once.
[[nodiscard]] Status judge_repetitions(const FlagUses& uses);

// Returns what a value may be, for a flag that lacks it: "one of low, high"; may be empty.
[[nodiscard]] std::string example_of(const Flag& flag);
[[nodiscard]] std::string example_of(const FieldFlag& flag);

[[nodiscard]] Error unexpected_argument(const std::string& word, const Invocation& invocation);

// A flag that its command does not have.
struct UnknownFlag {
  enum class Place : std::uint8_t { anywhere, command, noun, config };

  std::string_view name;            // "--temperature", as it was typed
  std::string_view value{};         // the text after '=', or the next word; empty if there is none
  const Command* command = nullptr; // null if no command was recognised
  std::string_view noun{};          // without a verb; empty if there is a command

  [[nodiscard]] bool is_at(Place place) const {
    const bool has_command = command != nullptr;
    return place == Place::anywhere || (place == Place::noun && !noun.empty()) ||
           (has_command && place == Place::command) ||
           (has_command && place == Place::config && command->noun == "config");
  }
};

[[nodiscard]] Error unknown_flag(const UnknownFlag& flag);

// Returns whether a word such as "-target=s" is a long flag, of mrctl or other programs, with one
// dash too few.
[[nodiscard]] bool lacks_a_dash(std::string_view word, const Command* command);

// A word where a command should be.
struct UnknownCommand {
  std::string word;
  std::string_view noun; // of the command line, before or behind the word; empty if there is none
  std::span<const std::string> arguments; // the whole command line
};

[[nodiscard]] Error unknown_command(const UnknownCommand& given);

// Returns the words that follow a noun: "list, get, set".
[[nodiscard]] std::string list_of_verbs(std::string_view noun);

} // namespace mrctl::spec
