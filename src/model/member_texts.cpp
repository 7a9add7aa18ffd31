#include "member_texts.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/json/tokens.hpp"

#include "spelling.hpp"

#include <utility>

namespace mrctl::model {

namespace {

bool is_structured(std::string_view value) {
  return value.starts_with('{') || value.starts_with('[');
}

bool is_number_or_string(std::string_view value) {
  return value.starts_with('"') || value.starts_with('-') || is_digit(value.front());
}

// For people: a string without quotes, everything else as compact JSON.
std::string text_of(std::string_view value) {
  if (value.starts_with('"')) return json_unquoted(value);
  return is_structured(value) ? spelled_json(value) : std::string(value);
}

} // namespace

MemberTexts::MemberTexts(std::optional<std::string_view> object)
    : members_(json_members(object.value_or(""))) {}

std::optional<std::string_view> MemberTexts::value(std::string_view key) const {
  return find_json_member(members_, key);
}

std::optional<std::string> MemberTexts::text(std::string_view key) const {
  const auto found = value(key);
  if (!found || *found == "null" || is_structured(*found)) return std::nullopt;
  return text_of(*found);
}

std::optional<Number> MemberTexts::number(std::string_view key) const {
  const auto found = value(key);
  if (!found || !is_number_or_string(*found)) return std::nullopt;
  return Number{text_of(*found)};
}

std::optional<bool> MemberTexts::boolean(std::string_view key) const {
  const auto word = text(key);
  if (word == "true") return true;
  if (word == "false") return false;
  return std::nullopt;
}

std::optional<std::vector<std::string>> MemberTexts::list(std::string_view key) const {
  const auto found = value(key);
  if (!found || !found->starts_with('[')) return std::nullopt;
  const auto elements = json_elements(*found);
  std::vector<std::string> items;
  items.reserve(elements.size());
  for (const auto element : elements)
    items.push_back(text_of(element));
  return items;
}

} // namespace mrctl::model
