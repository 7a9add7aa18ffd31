#pragma once

#include "mrctl/config/environment.hpp"
#include "mrctl/help/completion.hpp"

#include <vector>

namespace mrctl::commands {

// Returns the words that files list for what is to be completed, each once; none if
// `completion.listed` is no kind of word that files list.
[[nodiscard]] std::vector<help::Word> listed_words(const help::Completion& completion,
                                                   const config::Environment& environment);

} // namespace mrctl::commands
