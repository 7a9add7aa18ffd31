#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"

#include <span>
#include <string>
#include <vector>

namespace mrctl::document {

enum class Syntax { json, yaml };

// A text that the user gave as a file or on standard input.
struct Document {
  std::string name; // as the user wrote it; "<stdin>" for standard input
  SharedText text;
  Syntax syntax = Syntax::json;
};

// Returns a document; its syntax is determined by the extension, or else by the first character.
[[nodiscard]] Document make_document(std::string name, SharedText text);

// Reads the document into one JSON value. Fails with the one problem that stops reading, at its
// place: broken syntax, nesting beyond deepest_json, duplicate keys, invalid UTF-8, an empty
// document, YAML that JSON cannot carry (several documents, keys that are not scalars, infinities).
[[nodiscard]] tl::expected<Json, Problem> parse_document(const Document& document);

// Reads the document as JSON text, in the same way: its own text if it is JSON, else one that is
// written from its value.
[[nodiscard]] tl::expected<JsonText, Problem> read_document(const Document& document);

enum class PlaceOf { key, value };

// What to locate: the value that a JSON Pointer leads to, or its key.
struct PlaceQuery {
  std::string pointer;
  PlaceOf what = PlaceOf::value;
};

// Locates each of them in a document that parse_document() accepts, in one pass; if one is missing,
// its nearest parent. Only called if there is a problem.
[[nodiscard]] std::vector<Place> locate(const Document& document,
                                        std::span<const PlaceQuery> wanted);

} // namespace mrctl::document
