#pragma once

#include "mrctl/config/environment.hpp"
#include "mrctl/docgen/completion.hpp"

#include <vector>

namespace mrctl::commands {

// Returns the words that files list for what is to be completed, each once; none if
// `completion.listed` is no kind of word that files list.
[[nodiscard]] std::vector<docgen::Word> listed_words(const docgen::Completion& completion,
                                                     const config::Environment& environment);

} // namespace mrctl::commands
