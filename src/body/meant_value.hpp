#pragma once

#include "mrctl/json/view.hpp"
#include "mrctl/spec/shape.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::body {

// Names in one text, where each should be a separate text.
struct SeveralNames {
  std::vector<std::string> names;
  bool may_be_one = false; // such as "Acme, Inc."
};

// Returns the names in an entry of a list without the marks that no name has: quotes, ";", "|" and
// "\", as files for other programs and shells have them. A text without marks comes back alone.
[[nodiscard]] std::vector<std::string> names_without_marks(std::string_view entry);

// Returns the names in an item of a list of names; nothing if it is one name.
[[nodiscard]] std::optional<SeveralNames> several_names_in(std::string_view item);

// Returns the texts as a list in JSON: ["acme", "globex"].
[[nodiscard]] std::string list_of_texts(const std::vector<std::string>& texts);

// Returns whether the value has the JSON type of the shape, without checking its content.
[[nodiscard]] bool has_type_of(const spec::Shape& shape, const JsonView& value);

// Returns how a value of a wrong type was probably meant, as JSON or in words: ["acme"] for the
// text "acme" where a list is required. Empty if that is not known.
[[nodiscard]] std::string meant_value(const spec::Shape& shape, const JsonView& value);

// Returns the object with those of its members inside the missing one that belong there:
// {"type": "function", "function": {"name": "f"}} for {"type": "function", "name": "f"}. Empty if
// there are none.
[[nodiscard]] std::string with_nested(const spec::Member& missing, const JsonView& object);

// Returns the tags of a tagged shape.
[[nodiscard]] std::vector<std::string_view> tags_of(const spec::Shape& shape);
// Returns the tag that a text was probably meant to be, or the server tool; empty if none is close.
[[nodiscard]] std::string_view nearest_tag(const spec::Shape& shape, std::string_view text);

} // namespace mrctl::body
