#pragma once

#include "mrctl/json/value.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <cstddef>
#include <optional>
#include <string_view>

namespace mrctl::document {

// The text of a YAML document, as yaml-cpp reads it and as its marks count it.
class YamlText {
public:
  explicit YamlText(std::string_view text);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t offset_of(const YAML::Mark& mark) const;

  // Tells the handler what the document holds. The handler stops by throwing a JsonFault: yaml-cpp
  // has no other way. Returns that, or what is wrong with the syntax.
  [[nodiscard]] std::optional<JsonFault> feed(YAML::EventHandler& handler) const;

private:
  std::string_view text_;
  std::size_t marker_; // where a marker is put in front of the content; the text's size where none
};

} // namespace mrctl::document
