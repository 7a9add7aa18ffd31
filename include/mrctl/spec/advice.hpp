#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/shape.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::spec {

enum class ForeignKind : std::uint8_t {
  command,
  word,
  flag,
  field,
  member,
  value,
  column,
  refusal
};

// Words of other programs, for which the nearest word would not help, and what there is here: a row
// of src/spec/foreign_words.tsv, which describes the columns.
struct ForeignWords {
  ForeignKind kind;
  std::string_view place;
  std::string_view words; // separated by blanks
  Does does;
  std::string_view answer;
  std::string_view reason;

  [[nodiscard]] std::string text() const; // "use --jobs N", "leave it out: times are in UTC"
  [[nodiscard]] Suggestion suggestion() const { return {text(), does}; }
};

[[nodiscard]] std::span<const ForeignWords> foreign_words();

// The places of rows of the kind `word`.
enum class WordPlace : std::uint8_t {
  preset,
  preset_file, // "preset show a.yaml"
  preset_state,
  byok,
  endpoints,
  auth,
  config,
  schema,
  help,
  output,
  init,
  completion,
  emulator,
  project_file,
  config_file,
};

// All return a hint on a word that a place does not have; empty if there is none.
[[nodiscard]] Suggestion suggestion_in(WordPlace place, std::string_view word);
[[nodiscard]] std::string advice_in(WordPlace place, std::string_view word);
// `words` are those before it: "preset", "preset state".
[[nodiscard]] std::string advice_on_verb(std::string_view words, std::string_view word);
[[nodiscard]] std::string advice_at(const Command& command, std::string_view word);

// Returns a hint on a flag that does not exist, such as "--api-key"; empty if there is none.
// `command` may be null.
[[nodiscard]] std::string advice_on_flag(std::string_view flag, const Command* command);

// Returns a hint on a noun that no command has, such as "models"; empty if there is none.
[[nodiscard]] std::string advice_on_noun(std::string_view noun);

// Returns the row of a sentence of a service, without regard to case, quotes, numbers and what
// follows: "No endpoints found that support tool use." Null if that is not known.
[[nodiscard]] const ForeignWords* find_refusal(std::string_view sentence);

// Returns the row of a member, a value or a column: "deny" for the value "none" of
// "provider.data_collection". Case, '-' and '_' do not matter. Null if there is none.
[[nodiscard]] const ForeignWords* find_foreign(ForeignKind kind, std::string_view place,
                                               std::string_view word);

// Returns a hint on a word that is no value of a flag or setting of that name, such as the format
// "junit" for --output; empty if there is none.
[[nodiscard]] std::string advice_on_value(std::string_view name, Takes takes,
                                          std::string_view word);

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

// Returns "a number or null": the JSON types that a shape accepts.
[[nodiscard]] std::string type_words(const Shape& shape);

// Returns "between 0 and 2", "at least 1".
[[nodiscard]] std::string bound_words(const Bounds& bounds);

} // namespace mrctl::spec
