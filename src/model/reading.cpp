#include "reading.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"

#include "spelling.hpp"

#include <algorithm>
#include <map>

namespace mrctl::model {

namespace {

// Of duplicate keys, the last value.
std::map<std::string, std::string_view> member_texts(std::string_view object) {
  std::map<std::string, std::string_view> texts;
  for (const auto& member : json_members(object))
    texts.insert_or_assign(json_unquoted("\"" + std::string(member.key) + "\""), member.value);
  return texts;
}

} // namespace

std::optional<std::string> read_text(const Json& object, std::string_view key) {
  const auto& value = member_or_null(object, key);
  if (value.is_null() || value.is_structured()) return std::nullopt;
  return text_of(value);
}

std::optional<Number> read_number(const Json& object, std::string_view key) {
  const auto& value = member_or_null(object, key);
  if (!value.is_number() && !value.is_string()) return std::nullopt;
  return Number{text_of(value)};
}

std::optional<bool> read_boolean(const Json& object, std::string_view key) {
  const auto& value = member_or_null(object, key);
  if (value.is_boolean()) return value.get<bool>();
  if (value == "true") return true;
  if (value == "false") return false;
  return std::nullopt;
}

std::optional<std::vector<std::string>> read_list(const Json& object, std::string_view key) {
  const auto& value = member_or_null(object, key);
  if (!value.is_array()) return std::nullopt;
  std::vector<std::string> items;
  items.reserve(value.size());
  for (const auto& item : value)
    items.push_back(text_of(item));
  return items;
}

Nullable<std::string> read_nullable_text(const Json& object, std::string_view key) {
  const auto* value = find_member(object, key);
  if (value != nullptr && value->is_null()) return std::optional<std::string>{};
  auto text = read_text(object, key);
  return text ? Nullable<std::string>(std::move(text)) : std::nullopt;
}

Nullable<std::vector<std::string>> read_nullable_list(const Json& object, std::string_view key) {
  const auto* value = find_member(object, key);
  if (value != nullptr && value->is_null()) return std::optional<std::vector<std::string>>{};
  auto items = read_list(object, key);
  return items ? Nullable<std::vector<std::string>>(std::move(items)) : std::nullopt;
}

const Json& member_or_null(const Json& object, std::string_view key) {
  static const Json null;
  const auto* value = find_member(object, key);
  return value == nullptr ? null : *value;
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : dump_json(value);
}

UnknownMembers read_unknown(const Json& object, std::string_view text,
                            std::span<const std::string_view> known) {
  UnknownMembers unknown;
  const auto texts = member_texts(text);
  for (const auto& [name, value] : object.items()) {
    const auto found = texts.find(name);
    if (found != texts.end() && std::find(known.begin(), known.end(), name) == known.end())
      unknown.push_back({name, value.is_string() ? text_of(value) : spelled_json(found->second)});
  }
  return unknown;
}

} // namespace mrctl::model
