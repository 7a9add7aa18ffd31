#include "yaml_reader.hpp"

#include "mrctl/base/utf8.hpp"

#include "yaml_scalar.hpp"
#include "yaml_syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::request {

namespace {

// Memory limit for copies of anchors and aliases, against "billion laughs" documents.
constexpr std::size_t most_copied_bytes = std::size_t{64} << 20U;

// Approximate memory of a value besides its text.
constexpr std::size_t bytes_of_value = 64;

constexpr std::size_t deepest_yaml = 498;

// YAML 1.2, section 7.4.2: of a key that no '?' announces.
constexpr std::size_t longest_key = 1024;

std::size_t bytes_of(const YamlValue& value) {
  if (value.node != nullptr) return value.node->bytes;
  return bytes_of_value +
         (value.scalar.is_string() ? value.scalar.get_ref<const std::string&>().size() : 0);
}

std::size_t depth_of(const YamlValue& value) {
  return value.node == nullptr ? 0 : value.node->depth;
}

} // namespace

void YamlReader::refuse(std::string rule, std::string message, const Part& part,
                        std::string suggestion) const {
  throw JsonFault{std::move(rule),      std::move(message), pointer(), part.begin, {}, {},
                  std::move(suggestion)};
}

void YamlReader::take(const YamlEvent& event) {
  const bool is_end = event.type == FYET_SEQUENCE_END || event.type == FYET_MAPPING_END;
  if (event.type == FYET_DOCUMENT_START && root_ && event.part.size != 0)
    refuse("yaml.documents", "a second document starts here; a body is one document", event.part);
  if (event.type < FYET_MAPPING_START) return;
  if (is_end) return close(event);
  if (root_)
    refuse("yaml.syntax", "this does not belong to the value above, which has ended", event.part,
           "check that its indentation matches");
  if (event.type == FYET_ALIAS) return take_alias(event);
  if (event.type == FYET_SCALAR) return take_scalar(event);
  open(event);
}

void YamlReader::take_scalar(const YamlEvent& event) {
  if (event.has_escapes)
    if (auto fault = find_bad_escape(text_, event.part)) throw *std::move(fault);
  if (awaits_key()) return take_key(event);
  const auto block = levels_.empty() ? Part{0, 1} : levels_.back().value.part;
  if (block.size == 0 && !event.text.empty())
    if (auto fault = find_outdented(text_, block.begin, event.part)) throw *std::move(fault);
  auto scalar = resolve_yaml_scalar(event.tag, event.text);
  if (!scalar) refuse("yaml.number", scalar.error(), event.part);
  const YamlValue value{*std::move(scalar), nullptr, event.part};
  keep(event.anchor, value);
  put(value);
}

void YamlReader::take_key(const YamlEvent& event) {
  const bool is_plain = event.tag == "?";
  if (is_plain && resolve_yaml_scalar("?", event.text) == Json(nullptr))
    refuse("yaml.key", "a key must be a string, got null", event.part);
  if (event.part.size > longest_key && !is_announced(text_, event.part))
    refuse("yaml.syntax", fmt::format("a key has at most {} characters in YAML", longest_key),
           event.part, "start a longer key with '? ', or write the body as JSON");
  auto& level = levels_.back();
  level.key = event.text;
  level.key_part = event.part;
  level.has_key = true;
  level.merges = is_plain && event.text == "<<";
  level.value.node->bytes += event.text.size();
  keep(event.anchor, {Json(event.text), nullptr, event.part});
  const auto [known, is_new] = level.keys.emplace(event.text, event.part.begin);
  if (level.keys.size() > most_members)
    refuse("yaml.members", fmt::format("an object of more than {} members", most_members),
           event.part);
  if (is_new) return;
  throw JsonFault{"yaml.duplicate-key",
                  fmt::format("duplicate key \"{}\"", abbreviated(event.text)),
                  pointer(),
                  event.part.begin,
                  known->second,
                  {},
                  level.merges ? "merge several in one list: <<: [*a, *b]" : ""};
}

void YamlReader::take_alias(const YamlEvent& event) {
  if (awaits_key()) refuse("yaml.key", "a key must be a string, got an alias", event.part);
  const auto known = anchors_.find(event.text);
  if (known == anchors_.end()) throw explain_alias(text_, event.part);
  if (!known->second)
    refuse("yaml.alias", "the alias refers to a value that contains it", event.part);
  auto value = *known->second;
  value.part = event.part;
  check_depth(levels_.size() + depth_of(value), event.part);
  spend(value);
  put(std::move(value));
}

void YamlReader::open(const YamlEvent& event) {
  const bool is_object = event.type == FYET_MAPPING_START;
  if (awaits_key())
    refuse("yaml.key",
           is_object ? "a key must be a string, got an object"
                     : "a key must be a string, got an array",
           event.part);
  check_depth(levels_.size() + 1, event.part);
  if (!event.anchor.empty()) anchors_.insert_or_assign(event.anchor, std::nullopt);
  auto node = std::make_shared<YamlNode>();
  node->is_object = is_object;
  node->bytes = bytes_of_value;
  levels_.push_back({{nullptr, std::move(node), event.part}, event.anchor});
}

void YamlReader::close(const YamlEvent& event) {
  auto level = std::move(levels_.back());
  levels_.pop_back();
  add_merged(level);
  auto& part = level.value.part;
  if (part.size != 0) part.size = event.part.begin + event.part.size - part.begin; // in brackets
  keep(level.anchor, level.value);
  put(std::move(level.value));
}

void YamlReader::put(YamlValue value) {
  if (levels_.empty()) {
    root_ = std::move(value);
    return;
  }
  auto& level = levels_.back();
  auto& node = *level.value.node;
  node.bytes += bytes_of(value);
  node.depth = std::max(node.depth, depth_of(value) + 1);
  if (!node.is_object)
    node.members.push_back({std::to_string(node.members.size()), value.part, std::move(value)});
  else if (level.merges)
    merge(level, value);
  else
    node.members.push_back({std::move(level.key), level.key_part, std::move(value)});
  level.has_key = false;
}

void YamlReader::keep(const std::string& anchor, const YamlValue& value) {
  if (anchor.empty()) return;
  spend(value);
  anchors_.insert_or_assign(anchor, value);
}

void YamlReader::spend(const YamlValue& value) {
  copied_bytes_ += bytes_of(value);
  if (copied_bytes_ > most_copied_bytes)
    refuse("yaml.aliases",
           fmt::format("anchors and aliases add up to more than {} MiB", most_copied_bytes >> 20U),
           value.part);
}

void YamlReader::check_depth(std::size_t depth, const Part& part) const {
  if (depth > deepest_yaml)
    refuse("yaml.depth", fmt::format("nested more than {} levels deep", deepest_yaml), part);
}

// YAML 1.1's merge key, which many files use: an object, or a list of objects.
void YamlReader::merge(Level& level, const YamlValue& value) const {
  const bool is_list = value.node != nullptr && !value.node->is_object;
  std::vector<YamlValue> objects;
  if (is_list)
    for (const auto& item : value.node->members)
      objects.push_back(item.value);
  else
    objects.push_back(value);
  for (auto& object : objects) {
    if (object.node == nullptr || !object.node->is_object)
      refuse(
          "yaml.merge",
          fmt::format("the value of '<<' must be an object or a list of objects, got {}",
                      object.node == nullptr ? json_type_with_article(object.scalar) : "an array"),
          level.key_part);
    level.merged.push_back(std::move(object));
  }
}

// Merging adds the members that the object does not have itself.
void YamlReader::add_merged(Level& level) {
  for (const auto& object : level.merged)
    for (const auto& member : object.node->members)
      if (level.keys.emplace(member.name, 0).second) level.value.node->members.push_back(member);
}

bool YamlReader::awaits_key() const {
  return !levels_.empty() && levels_.back().value.node->is_object && !levels_.back().has_key;
}

// The pointer to the value that is being read.
std::string YamlReader::pointer() const {
  std::string out;
  for (const auto& level : levels_) {
    if (!level.value.node->is_object)
      out = pointer_join(out, level.value.node->members.size());
    else if (level.has_key)
      out = pointer_join(out, level.key);
  }
  return out;
}

} // namespace mrctl::request
