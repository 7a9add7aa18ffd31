#pragma once

#include "mrctl/document/document.hpp"
#include "mrctl/json/value.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::document {

// The text of a YAML document, as yaml-cpp reads it and as its marks count it.
class YamlText {
public:
  explicit YamlText(std::string_view text);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t offset_of(const YAML::Mark& mark) const;

  // Returns how much is to be marked for what begins at the offset, tags and anchors not counted:
  // quotes, brackets and words on its first line.
  [[nodiscard]] Part part_of_scalar(std::size_t offset, std::string_view value) const;
  [[nodiscard]] Part part_of_alias(std::size_t offset) const;
  [[nodiscard]] Part part_of_collection(std::size_t offset) const;

  // Returns the tag in front of what begins at the offset, as it is written; nothing if it has
  // none.
  [[nodiscard]] std::optional<Part> tag_at(std::size_t offset) const;

  // Tells the handler what the document holds, and whether there is a second one. Returns false if
  // there is none. The handler can stop it only by throwing.
  [[nodiscard]] bool feed(YAML::EventHandler& handler) const;

private:
  std::string_view text_;
  std::size_t marker_; // where a marker is put in front of the content; the text's size where none
};

// Reads a text as JSON. Fails with the one fault that stops reading.
[[nodiscard]] tl::expected<MappedJson, JsonFault> read_yaml(std::string_view text);

// Returns the size of the quoted text at the beginning, its quotes included; 0 if nothing closes
// it. A backslash in double quotes escapes, and a doubled single quote is one.
[[nodiscard]] std::size_t size_of_quoted(std::string_view text);

// Returns what yaml-cpp would not find: bytes that YAML does not allow, before reading, and a
// quoted text that nothing ends, which is the last value.
[[nodiscard]] std::optional<JsonFault> find_bad_byte(std::string_view text);
[[nodiscard]] std::optional<JsonFault> find_unclosed_quote(std::string_view text, std::size_t last);

// Returns the offset behind the tags and anchors that begin at the offset.
[[nodiscard]] std::size_t behind_properties(std::string_view text, std::size_t offset);

// Returns the size of the brackets that begin the text; 0 if nothing closes them.
[[nodiscard]] std::size_t size_in_brackets(std::string_view text);

// The place at which yaml-cpp stopped, and its reason.
struct YamlStop {
  std::string_view text;
  std::string_view message; // yaml-cpp's
  std::size_t offset = 0;
  std::size_t last = 0;                      // the last key or value before
  std::optional<std::size_t> open_bracket{}; // the innermost value, if it is in brackets
};

// Returns the fault for which yaml-cpp stopped, in words for people, at the place that has to be
// mended.
[[nodiscard]] JsonFault explain_yaml(const YamlStop& stop);

// Returns the fault of an array or object that stands for a key, or is never closed.
[[nodiscard]] JsonFault fault_of_key(std::string_view text, std::size_t offset,
                                     std::string_view type);

// Returns the fault of a line that is taken for a key because it has no ": ".
[[nodiscard]] JsonFault fault_of_line(std::string_view text, std::size_t offset,
                                      std::string_view key);

// Resolves a scalar by the core schema of YAML 1.2. `tag` is yaml-cpp's: "?" for plain scalars, "!"
// for quoted ones, else what the document says. Fails with what is wrong, for people: infinities
// and numbers of too many digits, which JSON cannot carry.
[[nodiscard]] tl::expected<Json, std::string> resolve_yaml_scalar(const std::string& tag,
                                                                  const std::string& text);

} // namespace mrctl::document
