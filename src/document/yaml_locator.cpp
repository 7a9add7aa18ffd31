#include "yaml_locator.hpp"

#include "yaml_part.hpp"

namespace mrctl::document {

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
