#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/spec/shape.hpp"

#include "shape_check.hpp"

#include <cstdint>
#include <optional>
#include <span>
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

// Suggests the texts as a list in JSON, ["acme", "globex"], as the value of a member if there is
// one.
[[nodiscard]] Suggestion suggested_list(const std::vector<std::string>& texts,
                                        std::string_view member = {});

// Returns whether the value has the JSON type of the shape, without checking its content.
[[nodiscard]] bool has_type_of(const spec::Shape& shape, const JsonView& value);

// Returns how a text is written as a value of the shape, as JSON: ["acme"] for "acme" where a list
// is required. Empty if it cannot be.
[[nodiscard]] std::string meant_text(const spec::Shape& shape, std::string_view text);

// Returns the object with those of its members inside the missing one that belong there:
// {"type": "function", "function": {"name": "f"}} for {"type": "function", "name": "f"}. Empty if
// there are none.
[[nodiscard]] std::string with_nested(const spec::ShapeMember& missing, const JsonView& object);

// Returns what people mean by a word that is no value of the field or member that rules name so:
// "deny" for "none" as "provider.data_collection".
[[nodiscard]] Suggestion synonym_of(std::string_view subject, std::string_view word);

// Returns the choice of the function with that name, for tool_choice.
[[nodiscard]] std::string function_named(std::string_view name);

// A value that does not fit its field.
struct WrongValue {
  // What is wrong with it.
  enum class Place : std::uint8_t {
    anywhere,
    type, // it has another JSON type than the shape; it is of one of the next three:
    text,
    object,
    list,
    choice, // it is none of the words
    range,
    name,     // it has characters that no name has
    tag,      // no variant has it as its tag
    untagged, // it is an object without the tag
  };

  Place place;
  const spec::Shape& shape;
  const JsonView& value;
  const BodyPath& path;
  std::span<const std::string_view> words{}; // the valid words, if they are known
  std::string text = value.is_structured() ? std::string() : text_or_spelling(value);

  [[nodiscard]] bool is_at(Place wanted) const;
};

using Wrong = const WrongValue&;
using WrongAt = WrongValue::Place;

// Returns what to write in place of the value; empty where that is not clear.
[[nodiscard]] Suggestion advice_on(const WrongValue& wrong);

// Suggests writing the names of the undocumented members of an object as a list, such as
// provider.order, if all these members are objects.
[[nodiscard]] Suggestion advice_on_names(const spec::Shape& shape, const JsonView& object);

} // namespace mrctl::body
