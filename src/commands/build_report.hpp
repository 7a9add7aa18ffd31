#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/table.hpp"

#include <vector>

namespace mrctl::commands {

// What a bug report needs to know of this program: how it was built, the libraries that are inside
// and those that it opens, and where its files are. Opens the libraries; what cannot be opened is
// told and is no failure.
[[nodiscard]] Json build_report(const Context& context);

// Returns the lines of a report for people.
[[nodiscard]] std::vector<output::CardLine> build_lines(const Json& report);

} // namespace mrctl::commands
