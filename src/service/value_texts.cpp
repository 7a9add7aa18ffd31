#include "value_texts.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/json/tokens.hpp"

#include "spelling.hpp"

namespace mrctl::service {

namespace {

bool is_structured(std::string_view value) {
  return value.starts_with('{') || value.starts_with('[');
}

bool is_number_or_string(std::string_view value) {
  return value.starts_with('"') || value.starts_with('-') || is_digit(value.front());
}

} // namespace

std::optional<std::string> read_text(std::string_view value) {
  if (value == "null" || is_structured(value)) return std::nullopt;
  return text_of_value(value);
}

std::optional<Number> read_number(std::string_view value) {
  if (!is_number_or_string(value)) return std::nullopt;
  return Number{text_of_value(value)};
}

std::optional<bool> read_boolean(std::string_view value) {
  const auto word = read_text(value);
  if (word == "true") return true;
  if (word == "false") return false;
  return std::nullopt;
}

std::optional<std::vector<std::string>> read_list(std::string_view value) {
  if (!value.starts_with('[')) return std::nullopt;
  std::vector<std::string> items;
  JsonTokens tokens(value);
  tokens.visit_elements([&] { items.push_back(text_of_value(tokens.next_value())); });
  return items;
}

std::string text_of_value(std::string_view value) {
  if (value.starts_with('"')) return json_unquoted(value);
  return is_structured(value) ? spelled_json(value) : std::string(value);
}

} // namespace mrctl::service
