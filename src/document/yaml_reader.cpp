#include "yaml_reader.hpp"

#include "mrctl/base/text.hpp"

#include "yaml_scalar.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::document {

namespace {

// What copies for anchors and aliases may take: a "billion laughs" document stops here.
constexpr std::size_t most_copied_bytes = std::size_t{64} << 20U;

// What a value takes beside its text, roughly.
constexpr std::size_t bytes_of_value = 64;

// yaml-cpp reads 499 nodes inside each other, and does not say where the next one stands.
constexpr std::size_t deepest_yaml = 498;

} // namespace

void YamlReader::refuse(std::string rule, std::string message, std::size_t offset,
                        std::string suggestion) const {
  throw JsonFault{.rule = std::move(rule),
                  .message = std::move(message),
                  .path = pointer(),
                  .offset = offset,
                  .suggestion = std::move(suggestion)};
}

void YamlReader::OnDocumentStart(const YAML::Mark& mark) {
  const auto offset = text_.offset_of(mark);
  const bool is_marked = text_.text().substr(offset).starts_with("---");
  if (has_document_ && is_marked)
    refuse("yaml.documents", "a second document starts here; a body is one document", offset);
  if (has_document_)
    refuse("yaml.syntax", "this does not belong to the value above, which has ended", offset,
           "check that its indentation matches");
  has_document_ = true;
}

void YamlReader::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  last_ = text_.offset_of(mark);
  if (awaits_key()) refuse("yaml.key", "a key must be a string, got null", last_);
  check_colon();
  const Extent extent{bytes_of_value, 0};
  keep(anchor, nullptr, extent);
  put(nullptr, extent);
}

void YamlReader::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                          const std::string& text) {
  last_ = text_.offset_of(mark);
  // yaml-cpp turns "\N" and "\_" into a byte that is no character.
  if (find_invalid_utf8(text))
    refuse("yaml.escape", "an invalid escape sequence", last_,
           R"(write \u0085 for \N and \u00a0 for \_)");
  if (awaits_key()) return take_key(tag, text);
  auto value = resolve_yaml_scalar(tag, text);
  if (!value) refuse("yaml.number", value.error(), last_);
  const Extent extent{bytes_of_value + text.size(), 0};
  keep(anchor, *value, extent);
  put(*std::move(value), extent);
}

void YamlReader::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  last_ = text_.offset_of(mark);
  if (awaits_key()) refuse("yaml.key", "a key must be a string, got an alias", last_);
  const auto known = anchors_.find(anchor);
  if (known == anchors_.end())
    refuse("yaml.alias", "the alias refers to a value that contains it", last_);
  const auto& [value, extent] = known->second;
  check_depth(levels_.size() + extent.depth);
  spend(extent.bytes);
  put(Json(value), extent);
}

void YamlReader::OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/,
                                 YAML::anchor_t anchor, YAML::EmitterStyle::value style) {
  open(mark, anchor, style, Json::array());
}

void YamlReader::OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/,
                            YAML::anchor_t anchor, YAML::EmitterStyle::value style) {
  open(mark, anchor, style, Json::object());
}

bool YamlReader::awaits_key() const {
  return !levels_.empty() && levels_.back().value.is_object() && !levels_.back().has_key;
}

void YamlReader::take_key(const std::string& tag, const std::string& text) {
  auto& level = levels_.back();
  level.key = text;
  level.has_key = true;
  level.merges = tag == "?" && text == "<<";
  level.extent.bytes += text.size();
  const auto [known, is_new] = level.keys.emplace(text, last_);
  if (level.keys.size() > most_members)
    refuse("yaml.members", fmt::format("an object of more than {} members", most_members), last_);
  if (is_new) return;
  throw JsonFault{.rule = "yaml.duplicate-key",
                  .message = fmt::format("duplicate key \"{}\"", abbreviated(text)),
                  .path = pointer(),
                  .offset = last_,
                  .first_offset = known->second,
                  .suggestion = level.merges ? "merge several in one list: <<: [*a, *b]" : ""};
}

// yaml-cpp takes a line without a colon for a key without a value, and says that this stands where
// the key does.
void YamlReader::check_colon() const {
  if (levels_.empty() || !levels_.back().is_block || !levels_.back().has_key) return;
  const auto& level = levels_.back();
  if (level.keys.at(level.key) == last_)
    refuse("yaml.syntax", fmt::format("missing ':' after '{}'", abbreviated(level.key)), last_);
}

void YamlReader::open(const YAML::Mark& mark, YAML::anchor_t anchor,
                      YAML::EmitterStyle::value style, Json empty) {
  last_ = text_.offset_of(mark);
  if (awaits_key())
    refuse("yaml.key", fmt::format("a key must be a string, got {}", json_type_with_article(empty)),
           last_);
  check_depth(levels_.size() + 1);
  levels_.push_back(Level{
      std::move(empty), last_, anchor, style == YAML::EmitterStyle::Block, {bytes_of_value, 0}});
}

void YamlReader::check_depth(std::size_t depth) const {
  if (depth > deepest_yaml)
    refuse("yaml.depth", fmt::format("nested more than {} levels deep", deepest_yaml), last_);
}

void YamlReader::close() {
  auto level = std::move(levels_.back());
  levels_.pop_back();
  add_merged(level);
  keep(level.anchor, level.value, level.extent);
  put(std::move(level.value), level.extent);
}

void YamlReader::keep(YAML::anchor_t anchor, const Json& value, const Extent& extent) {
  if (anchor == 0) return;
  spend(extent.bytes);
  anchors_.insert_or_assign(anchor, Anchor{value, extent});
}

void YamlReader::spend(std::size_t bytes) {
  copied_bytes_ += bytes;
  if (copied_bytes_ > most_copied_bytes)
    refuse("yaml.aliases",
           fmt::format("anchors and aliases add up to more than {} MiB", most_copied_bytes >> 20U),
           last_);
}

void YamlReader::put(Json value, const Extent& extent) {
  if (levels_.empty()) {
    root_ = std::move(value);
    return;
  }
  auto& level = levels_.back();
  level.extent.bytes += extent.bytes;
  level.extent.depth = std::max(level.extent.depth, extent.depth + 1);
  if (level.value.is_array())
    level.value.push_back(std::move(value));
  else if (level.merges)
    merge(level, std::move(value));
  else
    append_member(level.value, level.key) = std::move(value);
  level.has_key = false;
}

// YAML 1.1's merge key, which many files use: an object, or a list of objects.
void YamlReader::merge(Level& level, Json value) const {
  auto objects = value.is_array() ? std::move(value) : Json::array({std::move(value)});
  for (auto& object : objects) {
    if (!object.is_object())
      refuse("yaml.merge",
             fmt::format("the value of '<<' must be an object or a list of objects, got {}",
                         json_type_with_article(object)),
             level.keys.at(level.key));
    level.merged.push_back(std::move(object));
  }
}

// Merging adds the members that the object does not have itself.
void YamlReader::add_merged(Level& level) {
  for (auto& object : level.merged)
    for (auto& [key, value] : object.get_ref<Json::object_t&>())
      if (level.keys.emplace(key, level.begin).second)
        append_member(level.value, key) = std::move(value);
}

// The pointer to the value that is being read.
std::string YamlReader::pointer() const {
  std::string out;
  for (const auto& level : levels_) {
    if (level.value.is_array())
      out = pointer_join(out, level.value.size());
    else if (level.has_key)
      out = pointer_join(out, level.key);
  }
  return out;
}

} // namespace mrctl::document
