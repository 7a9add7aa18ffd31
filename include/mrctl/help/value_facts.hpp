#pragma once

#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::help {

// What a shell offers where a value is expected.
enum class Offer : std::uint8_t {
  nothing,
  words,          // the words of the facts
  word_list,      // several of them, separated by commas
  beginnings,     // words that need a continuation: "prompt", "provider.sort="
  pairs,          // the same, and files after "=@"
  text,           // files after "@", else the words, if any
  files,          // paths of files and folders
  profiles,       // those of config.toml
  setting_values, // of the setting named by the previous argument
  commands,       // mrctl's commands, and the words: the topics of its help
  command_line,   // another command with its own arguments, after "--"
};

// One word that a shell may offer.
struct Word {
  std::string text;
  std::string says; // its meaning; empty if obvious
};

// A flag for manuals and shells: flags of a command, of a body's field and of all commands in one
// form.
struct FlagFacts {
  std::string name;                 // with the dashes
  char letter = 0;                  // 0 if there is none
  std::string value_name;           // "FILE", "N|null", "true|false"; empty where it takes no value
  bool is_value_optional = false;   // --stream and --stream=false, but not --stream false
  bool repeats = false;             // each use adds to earlier ones
  std::string help;                 // one line
  std::vector<std::string> choices; // valid values, if the help does not list them
  std::string fallback;             // the default, if the help does not give it
  Offer offer = Offer::nothing;
  std::vector<Word> words;
  const spec::FieldFlag* field = nullptr; // for the flag of a field

  // Whether the next word of the command line is its value.
  [[nodiscard]] bool takes_value() const { return !value_name.empty() && !is_value_optional; }
};

// Returns the flags of a command other than global ones, in the order of its help: its own, then
// those of the body's fields.
[[nodiscard]] std::vector<FlagFacts> command_flags(const spec::Command& command);

// Returns the flags of every command.
[[nodiscard]] std::vector<FlagFacts> shared_flags();

// An argument of a command, likewise.
struct ArgumentFacts {
  std::string name; // "SLUG"
  bool is_optional = false;
  bool repeats = false;
  std::string help;
  Offer offer = Offer::nothing;
  std::vector<Word> words;
};

[[nodiscard]] std::vector<ArgumentFacts> argument_facts(const spec::Command& command);

} // namespace mrctl::help
