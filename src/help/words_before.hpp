#pragma once

#include "mrctl/help/completion.hpp"
#include "mrctl/help/value_facts.hpp"

#include <span>
#include <string>
#include <vector>

namespace mrctl::help {

// The words before the one to complete, and the flags that are valid after them.
struct ReadWords {
  WordsBefore before;
  std::vector<FlagFacts> flags;
};

// Reads words as far as they make sense: a half-written command line has mistakes.
[[nodiscard]] ReadWords read_words(std::span<const std::string> words);

// Returns the flag of that name or letter ("--output", "-o"), or null.
[[nodiscard]] const FlagFacts* find_flag(const std::vector<FlagFacts>& flags,
                                         std::string_view spelling);

} // namespace mrctl::help
