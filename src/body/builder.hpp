#pragma once

#include "mrctl/body/body.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/shape.hpp"

#include <string>
#include <string_view>

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

// Reads "@FILE" as plain text without its last line break, and returns any other text unchanged.
[[nodiscard]] tl::expected<std::string, NotConverted> convert_text(const std::string& text,
                                                                   const ReadFile& read_file);

// Converts true, false, null and numbers to values, and everything else to text. Fails for numbers
// that JSON cannot represent.
[[nodiscard]] Conversion convert_loosely(const std::string& text);

// The shape of one element of a repeated flag, or of one value of a flag with pairs.
[[nodiscard]] const spec::Shape& element_shape(const spec::Shape& shape);

// "ROLE=TEXT", "KEY=VALUE", "PATH=JSON".
struct Pair {
  std::string key;
  std::string value;
};

// Adds parts to a body one by one, and records the origin of each.
class Builder {
public:
  Builder(const spec::Invocation& invocation, const ReadFile& read_file)
      : invocation_(invocation), read_file_(read_file) {}

  [[nodiscard]] Result<Body> build() &&;
  // Applies only --set, --set-string, --set-json and --unset, to an existing body.
  [[nodiscard]] Result<Body> edit(Body body) &&;

private:
  Status read_body_file();
  Status apply_field_flags();
  Status apply_field_flag(const spec::FieldFlag& flag, const std::string& text, std::size_t use);
  Status apply_item(const spec::FieldFlag& flag, const std::string& text, std::size_t use);
  Status apply_no_names(const spec::FieldFlag& flag, std::size_t use);
  Status apply_repeated(const spec::FieldFlag& flag, const std::string& text, std::size_t use);
  Status apply_pair(const spec::FieldFlag& flag, const Pair& pair);
  [[nodiscard]] JsonPath place_of(const spec::FieldFlag& flag) const;
  Status put_field(const spec::FieldFlag& flag, const JsonPath& path, Conversion conversion);
  Status apply_system();
  void make_room_for_system(const JsonView& messages);
  Status apply_message(const spec::BodyFlagUse& use);
  Status apply_edits();
  Status apply_edit(const spec::BodyFlagUse& use);
  void remove(std::string_view flag, const JsonPath& path);

  // Puts a converted value at a path, or records what is wrong with it. Fails only for unreadable
  // files.
  Status put(std::string_view flag, const JsonPath& path, Conversion conversion);
  // Returns whether there is a place for it.
  bool set(std::string_view flag, const JsonPath& path, Converted converted);
  Status refuse(std::string_view flag, const JsonPath& path, NotConverted failure);
  [[nodiscard]] std::string origin_of(const std::string& pointer) const;
  void note(std::string_view flag, const std::string& pointer, Problem problem);
  // Makes a flag the current one. Returns whether its value can be sent; otherwise records a
  // problem.
  [[nodiscard]] bool begin(const spec::BodyFlagUse& use);

  const spec::Invocation& invocation_;
  const ReadFile& read_file_;
  Body body_;
  std::string flag_path_; // of the flag that is being applied
  std::size_t flag_position_ = 0;
};

} // namespace mrctl::body
