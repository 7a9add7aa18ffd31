#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::output {

// Names that other commands accept as arguments: slugs, tags, ids, files.
using ResultNames = std::vector<std::string>;

// Returns each name on its own line, escaped, so that a name cannot span two lines.
[[nodiscard]] std::string name_lines(const ResultNames& names);

// Returns the names of the records of a JSON document: the slug, else the tag, else the id of the
// object or of each object of an array. Omits records without a name.
[[nodiscard]] ResultNames names_of_records(std::string_view json);

} // namespace mrctl::output
