#pragma once

#include "mrctl/output/records.hpp"
#include "mrctl/output/terminal.hpp"

#include <string>
#include <string_view>

namespace mrctl::output {

// Returns a JSON text for people: indented and coloured, with characters that a terminal might act
// on escaped in JSON's way, so that the value is the same.
[[nodiscard]] std::string coloured_json(std::string_view text, const Terminal& terminal);

// Returns lines of JSON for people: as coloured_json() does it, without breaking or colouring them.
[[nodiscard]] std::string safe_jsonl(std::string_view lines);

// Returns records of any JSON document: one for each element of an array, else a single one. The
// members of objects are columns in the order in which they first appear, nested ones dotted; other
// values are in the column "value". Lists of scalars are joined by a space, other lists are JSON.
// If this would take more than ten million cells, each record is JSON in "value".
[[nodiscard]] Records json_records(std::string_view json);

} // namespace mrctl::output
