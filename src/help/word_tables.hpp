#pragma once

#include "mrctl/help/words.hpp"

#include <span>
#include <vector>

namespace mrctl::help {

// Returns the rows of each table as meanings, in the order in which help shows them. The checks are
// those of meanings_of().
[[nodiscard]] std::vector<std::vector<Meaning>> all_tables(std::span<const HelpLine> checks);

} // namespace mrctl::help
