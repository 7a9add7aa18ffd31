#pragma once

#include "mrctl/help/completion.hpp"
#include "mrctl/spec/takes.hpp"

#include <string_view>
#include <vector>

namespace mrctl::help {

// Completes a value by its kind. `typed` is what is there of it; what precedes it is already in
// `completion.kept`.
void complete_value(Completion& completion, spec::Takes takes, std::string_view typed);

// Completes it by its kind, or with the choices if its kind is any text.
void complete_value(Completion& completion, spec::Takes takes, std::vector<Word> choices,
                    std::string_view typed);

// Returns the words that tables list for a kind of value: names of columns, paths of members. Empty
// if there are none.
[[nodiscard]] std::vector<Word> words_for(spec::Takes takes);

} // namespace mrctl::help
