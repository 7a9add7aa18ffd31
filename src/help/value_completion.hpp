#pragma once

#include "mrctl/help/completion.hpp"
#include "mrctl/help/value_facts.hpp"

#include <string_view>

namespace mrctl::help {

// Both complete a value of which `typed` is there, the end of the last word; what precedes it is
// already in `completion.kept`.
void complete_flag_value(Completion& completion, const FlagFacts& flag, std::string_view typed);
void complete_argument(Completion& completion, const spec::Argument& argument,
                       std::string_view typed);

} // namespace mrctl::help
