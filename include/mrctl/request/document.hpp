#pragma once

#include "mrctl/base/json.hpp"
#include "mrctl/base/problem.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::request {

enum class Syntax { json, yaml };

// A text that the user gave as a file or on standard input.
struct Document {
  std::string name; // as the user wrote it; "<stdin>" for standard input
  std::string text;
  Syntax syntax = Syntax::json;
};

// Returns a document whose syntax is told from the name's ending, or else from the first character.
[[nodiscard]] Document make_document(std::string name, std::string text);

// Reads the document into one JSON value. Fails with the one problem that stops reading, at its
// place: broken syntax, nesting beyond deepest_json, duplicate keys, invalid UTF-8, an empty
// document, YAML that JSON cannot carry (several documents, keys that are not scalars, infinities).
[[nodiscard]] tl::expected<Json, Problem> parse_document(const Document& document);

enum class PlaceOf { key, value };

// Finds where a JSON Pointer's value, or its key, stands in a document that parse_document()
// accepts; where it is not there, where its nearest parent stands. Only called when there is a
// problem.
[[nodiscard]] Place locate(const Document& document, std::string_view pointer, PlaceOf what);

} // namespace mrctl::request
