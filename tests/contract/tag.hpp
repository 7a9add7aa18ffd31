#pragma once

#include "schema_node.hpp"

#include <optional>
#include <string>

namespace mrctl::contract {

// The member by whose word a schema tells the variants of an object apart, and those words.
struct Tag {
  std::string name;
  Names words;
};

// Returns nothing where the schema does not tell variants apart.
[[nodiscard]] std::optional<Tag> tag_of(const SchemaNode& node);

} // namespace mrctl::contract
