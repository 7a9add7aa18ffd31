#pragma once

#include "mrctl/body/body.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/shape.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::body {

// The value of a flag, and the file that it named with '@', if any.
struct Converted {
  Json value{};
  std::optional<document::Document> document{};
  std::vector<TextSource> texts{}; // that the document names
};

// Why a flag's text is not a value: one problem, or a file that cannot be read.
struct NotConverted {
  std::optional<Problem> problem{};
  std::optional<Error> error{};
};

using Conversion = tl::expected<Converted, NotConverted>;

// Returns whether the text is JSON or @FILE rather than a word.
[[nodiscard]] bool looks_structured(std::string_view text);

// Returns whether the text is a word that stands for a tagged object, or for an item of a list of
// these: "json_object", "web".
[[nodiscard]] bool is_word_for(const spec::Shape& shape, std::string_view text);

// Converts such a word into the object. Fails if the object needs more members than its tag.
[[nodiscard]] Conversion convert_word(const spec::Shape& shape, const std::string& text);

// Converts the text of a flag into a value of the shape. Wrong types are problems; ranges and
// lengths are left to validation.
[[nodiscard]] Conversion convert(const spec::Shape& shape, const std::string& text,
                                 const ReadFile& read_file);

// Reads "@FILE" or JSON text.
[[nodiscard]] Conversion convert_json(const std::string& text, const ReadFile& read_file);

// Returns the texts of a JSON array of texts; nothing for any other text.
[[nodiscard]] std::optional<std::vector<std::string>> texts_of_array(std::string_view text);

// Reads names: "a,b", "[a, b]" or a JSON array of texts. Anything else in brackets is a problem.
[[nodiscard]] tl::expected<std::vector<std::string>, NotConverted>
convert_names(const std::string& text);

// Reads "@FILE" as plain text without its last line break, and returns any other text unchanged.
[[nodiscard]] tl::expected<std::string, NotConverted> convert_text(const std::string& text,
                                                                   const ReadFile& read_file);

// Converts true, false, null and numbers to values, and everything else to text. Fails for numbers
// that JSON cannot represent.
[[nodiscard]] Conversion convert_loosely(const std::string& text);

// Returns the shape of one element of a repeated flag, or of one value of a flag with pairs.
[[nodiscard]] const spec::Shape& element_shape(const spec::Shape& shape);

// Returns "for example --temperature=0.2".
[[nodiscard]] std::string example_of(const spec::FieldFlag& flag);

// Returns "temperature=0.2" for "temperature:0.2", and "stop[0]=END" for "stop[]=END"; else empty.
[[nodiscard]] Suggestion with_equals(std::string text);

// Returns how "user:Hello", JSON or a text alone is written as the value of --message.
[[nodiscard]] std::string advice_on_message(std::string_view flag, const std::string& text);

} // namespace mrctl::body
