#include "yaml_locator.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/document/place.hpp"

#include "quotes.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl::document {

namespace {

// Nobody sees more of a line.
constexpr std::size_t longest_line = 1000;

std::string_view up_to(std::string_view text, char end) {
  return text.substr(0, text.find(end));
}

std::string_view line_from(std::string_view text, std::size_t offset) {
  const auto rest = text.substr(std::min(offset, text.size()), longest_line);
  return up_to(up_to(rest, '\n'), '\r');
}

std::size_t behind_properties(std::string_view text, std::size_t offset) {
  while (offset < text.size() && (text[offset] == '&' || text[offset] == '!')) {
    offset = std::min(text.find_first_of(white_space, offset), text.size());
    offset = std::min(text.find_first_not_of(white_space, offset), text.size());
  }
  return offset;
}

// Text without quotes stands as it reads, up to its first line break.
std::size_t size_of_plain(std::string_view line, std::string_view value) {
  const auto both = line.substr(0, value.size());
  const auto end = std::mismatch(both.begin(), both.end(), value.begin()).first;
  const auto same = both.substr(0, static_cast<std::size_t>(end - both.begin()));
  return same.find_last_not_of(white_space) + 1;
}

// The line begins with the bracket. Returns 0 where nothing closes it there.
std::size_t size_in_brackets(std::string_view line) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool is_quote = (c == '"' || c == '\'') && i > 0 &&
                          std::string_view(" \t,:[{").find(line[i - 1]) != std::string_view::npos;
    if (is_quote) {
      const auto size = size_of_quoted(line.substr(i));
      if (size == 0) return 0;
      i += size - 1;
    }
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && --depth == 0) return i + 1;
  }
  return 0;
}

// How much of the text is to be marked for what begins at the offset, tags and anchors not
// counted: the quotes and words of its first line.
Part part_of_scalar(std::string_view text, std::size_t offset, std::string_view value) {
  const auto begin = behind_properties(text, offset);
  const auto line = line_from(text, begin);
  if (line.starts_with('"') || line.starts_with('\'')) return {begin, size_of_quoted(line)};
  if (line.starts_with('|') || line.starts_with('>')) return {begin, 1};
  const auto size = size_of_plain(line, value);
  return size == 0 ? Part{offset, 1} : Part{begin, size};
}

Part part_of_alias(std::string_view text, std::size_t offset) {
  const auto line = line_from(text, offset);
  return {offset, std::min(line.find_first_of(" \t,[]{}"), line.size())};
}

// Of an array or object in brackets; others are marked at their beginning.
Part part_of_collection(std::string_view text, std::size_t offset) {
  const auto begin = behind_properties(text, offset);
  const auto line = line_from(text, begin);
  if (!line.starts_with('[') && !line.starts_with('{')) return {offset, 1};
  return {begin, size_in_brackets(line)};
}

} // namespace

void YamlLocator::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  end(begin({text_.offset_of(mark), 1}), nullptr, anchor);
}

void YamlLocator::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const auto value = begin(part_of_alias(text_.text(), text_.offset_of(mark)));
  const auto inside = anchors_[anchor];
  if (value.wanted != nullptr && inside != nullptr) find_inside(*value.wanted, *inside);
  end(value, inside, 0);
}

void YamlLocator::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& text) {
  const auto part = part_of_scalar(text_.text(), text_.offset_of(mark), text);
  if (!awaits_key()) return end(begin(part), nullptr, anchor);
  auto& level = levels_.back();
  level.key = text;
  level.key_part = part;
  level.has_key = true;
  level.merges = tag == "?" && text == "<<";
}

void YamlLocator::OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/,
                                  YAML::anchor_t anchor, YAML::EmitterStyle::value /*style*/) {
  open(part_of_collection(text_.text(), text_.offset_of(mark)), anchor, false);
}

void YamlLocator::OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/,
                             YAML::anchor_t anchor, YAML::EmitterStyle::value /*style*/) {
  open(part_of_collection(text_.text(), text_.offset_of(mark)), anchor, true);
}

bool YamlLocator::awaits_key() const {
  return !levels_.empty() && levels_.back().is_map && !levels_.back().has_key;
}

YamlLocator::Value YamlLocator::begin(const Part& part) {
  Value value{&wanted_, {part, part}};
  if (!levels_.empty()) {
    auto& level = levels_.back();
    value.name = level.is_map ? level.key : std::to_string(level.items++);
    if (level.is_map) value.parts.key = level.key_part;
    value.wanted = level.value.wanted == nullptr || level.merges
                       ? nullptr
                       : level.value.wanted->find(value.name);
    value.is_recorded = level.merges || level.record != nullptr;
  }
  if (value.wanted != nullptr) value.wanted->found = value.parts;
  return value;
}

void YamlLocator::end(const Value& value, const RecordPointer& inside, YAML::anchor_t anchor) {
  if (anchor != 0) anchors_[anchor] = inside;
  if (levels_.empty()) return;
  auto& level = levels_.back();
  level.has_key = false;
  if (!level.merges) {
    if (level.record != nullptr)
      level.record->entries.emplace(value.name, Entry{value.parts, inside});
    return;
  }
  level.merges = false;
  if (inside == nullptr) return;
  if (inside->is_map)
    level.merged.push_back(inside);
  else
    for (std::size_t i = 0; i < inside->entries.size(); ++i)
      if (const auto& merged = inside->entries.at(std::to_string(i)).inside; merged != nullptr)
        level.merged.push_back(merged);
}

void YamlLocator::open(const Part& part, YAML::anchor_t anchor, bool is_map) {
  auto value = begin(part);
  auto record =
      value.is_recorded || anchor != 0 ? std::make_shared<Record>(Record{is_map}) : nullptr;
  levels_.push_back({std::move(value), anchor, is_map, std::move(record)});
}

void YamlLocator::close() {
  auto level = std::move(levels_.back());
  levels_.pop_back();
  for (const auto& merged : level.merged)
    find_merged(level, *merged);
  end(level.value, level.record, level.anchor);
}

void YamlLocator::find_inside(const PointerNode& wanted, const Record& record) {
  for (const auto& [name, node] : wanted.inside) {
    const auto known = record.entries.find(name);
    if (known == record.entries.end()) continue;
    node->found = known->second.parts;
    if (known->second.inside != nullptr) find_inside(*node, *known->second.inside);
  }
}

// What the object has itself goes before what is merged, and that in its order.
void YamlLocator::find_merged(Level& level, const Record& merged) {
  for (const auto& [name, entry] : merged.entries) {
    if (level.record != nullptr) level.record->entries.emplace(name, entry);
    auto* node = level.value.wanted == nullptr ? nullptr : level.value.wanted->find(name);
    if (node == nullptr || node->found) continue;
    node->found = entry.parts;
    if (entry.inside != nullptr) find_inside(*node, *entry.inside);
  }
}

} // namespace mrctl::document
