#pragma once

#include "value_facts.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::docgen {

// What is offered behind a command or as its flags.
struct CommandWords {
  std::string command; // "preset create"; empty for what every command has
  std::vector<Word> words;
};

// What is offered where one of the keys holds. A key may end in '*', which stands for anything.
struct OfferRow {
  std::vector<std::string> keys;
  Offer offer = Offer::nothing;
  std::vector<Word> words;
};

// What the completion script of every shell is made of.
struct CompletionTables {
  std::vector<std::string> commands;    // and their beginnings: "preset", "preset create"
  std::vector<CommandWords> next_words; // of each beginning of a command
  std::vector<CommandWords> flags;      // those with letters in both spellings
  std::vector<std::pair<std::string, std::string>> spellings; // letter and name: "-o", "--output"
  std::vector<std::string> value_flags; // whose value is the next word, in every spelling
  std::vector<std::string> repeated_flags;
  std::vector<OfferRow> flag_values; // by flag, in every spelling
  // By command and number of the arguments before: "config set:1". "--:emulator exec" is what comes
  // behind "--".
  std::vector<OfferRow> arguments;
  std::vector<OfferRow> setting_values; // by key of the setting
};

[[nodiscard]] CompletionTables completion_tables();

// Returns the end of the name of the shell function that makes an offer: "word_list".
[[nodiscard]] std::string_view function_name(Offer offer);

} // namespace mrctl::docgen
