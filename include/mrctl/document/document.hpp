#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace mrctl::document {

enum class Syntax { json, yaml };

// Bytes of a document's text, which begins after any byte order mark.
struct Part {
  std::size_t begin = 0;
  std::size_t size = 0;
};

// Where a key or a value of the JSON text stands in the document.
struct SourceMapEntry {
  std::size_t json = 0; // its first byte in the JSON text
  Part part;
  bool is_file = false;   // the value is the path of a file whose text is meant: YAML's !file
  bool is_merged = false; // the key is of another object: YAML's "<<"
};
using SourceMap = std::vector<SourceMapEntry>; // in the order of the JSON text

// JSON text, and where its keys and values come from.
struct MappedJson {
  std::string text;
  SourceMap map;
};

// A text that the user gave as a file or on standard input.
struct Document {
  std::string name; // as the user wrote it; "<stdin>" for standard input
  SharedText text;
  Syntax syntax = Syntax::json;
  // read_document() sets these.
  JsonText json{};
  std::shared_ptr<const SourceMap> map{}; // none if the JSON text is the document's own
};

// Returns a document; its syntax is determined by the extension, or else by the first character.
[[nodiscard]] Document make_document(std::string name, SharedText text);

// Reads the document as JSON text: its own if it is JSON, else one that is written from it. Fails
// with the one problem that stops reading, at its place: broken syntax, nesting beyond
// deepest_json, duplicate keys, invalid UTF-8, an empty document, YAML that JSON cannot carry
// (several documents, keys that are not scalars, infinities, tags other than those of the core
// schema and !file). The files that !file names are not read.
[[nodiscard]] tl::expected<Document, Problem> read_document(Document document);

// Returns what the map has of a key or a value of the document's JSON text, or the next entry; only
// called if there is a map.
[[nodiscard]] SourceMap::const_iterator entry_of(const Document& document, std::string_view token);

// A value that is the path of a file whose text is meant.
struct NamedFile {
  std::string pointer;
  JsonView value;
};

// Returns these values of a document that read_document() has returned.
[[nodiscard]] std::vector<NamedFile> named_files(const Document& document);

enum class PlaceOf { key, value };

// What to locate: the value that a JSON Pointer leads to, or its key.
struct PlaceQuery {
  std::string pointer;
  PlaceOf what = PlaceOf::value;
};

// Locates each of them in a document that read_document() has returned, in one pass; if one is
// missing, its nearest parent. Only called if there is a problem.
[[nodiscard]] std::vector<Place> locate(const Document& document,
                                        std::span<const PlaceQuery> wanted);

} // namespace mrctl::document
