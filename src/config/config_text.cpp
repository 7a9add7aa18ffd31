#include "config_text.hpp"

#include "mrctl/base/utf8.hpp"
#include "mrctl/json/text.hpp"

#include "config_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace mrctl::config {

namespace {

constexpr std::string_view bare_key_characters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

const TomlValue* table_of(const TomlValue& root, const KeyPath& path) {
  if (path.profile.empty()) return &root;
  const auto* profile = find_profile(root, path.profile);
  return profile == nullptr ? nullptr : &profile->value;
}

const TomlMember* member_of(const TomlValue& root, const KeyPath& path) {
  const auto* table = table_of(root, path);
  return table == nullptr ? nullptr : find_toml_member(*table, path.key);
}

// Returns the offset where a line begins, counted from 1; the text's size beyond the last.
std::size_t offset_of_line(std::string_view text, std::size_t line) {
  std::size_t at = 0;
  for (; line > 1 && at < text.size(); --line)
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  return at;
}

std::size_t offset_of(std::string_view text, TextPoint point) {
  auto at = offset_of_line(text, point.line);
  for (auto left = point.column - 1; left > 0 && at < text.size(); --left)
    for (++at; at < text.size() && is_continuation(text[at]);)
      ++at;
  return at;
}

std::string_view line_end_of(std::string_view text) {
  return text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
}

std::string replaced(std::string_view text, std::size_t begin, std::size_t end,
                     std::string_view by) {
  return fmt::format("{}{}{}", text.substr(0, begin), by, text.substr(end));
}

std::string with_line(std::string_view text, std::size_t line, std::string_view content) {
  const auto at = offset_of_line(text, line);
  const auto line_end = line_end_of(text);
  const bool is_after_open_line = at > 0 && text[at - 1] != '\n';
  return replaced(text, at, at,
                  fmt::format("{}{}{}", is_after_open_line ? line_end : "", content, line_end));
}

std::size_t last_line_of(const TomlValue& table) {
  auto line = table.begin.line;
  for (const auto& member : table.members)
    line = std::max(line, member.value.end.line);
  return line;
}

std::string header_of(const std::string& profile) {
  const bool is_bare = profile.find_first_not_of(bare_key_characters) == std::string::npos;
  return fmt::format("[profiles.{}]", is_bare ? profile : json_quote(profile));
}

std::string with_table(std::string_view text, const std::string& profile,
                       std::string_view content) {
  const auto line_end = line_end_of(text);
  std::string out(text);
  if (!out.empty()) out += text.ends_with('\n') ? line_end : fmt::format("{0}{0}", line_end);
  return out + fmt::format("{}{}{}{}", header_of(profile), line_end, content, line_end);
}

using Leaves = std::map<std::string, std::string>;

void collect(const TomlValue& value, const std::string& pointer, Leaves& leaves) {
  if (value.type != TomlType::table) leaves[pointer] = text_of_value(value);
  for (const auto& member : value.members)
    collect(member.value, fmt::format("{}/{}", pointer, member.key), leaves);
}

Leaves leaves_of(const TomlValue& root) {
  Leaves leaves;
  collect(root, "", leaves);
  return leaves;
}

} // namespace

std::string with_key(std::string_view text, const TomlValue& root, const KeyPath& path,
                     std::string_view literal) {
  if (const auto* member = member_of(root, path))
    return replaced(text, offset_of(text, member->value.begin), offset_of(text, member->value.end),
                    literal);
  const auto content = fmt::format("{} = {}", path.key, literal);
  if (path.profile.empty()) return with_line(text, 1, content);
  const auto* table = table_of(root, path);
  if (table == nullptr) return with_table(text, path.profile, content);
  return with_line(text, last_line_of(*table) + 1, content);
}

std::optional<std::string> without_key(std::string_view text, const TomlValue& root,
                                       const KeyPath& path) {
  const auto* member = member_of(root, path);
  if (member == nullptr) return std::nullopt;
  return replaced(text, offset_of_line(text, member->at.line),
                  offset_of_line(text, member->value.end.line + 1), "");
}

bool differs_only_in(const TomlValue& before, const TomlValue& after, const KeyPath& path,
                     const std::optional<std::string>& expected) {
  auto wanted = leaves_of(before);
  const auto pointer = path.profile.empty()
                           ? fmt::format("/{}", path.key)
                           : fmt::format("/profiles/{}/{}", path.profile, path.key);
  wanted.erase(pointer);
  if (expected) wanted[pointer] = *expected;
  return wanted == leaves_of(after);
}

} // namespace mrctl::config
