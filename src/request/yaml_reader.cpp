#include "yaml_reader.hpp"

#include "mrctl/base/utf8.hpp"

#include "yaml_scalar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::request {

namespace {

// What aliases may add up to: a "billion laughs" document stops here.
constexpr std::size_t most_aliased_nodes = 1'000'000;

struct Extent {
  std::size_t nodes = 1;
  std::size_t depth = 0;
};

Extent extent_of(const Json& value) {
  Extent extent;
  if (!value.is_structured()) return extent;
  for (const auto& item : value) {
    const auto inner = extent_of(item);
    extent.nodes += inner.nodes;
    extent.depth = std::max(extent.depth, inner.depth + 1);
  }
  return extent;
}

Json& append(Json& object, const std::string& key) {
  auto& members = object.get_ref<Json::object_t&>();
  static_cast<Json::object_t::Container&>(members).emplace_back(key, nullptr);
  return members.back().second;
}

} // namespace

void YamlReader::refuse(const YAML::Mark& mark, std::string rule, std::string message) const {
  throw YamlProblem{std::move(rule), std::move(message), pointer(),
                    static_cast<std::size_t>(mark.line), static_cast<std::size_t>(mark.column)};
}

void YamlReader::OnDocumentStart(const YAML::Mark& mark) {
  if (has_document_)
    refuse(mark, "yaml.documents", "a second document begins here; a body is one document");
  has_document_ = true;
}

void YamlReader::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  if (awaits_key()) refuse(mark, "yaml.key", "a key must be a string, got null");
  note(mark, PlaceOf::value);
  put(nullptr, anchor);
}

void YamlReader::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                          const std::string& text) {
  // yaml-cpp turns "\N" and "\_" into a byte that is no character.
  if (find_invalid_utf8(text))
    refuse(mark, "yaml.escape",
           R"(an escape that cannot be read; write \u0085 for \N and \u00a0 for \_)");
  if (awaits_key()) return take_key(mark, tag, text);
  note(mark, PlaceOf::value);
  auto value = resolve_yaml_scalar(tag, text);
  if (!value) refuse(mark, "yaml.number", value.error());
  put(*std::move(value), anchor);
}

void YamlReader::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  if (awaits_key()) refuse(mark, "yaml.key", "a key must be a string, got an alias");
  note(mark, PlaceOf::value);
  const auto known = anchors_.find(anchor);
  if (known == anchors_.end()) refuse(mark, "yaml.alias", "the alias stands inside what it names");
  const auto& [value, origin, nodes, depth] = known->second;
  aliased_nodes_ += nodes;
  if (aliased_nodes_ > most_aliased_nodes)
    refuse(mark, "yaml.aliases",
           fmt::format("aliases add up to more than {} values", most_aliased_nodes));
  if (levels_.size() + depth > static_cast<std::size_t>(deepest_json))
    refuse(mark, "yaml.depth", fmt::format("nested more than {} levels deep", deepest_json));
  const auto here = pointer();
  if (is_locating_ && found_.continues_at.empty() && here.size() < wanted_.size() &&
      is_within(wanted_, here))
    found_.continues_at = origin + wanted_.substr(here.size());
  put(Json(value), 0);
}

void YamlReader::OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/,
                                 YAML::anchor_t anchor, YAML::EmitterStyle::value /*style*/) {
  open(mark, anchor, Json::array());
}

void YamlReader::OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/,
                            YAML::anchor_t anchor, YAML::EmitterStyle::value /*style*/) {
  open(mark, anchor, Json::object());
}

bool YamlReader::awaits_key() const {
  return !levels_.empty() && levels_.back().value.is_object() && !levels_.back().has_key;
}

void YamlReader::take_key(const YAML::Mark& mark, const std::string& tag, const std::string& text) {
  auto& level = levels_.back();
  level.key = text;
  level.has_key = true;
  level.merges = tag == "?" && text == "<<";
  note(mark, PlaceOf::key);
  const auto [known, is_new] = level.marks.emplace(text, mark);
  if (is_new) return;
  refuse(mark, "yaml.duplicate-key",
         fmt::format("the key \"{}\" stands twice in one object, first at {}:{}", text,
                     known->second.line + 1, known->second.column + 1));
}

void YamlReader::open(const YAML::Mark& mark, YAML::anchor_t anchor, Json empty) {
  if (awaits_key())
    refuse(mark, "yaml.key",
           fmt::format("a key must be a string, got {}", json_type_with_article(empty)));
  note(mark, PlaceOf::value);
  if (levels_.size() >= static_cast<std::size_t>(deepest_json))
    refuse(mark, "yaml.depth", fmt::format("nested more than {} levels deep", deepest_json));
  levels_.push_back(Level{std::move(empty), anchor});
}

void YamlReader::close() {
  auto level = std::move(levels_.back());
  levels_.pop_back();
  add_merged(level);
  put(std::move(level.value), level.anchor);
}

void YamlReader::put(Json value, YAML::anchor_t anchor) {
  if (anchor != 0) {
    const auto extent = extent_of(value);
    anchors_.insert_or_assign(anchor, Anchor{value, pointer(), extent.nodes, extent.depth});
  }
  if (levels_.empty()) {
    root_ = std::move(value);
    return;
  }
  auto& level = levels_.back();
  if (level.value.is_array())
    level.value.push_back(std::move(value));
  else if (level.merges)
    merge(level, std::move(value));
  else
    append(level.value, level.key) = std::move(value);
  level.has_key = false;
}

// YAML 1.1's merge key, which many files use: an object, or a list of objects.
void YamlReader::merge(Level& level, Json value) const {
  auto objects = value.is_array() ? std::move(value) : Json::array({std::move(value)});
  for (auto& object : objects) {
    if (!object.is_object())
      refuse(level.marks.at(level.key), "yaml.merge",
             fmt::format("'<<' takes an object or a list of objects, got {}",
                         json_type_with_article(object)));
    level.merged.push_back(std::move(object));
  }
}

// Merging adds the members that the object does not have itself.
void YamlReader::add_merged(Level& level) {
  for (const auto& object : level.merged)
    for (const auto& member : object.items())
      if (level.marks.emplace(member.key(), YAML::Mark()).second)
        append(level.value, member.key()) = member.value();
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

// Keeps the deepest place that leads to the wanted pointer; its key only counts where a key is
// wanted.
void YamlReader::note(const YAML::Mark& mark, PlaceOf what) {
  last_ = mark;
  if (!is_locating_) return;
  const auto here = pointer();
  if (!is_within(wanted_, here) || here.size() < found_.length_of_pointer) return;
  if (here == wanted_ && what != what_ &&
      !(what == PlaceOf::value && here.size() > found_.length_of_pointer))
    return;
  found_.line = static_cast<std::size_t>(mark.line);
  found_.byte = static_cast<std::size_t>(mark.column);
  found_.length_of_pointer = here.size();
}

} // namespace mrctl::request
