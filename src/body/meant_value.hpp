#pragma once

#include "mrctl/json/view.hpp"
#include "mrctl/spec/shape.hpp"

#include "shape_check.hpp"

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
[[nodiscard]] std::string with_nested(const spec::ShapeMember& missing, const JsonView& object);

// Returns the tags of a tagged shape.
[[nodiscard]] std::vector<std::string_view> tags_of(const spec::Shape& shape);
// Returns the tag that a text was probably meant to be, or the server tool; empty if none is close.
[[nodiscard]] std::string_view nearest_tag(const spec::Shape& shape, std::string_view text);

// Returns what people mean by a word that is no value of the field or member that rules name so:
// "deny" for "none" as "provider.data_collection".
[[nodiscard]] std::string synonym_of(std::string_view subject, std::string_view word);

// Returns the choice of the function with that name, for tool_choice.
[[nodiscard]] std::string function_named(std::string_view name);

// The following return what to write in place of a value that does not fit its shape; empty where
// that is not clear.

// Returns how a value of another type is written as one of the shape, or else an example.
[[nodiscard]] Suggestion advice_on_type(const spec::Shape& shape, const JsonView& value,
                                        const BodyPath& path);

// Returns what is meant by a word that is none of the choices.
[[nodiscard]] std::string advice_on_choice(const spec::Shape& shape, std::string_view word,
                                           const BodyPath& path);

// Returns what is meant by a tag that none of the variants has.
[[nodiscard]] std::string advice_on_tag(const spec::Shape& shape, std::string_view tag);

// Returns what is meant by a number beyond the bounds.
[[nodiscard]] std::string advice_on_range(std::string_view number, const spec::Bounds& bounds);

// Returns a name without the characters that are neither letters, digits, '_' nor '-'.
[[nodiscard]] std::string advice_on_name(std::string_view name);

// Returns how the missing member of an object is written.
[[nodiscard]] std::string advice_on_missing(const spec::ShapeMember& missing,
                                            const JsonView& object);

// Returns how the first variant is written, for an object without its tag.
[[nodiscard]] std::string form_of_first(const spec::Shape& shape);

// Suggests writing the names of the undocumented members of an object as a list, such as
// provider.order, if all these members are objects.
[[nodiscard]] std::string advice_on_names(const spec::Shape& shape, const JsonView& object);

} // namespace mrctl::body
