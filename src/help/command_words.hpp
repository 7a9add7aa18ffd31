#pragma once

#include "mrctl/help/completion.hpp"

#include <string_view>

namespace mrctl::help {

// Offers the next word of a command: nouns, or the verbs of one.
void offer_commands(Completion& completion, std::string_view noun);

} // namespace mrctl::help
