#pragma once

#include "mrctl/base/error.hpp"

#include "checks.hpp"

#include <algorithm>
#include <string_view>

namespace mrctl::fuzz {

// Requires that the error is about the text of a file of settings, with problems that are in it.
inline void check_refusal(const Error& error, std::string_view text) {
  require(error.kind == ErrorKind::usage, "a usage error", error.message);
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const auto& problem : error.problems) {
    require(!problem.message.empty() && !problem.rule.empty(), "a problem says something");
    if (problem.place)
      require(problem.place->line >= 1 && problem.place->line <= lines &&
                  problem.place->column >= 1 && problem.place->column <= text.size() + 1,
              "a place in the file", problem.message);
  }
}

} // namespace mrctl::fuzz
