#pragma once

#include "mrctl/body/body.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/compare/comparison.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mrctl::commands {

// The sides of a comparison: BEFORE, and AFTER or the current state.
template <class Record>
struct ComparedSides {
  std::vector<Record> before;
  std::vector<Record> after;
  std::vector<std::string> notes{};
  std::string service{};         // that was asked now; empty if it was not
  std::vector<Error> failures{}; // of what could not be read now: then nothing is compared
};

// Returns the names of both sides for a result.
template <class Record>
[[nodiscard]] compare::Sides names_of_sides(const Context& context,
                                            const ComparedSides<Record>& sides) {
  const auto& paths = context.invocation.arguments;
  const bool is_live = paths.size() == 1;
  return {body::name_of_input(paths.front()),
          is_live ? sides.service : body::name_of_input(paths.back()), is_live};
}

// Fails with a usage error if both arguments are standard input.
[[nodiscard]] Status check_one_standard_input(const Context& context);

// Reads both sides: `read_file(context, path)` returns the records of a file, and
// `read_now(context, sides)` adds the current ones, if the command line names one file.
template <class Record, class ReadFile, class ReadNow>
[[nodiscard]] Result<ComparedSides<Record>> read_sides(const Context& context, ReadFile read_file,
                                                       ReadNow read_now) {
  const auto& paths = context.invocation.arguments;
  TRY(check_one_standard_input(context));
  ComparedSides<Record> sides;
  TRY_ASSIGN(sides.before, read_file(context, paths.front()));
  if (paths.size() == 1) {
    TRY(read_now(context, sides));
    return sides;
  }
  TRY_ASSIGN(sides.after, read_file(context, paths[1]));
  return sides;
}

} // namespace mrctl::commands
