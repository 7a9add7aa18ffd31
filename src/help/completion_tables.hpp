#pragma once

#include "mrctl/help/value_facts.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::help {

// The offers after a command, or for its flags.
struct CommandWords {
  std::string command; // "preset create"; empty for what every command has
  std::vector<Word> words;
};

// The offers for one of the keys. A key may end in '*', which stands for anything.
struct OfferRow {
  std::vector<std::string> keys;
  Offer offer = Offer::nothing;
  std::vector<Word> words;
};

// The data of the completion script of every shell.
struct CompletionTables {
  std::vector<std::string> commands;    // and their beginnings: "preset", "preset create"
  std::vector<CommandWords> next_words; // of each beginning of a command
  std::vector<CommandWords> flags;      // those with letters in both spellings
  std::vector<std::pair<std::string, std::string>> spellings; // letter and name: "-o", "--output"
  std::vector<std::string> value_flags; // flags whose value is the next word, in every spelling
  std::vector<std::string> repeated_flags;
  std::vector<OfferRow> flag_values; // by flag, in every spelling
  // By command and number of the arguments before: "config set:1". "--:emulator exec" is for the
  // arguments after "--".
  std::vector<OfferRow> arguments;
  std::vector<OfferRow> setting_values; // by key of the setting
};

[[nodiscard]] CompletionTables completion_tables();

// Returns the end of the name of the shell function that makes an offer: "word_list".
[[nodiscard]] std::string_view function_name(Offer offer);

} // namespace mrctl::help
