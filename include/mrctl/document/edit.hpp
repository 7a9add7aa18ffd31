#pragma once

#include "mrctl/document/document.hpp"
#include "mrctl/json/view.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::document {

// The text that a file named by !file gets; the pointer leads to the value that names it.
struct FileEdit {
  std::string pointer;
  std::string text;
};

struct Edits {
  std::string text; // of the document
  std::vector<FileEdit> files{};
};

// Writes JSON as YAML in block style.
using WriteYaml = std::string (*)(std::string_view json);

// Changes the text of a document so that it reads as another object. `read` is what it reads as
// now: its JSON, with the texts of the files that it names; members that are missing there stay as
// they are. What has the same value stays byte for byte. A changed text or number is replaced where
// it stands, items are removed and added by lines, and a text of a file becomes a FileEdit; only
// other objects and arrays are written anew, at their place. Returns nothing if the layout does not
// allow that. YAML has more forms than this knows: read the result again before you trust it.
[[nodiscard]] std::optional<Edits> edit_document(const Document& document, const JsonText& read,
                                                 const JsonText& meant, WriteYaml write_yaml);

// Returns the comments of a document, in their order.
[[nodiscard]] std::vector<std::string> comments_in(const Document& document);

// Returns the text with CRLF at the ends of its lines if another one has that.
[[nodiscard]] std::string with_line_ends_of(std::string_view other, std::string_view text);

} // namespace mrctl::document
