#pragma once

#include "mrctl/json/view.hpp"
#include "mrctl/spec/shape.hpp"

#include "shape_check.hpp"

#include <string>
#include <string_view>

// What to write in place of a value that does not fit its shape; empty where that is not clear.
namespace mrctl::body {

// Returns what people mean by a word that is no value of the field or member that rules name so:
// "deny" for "none" as "provider.data_collection".
[[nodiscard]] std::string synonym_of(std::string_view subject, std::string_view word);

// Returns the choice of the function with that name, for tool_choice.
[[nodiscard]] std::string function_named(std::string_view name);

// Of a value of another type: how it is written, or else an example of the field.
[[nodiscard]] Suggestion advice_on_type(const spec::Shape& shape, const JsonView& value,
                                        const BodyPath& path);

// Of a word that is none of the choices.
[[nodiscard]] std::string advice_on_choice(const spec::Shape& shape, std::string_view word,
                                           const BodyPath& path);

// Of a tag that is none of the variants'.
[[nodiscard]] std::string advice_on_tag(const spec::Shape& shape, std::string_view tag);

// Of a number beyond the bounds.
[[nodiscard]] std::string advice_on_range(std::string_view number, const spec::Bounds& bounds);

// Of a name with other characters than letters, digits, '_' and '-'.
[[nodiscard]] std::string advice_on_name(std::string_view name);

// Of an object without a member that it requires.
[[nodiscard]] std::string advice_on_missing(const spec::Member& missing, const JsonView& object);

// Of an object without its tag: how the first variant is written.
[[nodiscard]] std::string form_of_first(const spec::Shape& shape);

// Of an object whose undocumented members are objects themselves: their names as the list that is
// meant, such as provider.order.
[[nodiscard]] std::string advice_on_names(const spec::Shape& shape, const JsonView& object);

} // namespace mrctl::body
