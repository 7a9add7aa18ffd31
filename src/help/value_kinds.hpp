#pragma once

#include "mrctl/help/completion.hpp"
#include "mrctl/spec/shape.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::help {

// Completes a value by its kind. `typed` is what is there of it; what precedes it is already in
// `completion.kept`.
void complete_value(Completion& completion, Takes takes, std::string_view typed);

// Completes a value by its kind, or with the choices if its kind is any text.
void complete_value(Completion& completion, Takes takes, std::vector<Word> choices,
                    std::string_view typed);

// Completes the value of a field's flag.
void complete_shape(Completion& completion, const spec::Shape& shape, std::string_view typed);

// Returns the words that tables list for a kind of value: names of columns, paths of members. Empty
// if there are none.
[[nodiscard]] std::vector<Word> words_for(Takes takes);

// Offers the next word of a command: nouns, or the verbs of one.
void offer_commands(Completion& completion, std::string_view noun);

// Returns the choices as words.
[[nodiscard]] std::vector<Word> words_of_choices(spec::Rows<std::string_view> choices);

// Returns the known values of a field's flag as words, null included.
[[nodiscard]] std::vector<Word> words_of_shape(const spec::Shape& shape);

// Returns the values that help lists: the choices of the field, or the words for its objects.
[[nodiscard]] std::vector<std::string> choices_of(const spec::Shape& shape);

} // namespace mrctl::help
