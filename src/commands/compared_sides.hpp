#pragma once

#include "mrctl/commands/context.hpp"

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
  std::vector<Error> failures{}; // of what could not be read now: then nothing is compared
};

// Fails with a usage error if both arguments are standard input.
[[nodiscard]] Status check_one_standard_input(const Context& context);

// Reads both sides: `read_file(context, path)` returns the records of a file, and
// `read_now(context, sides)` adds the current ones, if the command line names one file.
template <class Record, class ReadFile, class ReadNow>
[[nodiscard]] Result<ComparedSides<Record>> read_sides(const Context& context, ReadFile read_file,
                                                       ReadNow read_now) {
  const auto& paths = context.invocation.arguments;
  if (auto checked = check_one_standard_input(context); !checked)
    return fail(std::move(checked.error()));
  ComparedSides<Record> sides;
  auto before = read_file(context, paths.front());
  if (!before) return fail(std::move(before.error()));
  sides.before = *std::move(before);
  if (paths.size() == 1) {
    if (auto read = read_now(context, sides); !read) return fail(std::move(read.error()));
    return sides;
  }
  auto after = read_file(context, paths[1]);
  if (!after) return fail(std::move(after.error()));
  sides.after = *std::move(after);
  return sides;
}

} // namespace mrctl::commands
