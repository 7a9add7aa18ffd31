#pragma once

#include "mrctl/help/layout.hpp"
#include "mrctl/help/schema.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::help {

// One thing that mrctl calls by a word: a rule, a field, a flag, a column. All are rows of tables.
struct Meaning {
  std::string_view kind; // "rule", "field of a body"
  std::string name;      // "temperature.range"
  std::string says;      // one line
  std::string owner{};   // what it belongs to: the commands of a flag, the table of a key
  std::vector<HelpLine> facts{};
  std::vector<std::string> words{}; // further words for it: "-o" for --output, "sort" for a path
};

// The tables of words, in the order in which help shows them.
enum class WordTable : std::uint8_t {
  glossary,
  command,
  body,
  foreign,
  flag,
  setting,
  key,
  gate,
  column,
  change,
  check,
  rule,
  format,
  variable,
  answer,
  exit_code,
  value,
  result,
};

// What rooms above know: the checks of `preset explain`, each a code and when it passes, and the
// schemas of results.
struct RowsAbove {
  std::span<const HelpLine> checks{};
  std::span<const ResultSchema> results{};
};

// Returns the words of one table. Help, topics, completion and the nearest word read them.
[[nodiscard]] std::vector<Meaning> words_in(WordTable table, const RowsAbove& above = {});

// Returns the words of an owner, each with its line.
[[nodiscard]] std::vector<HelpLine> lines_of_table(WordTable table, std::string_view owner = {});

using WordTables = std::vector<std::vector<Meaning>>;

[[nodiscard]] WordTables word_tables(const RowsAbove& above);

// Returns the meanings of a word, in the order of the tables. Case, '-' and '_' do not matter.
[[nodiscard]] std::vector<Meaning> meanings_of(std::string_view word, const WordTables& tables);

// Returns the name of every meaning, once, each with its kind.
[[nodiscard]] std::vector<HelpLine> all_words(const WordTables& tables);

// Returns the meanings as help shows them.
[[nodiscard]] std::string meanings_text(std::span<const Meaning> meanings, std::size_t width);

} // namespace mrctl::help
