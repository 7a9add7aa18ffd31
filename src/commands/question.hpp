#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/body/input.hpp"
#include "mrctl/spec/invocation.hpp"

#include <string>

namespace mrctl::commands {

// A question before something is done.
struct Prompt {
  std::string question;
  std::string purpose;   // for an error: "2 changes to apply"
  std::string otherwise; // what the answer no means: "nothing was sent"
  std::string hint;
};

// Returns whether somebody is there who would be asked.
[[nodiscard]] bool may_ask(const spec::FlagValues& flags, const body::Input& input);

// Asks on the terminal, unless --yes is given; y and yes in any case agree. Fails with a usage
// error if nobody can be asked, and as declined for any other answer.
[[nodiscard]] Status ask_for(const spec::FlagValues& flags, const body::Input& input,
                             const Prompt& prompt);

} // namespace mrctl::commands
