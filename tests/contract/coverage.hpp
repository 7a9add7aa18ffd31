#pragma once

#include "mrctl/json/value.hpp"

#include "schema_node.hpp"

#include <string>

namespace mrctl::contract {

// What bodies show of a schema, in sentences: "temperature: right with null", "stop: wrong with 5
// items". Those that the schema asks for and those that a body shows are spelled alike, so that two
// sets of them can be compared.
using Facts = Names;

// Returns everything that bodies must show of the schema: each place right with each JSON type that
// it takes and wrong with each other one, with each choice and a word that is none, without each
// required member, with an undocumented member, and on each side of each bound.
[[nodiscard]] Facts facts_asked_for(const SchemaNode& schema);

// Returns what a right body shows.
[[nodiscard]] Facts facts_of_right(const SchemaNode& schema, const Json& body);

// Returns what a body shows that is wrong at that JSON Pointer: only what stands there.
[[nodiscard]] Facts facts_of_wrong(const SchemaNode& schema, const Json& body,
                                   const std::string& pointer);

} // namespace mrctl::contract
