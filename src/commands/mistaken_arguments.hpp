#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/spec/invocation.hpp"

namespace mrctl::commands {

// Fails with a usage error if a path that does not exist, or a model, is something else that can be
// told: a target or a slug of the project, the name of the current folder, or a word that
// spec::advice_on_word() knows.
[[nodiscard]] Status refuse_mistaken_words(const spec::Invocation& invocation,
                                           const config::Project& project);

} // namespace mrctl::commands
