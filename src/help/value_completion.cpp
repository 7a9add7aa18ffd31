#include "value_completion.hpp"

#include "mrctl/base/output_format.hpp"

#include "value_completers.hpp"
#include "value_kinds.hpp"
#include "value_words.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace mrctl::help {

namespace {

void complete_choice_or_value(Completion& completion, spec::Takes takes, std::vector<Word> choices,
                              std::string_view typed) {
  if (choices.empty()) return complete_value(completion, takes, typed);
  completion.words = std::move(choices);
}

} // namespace

void complete_flag_value(Completion& completion, const FlagFacts& flag, std::string_view typed) {
  if (flag.field != nullptr) return complete_shape(completion, *flag.field->shape, typed);
  std::vector<Word> choices;
  for (const auto& choice : flag.choices)
    choices.push_back({choice});
  complete_choice_or_value(completion, flag.takes, std::move(choices), typed);
  if (std::ranges::equal(flag.choices, format_names)) leave_out_refused_formats(completion);
}

void complete_argument(Completion& completion, const spec::Argument& argument,
                       std::string_view typed) {
  complete_choice_or_value(completion, argument.takes, words_of(argument.choices), typed);
}

} // namespace mrctl::help
