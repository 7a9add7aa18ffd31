#include "mrctl/service/record_reading.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"

#include <map>

namespace mrctl::service {

namespace {

bool is_structured(std::string_view value) {
  return value.starts_with('{') || value.starts_with('[');
}

} // namespace

std::optional<std::string> read_text(std::string_view value) {
  if (value == "null" || is_structured(value)) return std::nullopt;
  return text_of_value(value);
}

std::optional<Number> read_number(std::string_view value) {
  if (!(value.starts_with('"') || value.starts_with('-') || is_digit(value.front())))
    return std::nullopt;
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
  return mapped(json_elements(value), [](const auto& element) { return text_of_value(element); });
}

std::string text_of_value(std::string_view value) {
  if (value.starts_with('"')) return json_unquoted(value);
  return is_structured(value) ? spelled_json(value) : std::string(value);
}

std::string_view Views::kept_text(const JsonView& value) {
  const auto written = value.text();
  const bool is_plain = written.find('\\') == written.npos;
  if (value.is_string() && is_plain) return written.substr(1, written.size() - 2);
  return is_text(value) && is_plain ? written : decoded_.emplace_front(text_of_value(written));
}

std::vector<std::string_view> Views::texts_of(const JsonView& list) {
  std::vector<std::string_view> texts;
  texts.reserve(list.size());
  for (const auto& item : list.items())
    texts.push_back(kept_text(item.value));
  return texts;
}

UnknownMembers read_unknown(std::string_view object, std::span<const std::string_view> known) {
  UnknownMembers unknown;
  std::map<std::string, std::size_t> positions;
  for (const auto& member : json_members(object)) {
    auto name = json_unquoted("\"" + std::string(member.key) + "\"");
    if (contains(known, name)) continue;
    const auto [position, is_new] = positions.try_emplace(name, unknown.size());
    if (is_new) unknown.push_back({std::move(name), {}});
    unknown[position->second].text = text_of_value(member.value);
  }
  return unknown;
}

std::string spelled_json(std::string_view text) {
  return written_json(JsonIndex(text).root(), JsonLayout::one_line,
                      [](std::string& out, JsonPart /*part*/, std::string_view token) {
                        const bool has_escapes = token.find('\\') != std::string_view::npos;
                        out += has_escapes ? json_quote(json_unquoted(token)) : std::string(token);
                      });
}

} // namespace mrctl::service
