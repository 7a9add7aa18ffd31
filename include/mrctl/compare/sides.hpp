#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/compare/comparison.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace mrctl::compare {

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
[[nodiscard]] Sides names_of_sides(const std::vector<std::string>& paths,
                                   const ComparedSides<Record>& sides) {
  const bool is_live = paths.size() == 1;
  return {name_of_input(paths.front()), is_live ? sides.service : name_of_input(paths.back()),
          is_live};
}

// Reads both sides: `read_side(read_file, path)` returns the records of a file, and
// `read_now(sides)` adds the current ones, if one file is named. Fails with a usage error if both
// are standard input.
template <class Record, class ReadSide, class ReadNow>
[[nodiscard]] Result<ComparedSides<Record>> read_sides(const std::vector<std::string>& paths,
                                                       const ReadNamedFile& read_file,
                                                       ReadSide read_side, ReadNow read_now) {
  if (std::ranges::count(paths, "-") > 1)
    return fail(Error::usage("standard input can be only one of BEFORE and AFTER"));
  ComparedSides<Record> sides;
  TRY_ASSIGN(sides.before, read_side(read_file, paths.front()));
  if (paths.size() == 1) {
    TRY(read_now(sides));
    return sides;
  }
  TRY_ASSIGN(sides.after, read_side(read_file, paths[1]));
  return sides;
}

} // namespace mrctl::compare
