#pragma once

#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::docgen {

// What a shell offers where a value is expected.
enum class Offer : std::uint8_t {
  nothing,
  words,          // the words of the facts
  word_list,      // several of them behind commas
  beginnings,     // the words, behind which more is to follow: "prompt", "provider.sort="
  pairs,          // the same, and files behind "=@"
  text,           // files behind "@", else the words, where there are any
  files,          // paths of files and folders
  profiles,       // those of config.toml
  setting_values, // of the setting that the argument before names
  commands,       // those of mrctl, and the words: the topics of its help
  command_line,   // another command with its own arguments, behind "--"
};

// One word that a shell may offer.
struct Word {
  std::string text;
  std::string says; // what it stands for; empty where the word says it
};

// A flag as a manual or a shell sees it: those of a command, of a field of the body and of all
// commands look the same here.
struct FlagFacts {
  std::string name;                 // with the dashes
  char letter = 0;                  // 0 where there is none
  std::string value_name;           // "FILE", "N|null", "true|false"; empty where it takes no value
  bool is_value_optional = false;   // --stream and --stream=false, but not --stream false
  bool repeats = false;             // each use adds to the others
  std::string help;                 // one line
  std::vector<std::string> choices; // what the value may be, where the help does not say it
  Offer offer = Offer::nothing;
  std::vector<Word> words;
  const spec::FieldFlag* field = nullptr; // of the flag of a field

  // Whether the next word of the command line is its value.
  [[nodiscard]] bool takes_value() const { return !value_name.empty() && !is_value_optional; }
};

// Returns the flags that a command has and others need not have, in the order of its help: its own,
// then those of the body's fields.
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

} // namespace mrctl::docgen
