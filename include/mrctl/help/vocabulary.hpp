#pragma once

#include "mrctl/help/layout.hpp"
#include "mrctl/help/schema.hpp"

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
  std::vector<HelpLine> facts{};
  std::vector<std::string> words{}; // further words for it: "-o" for --output, "sort" for a path
};

using WordTables = std::vector<std::vector<Meaning>>;

// Returns the rows of each table as meanings, in the order in which help shows them. The checks of
// `preset explain`, each a code and when it passes, and the members of results are known to rooms
// above.
[[nodiscard]] WordTables word_tables(std::span<const HelpLine> checks,
                                     std::span<const ResultSchema> results);

// Returns the meanings of a word, in the order of the tables. Case, '-' and '_' do not matter.
[[nodiscard]] std::vector<Meaning> meanings_of(std::string_view word, const WordTables& tables);

// Returns the name of every meaning, once, each with its kind.
[[nodiscard]] std::vector<HelpLine> all_words(const WordTables& tables);

// Returns the meanings as help shows them.
[[nodiscard]] std::string meanings_text(std::span<const Meaning> meanings, std::size_t width);

} // namespace mrctl::help
