#include "question.hpp"

#include "mrctl/base/method.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

namespace mrctl::commands {

bool may_ask(const spec::FlagValues& flags, const body::Input& input) {
  return !flags.yes && !flags.no_input && input.is_terminal && input.ask;
}

Status ask_for(const spec::FlagValues& flags, const body::Input& input, const Prompt& prompt) {
  if (flags.yes) return {};
  if (!may_ask(flags, input)) {
    const auto* why = flags.no_input ? "with --no-input" : "without a terminal";
    return fail(Error::usage(fmt::format("{}: cannot ask for confirmation {}; {}", prompt.purpose,
                                         why, prompt.otherwise),
                             prompt.hint));
  }
  TRY_ASSIGN(const auto answer, input.ask(prompt.question + " [y/N] "));
  const auto word = lower_case(trimmed(answer));
  if (word == "y" || word == "yes") return {};
  return fail(with_http({.kind = ErrorKind::declined, .message = prompt.otherwise}, {}));
}

} // namespace mrctl::commands
