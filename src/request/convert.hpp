#pragma once

#include "mrctl/request/body.hpp"
#include "mrctl/spec/shape.hpp"

#include <string>
#include <string_view>

namespace mrctl::request {

// A value that a flag brought, and the file that it named with '@', if it did.
struct Converted {
  Json value;
  std::optional<Document> document;
};

// Why a flag's text is not a value: one problem, or a file that cannot be read.
struct NotConverted {
  std::optional<Problem> problem;
  std::optional<Error> error;
};

using Conversion = tl::expected<Converted, NotConverted>;

// Returns whether the text is meant as JSON or @FILE where words are possible as well.
[[nodiscard]] bool looks_structured(std::string_view text);

// Returns whether the text is one word for an object that it tells from others by its tag, or for
// an item of a list of such: "json_object", "web".
[[nodiscard]] bool is_word_for(const spec::Shape& shape, std::string_view text);

// Turns such a word into the object. Fails where the object needs more members than its tag.
[[nodiscard]] Conversion convert_word(const spec::Shape& shape, const std::string& text);

// Turns the text of a flag into a value of the shape. Types that the text can't have are problems;
// ranges and lengths are left to validation.
[[nodiscard]] Conversion convert(const spec::Shape& shape, const std::string& text,
                                 const ReadFile& read_file);

// Reads "@FILE" or JSON text.
[[nodiscard]] Conversion convert_json(const std::string& text, const ReadFile& read_file);

// Reads "@FILE" as plain text without its last line break, anything else as itself.
[[nodiscard]] tl::expected<std::string, NotConverted> convert_text(const std::string& text,
                                                                   const ReadFile& read_file);

// true, false, null and numbers are values, everything else is text. Fails for numbers that JSON
// cannot carry.
[[nodiscard]] Conversion convert_loosely(const std::string& text);

// The shape of one element of a repeated flag, or of one value of a flag with pairs.
[[nodiscard]] const spec::Shape& element_shape(const spec::Shape& shape);

} // namespace mrctl::request
