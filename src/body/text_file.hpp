#pragma once

#include "mrctl/body/body.hpp"

#include <string>
#include <vector>

namespace mrctl::body {

// Returns the content of a text file as text: without a byte order mark, CRLF as LF. Fails with a
// problem at its place if it is not UTF-8, holds a NUL, or is what find_unwritten_text() finds.
[[nodiscard]] tl::expected<std::string, Problem> text_of_file(std::string name,
                                                              std::string content);

// "!file ../prompts/support.md" in presets/support.yaml: "prompts/support.md".
[[nodiscard]] std::string path_beside(const std::string& file, const std::string& named);

// Reads a regular file that another file names, of at most `limit` bytes. Fails with a usage error
// if it lies where find_inside() refuses it, or is withheld.
[[nodiscard]] Result<std::string> read_named_file(const std::string& path,
                                                  const std::string& folder,
                                                  const ReadFile& read_file, std::size_t limit);

// A document, and its JSON text with the texts of files in the place of their paths.
struct DocumentWithTexts {
  document::Document document;
  JsonText json;
  std::vector<TextSource> texts;
};

// Reads a document, and the texts of files that it names, relative to its own file.
[[nodiscard]] tl::expected<DocumentWithTexts, Problem>
read_with_texts(document::Document document, const BodyFile& file, const ReadFile& read_file);

} // namespace mrctl::body
