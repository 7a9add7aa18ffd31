#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::render {

// What other commands take as an argument: slugs, tags, ids, files.
using ResultNames = std::vector<std::string>;

// Returns each name in a line of its own, safe to read; a name cannot make two lines.
[[nodiscard]] std::string name_lines(const ResultNames& names);

// Returns what identifies the records of a JSON document: the slug, else the tag, else the id of
// the object, or of each object of an array. Records without one are left out.
[[nodiscard]] ResultNames names_of_records(std::string_view json);

} // namespace mrctl::render
