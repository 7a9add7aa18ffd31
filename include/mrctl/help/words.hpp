#pragma once

#include "mrctl/help/layout.hpp"
#include "mrctl/help/word_tables.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::help {

// Returns the meanings of a word, in the order of the tables. Case, '-' and '_' do not matter.
[[nodiscard]] std::vector<Meaning> meanings_of(std::string_view word, const WordTables& tables);

// Returns the name of every meaning, once, each with its kind.
[[nodiscard]] std::vector<HelpLine> all_words(const WordTables& tables);

// Returns the meanings as help shows them.
[[nodiscard]] std::string meanings_text(std::span<const Meaning> meanings, std::size_t width);

} // namespace mrctl::help
