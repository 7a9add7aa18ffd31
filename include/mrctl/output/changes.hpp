#pragma once

#include "mrctl/json/value.hpp"
#include "mrctl/output/terminal.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mrctl::output {

// Where a new value comes from, if not from the preset's own file: a line of a base, or a flag.
struct ChangeOrigin {
  std::string file{};
  std::size_t line = 0;
  std::string flag{};
  bool has_others = false; // parts of it are from elsewhere
};

// One difference between two JSON values.
struct Change {
  std::string path;         // JSON Pointer; into the first value if removed, else into the second
  std::optional<Json> from; // nothing if it was added
  std::optional<Json> to;   // nothing if it was removed
  std::string text_file{};  // whose text the new value is; people see it beside the path
  std::optional<ChangeOrigin> origin{}; // of the last part of the new value
};

// Returns the changes in the order of the second value, with removed members of an object last.
// Null is an ordinary value. The order of members does not matter, the order of lists does. An
// added or removed object or list is one change. Elements of lists are aligned, so an inserted
// element is one change: objects with the same "id", "name", "function.name", "role" or "type" are
// compared member by member, others count as removed and added. Takes linear time but for a fixed
// budget of pairs; where that is used up, elements are paired by position.
[[nodiscard]] std::vector<Change> changes_between(const Json& from, const Json& to);

// A label and what stands beside it, line by line.
struct ChangeLines {
  std::string label;
  std::vector<std::string> lines;
};

// Draws changes for people, each line indented by four spaces: the path and the change; texts line
// by line, wrapped to the terminal. Facts, which are not escaped yet, follow in the same columns.
//   temperature         0.2 → 0.3
//   provider.order[1]   + northlake/us-east
//   system prompt       - Be brief.
//                       + Be brief and kind.
//   reach  acme/large   3 → 5 of 8 endpoints
[[nodiscard]] std::string change_texts(std::span<const Change> changes,
                                       std::span<const ChangeLines> facts,
                                       const Terminal& terminal);

// Returns changes as escaped lines of a diff, for Markdown: "- temperature: 0.2", "+ temperature:
// 0.3".
[[nodiscard]] std::vector<std::string> diff_lines(std::span<const Change> changes);

// Returns each change before layout: its path and its lines, with removed ones after "- " and added
// ones after "+ ". Escaped.
[[nodiscard]] std::vector<ChangeLines> change_lines(std::span<const Change> changes);

// Returns the changes on one line, shortened to what a cell of a summary has room for:
// "temperature 0.2 → 0.3; provider.order[1] + acme/us".
[[nodiscard]] std::string changes_in_short(std::span<const Change> changes);

} // namespace mrctl::output
