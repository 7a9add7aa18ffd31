#pragma once

#include "mrctl/help/completion.hpp"
#include "mrctl/spec/shape.hpp"

#include <string>
#include <vector>

namespace mrctl::help {

// Returns the choices as words.
[[nodiscard]] std::vector<Word> words_of(spec::Rows<std::string_view> choices);

// Returns the known values of a field's flag as words, null included.
[[nodiscard]] std::vector<Word> words_of(const spec::Shape& shape);

// Returns those that help lists: the choices of the field, or the words for its objects.
[[nodiscard]] std::vector<std::string> choices_of(const spec::Shape& shape);

// Returns what the texts of a field, or of its items, name.
[[nodiscard]] spec::Takes named_by(const spec::Shape& shape);

} // namespace mrctl::help
