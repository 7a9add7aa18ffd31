#include "value_completion.hpp"

#include "value_completers.hpp"
#include "value_kinds.hpp"
#include "value_words.hpp"

#include <utility>
#include <vector>

namespace mrctl::help {

void complete_flag_value(Completion& completion, const FlagFacts& flag, std::string_view typed) {
  if (flag.field != nullptr) return complete_shape(completion, *flag.field->shape, typed);
  std::vector<Word> choices;
  for (const auto& choice : flag.choices)
    choices.push_back({choice});
  complete_value(completion, flag.takes, std::move(choices), typed);
}

void complete_argument(Completion& completion, const spec::Argument& argument,
                       std::string_view typed) {
  complete_value(completion, argument.takes, words_of(argument.choices), typed);
}

} // namespace mrctl::help
