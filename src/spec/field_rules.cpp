#include "mrctl/spec/deprecation.hpp"
#include "mrctl/spec/rule.hpp"
#include "mrctl/spec/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::spec {

namespace {

// If more variants than this share a check, it is described without them.
constexpr std::size_t most_variants = 3;

// What a shape describes.
struct Spot {
  std::string path;           // "plugins.id"
  std::string_view variant{}; // "web", where only that one has it
  std::string_view part{};    // "each item ", inside the value that the path names
};

struct RuleFinding {
  std::string id;
  Severity severity;
  std::string_view variant;
  std::string check;
};

// Walks a shape and writes down what is checked of its values: the same aspects, under the same
// names, as the check of a body.
class RuleWalk {
public:
  void walk(const Shape& shape, const Spot& spot);
  void add(const Spot& spot, std::string_view aspect, Severity severity, std::string_view check);
  [[nodiscard]] std::vector<RuleFinding> take() { return std::move(findings_); }

private:
  void walk_kind(const Shape& shape, const Spot& spot);
  void walk_deprecation(const Shape& shape, const Spot& spot);
  void walk_choices(Rows<std::string_view> choices, const Spot& spot);
  void walk_sizes(const Shape& shape, std::string_view unit, const Spot& spot);
  void walk_list(const Shape& shape, const Spot& spot);
  void walk_map(const Shape& shape, const Spot& spot);
  void walk_members(Rows<Member> members, Unknown unknown, const Spot& spot);
  void walk_tagged(const Shape& shape, const Spot& spot);

  std::vector<RuleFinding> findings_;
};

Spot member_of(const Spot& spot, std::string_view name) {
  return {fmt::format("{}.{}", spot.path, name), spot.variant};
}

bool has_bounds(const Shape& shape) {
  const Bounds none;
  return shape.bounds.least > none.least || shape.bounds.most < none.most;
}

std::string choice_words(const std::vector<std::string_view>& choices) {
  return fmt::format("{}{}", choices.size() == 1 ? "only " : "one of ", fmt::join(choices, ", "));
}

void RuleWalk::add(const Spot& spot, std::string_view aspect, Severity severity,
                   std::string_view check) {
  findings_.push_back({fmt::format("{}.{}", spot.path, aspect), severity, spot.variant,
                       fmt::format("{}{}", spot.part, check)});
}

void RuleWalk::walk(const Shape& shape, const Spot& spot) {
  if (shape.kind != ShapeKind::any) add(spot, "type", Severity::error, type_words(shape));
  walk_kind(shape, spot);
  walk_deprecation(shape, spot);
}

void RuleWalk::walk_deprecation(const Shape& shape, const Spot& spot) {
  if (shape.deprecation)
    add(spot, "deprecated", Severity::warning, deprecation_rule(*shape.deprecation));
}

void RuleWalk::walk_kind(const Shape& shape, const Spot& spot) {
  switch (shape.kind) {
  case ShapeKind::any:
  case ShapeKind::boolean:
    return;
  case ShapeKind::string:
    walk_sizes(shape, "character", spot);
    if (shape.is_name)
      add(spot, "charset", Severity::error, "letters, digits, underscores and dashes");
    return;
  case ShapeKind::choice:
    return walk_choices(shape.choices, spot);
  case ShapeKind::integer:
  case ShapeKind::number:
    if (has_bounds(shape)) add(spot, "range", Severity::error, bound_words(shape.bounds));
    return;
  case ShapeKind::list:
    return walk_list(shape, spot);
  case ShapeKind::map:
    return walk_map(shape, spot);
  case ShapeKind::object:
    return walk_members(shape.members, shape.unknown, spot);
  case ShapeKind::tagged:
    return walk_tagged(shape, spot);
  case ShapeKind::alternatives:
    for (const auto& alternative : shape.alternatives) {
      walk_kind(alternative, spot);
      walk_deprecation(alternative, spot);
    }
  }
}

void RuleWalk::walk_choices(Rows<std::string_view> choices, const Spot& spot) {
  add(spot, "choice", Severity::error, choice_words({choices.begin(), choices.end()}));
}

void RuleWalk::walk_sizes(const Shape& shape, std::string_view unit, const Spot& spot) {
  if (shape.sizes.least == 0 && shape.sizes.most == no_limit) return;
  add(spot, "length", Severity::error, size_words(shape.sizes, unit));
}

void RuleWalk::walk_list(const Shape& shape, const Spot& spot) {
  walk_sizes(shape, "item", spot);
  walk(*shape.element, {spot.path, spot.variant, "each item "});
}

void RuleWalk::walk_map(const Shape& shape, const Spot& spot) {
  walk_sizes(shape, "pair", spot);
  if (shape.longest_key != no_limit)
    add(spot, "key-length", Severity::error,
        "each key " + size_words({0, shape.longest_key}, "character"));
  walk(*shape.element, {spot.path, spot.variant, "each value "});
}

void RuleWalk::walk_members(Rows<Member> members, Unknown unknown, const Spot& spot) {
  std::vector<std::string_view> required;
  for (const auto& member : members)
    if (member.presence == Presence::required) required.push_back(member.name);
  if (!required.empty())
    add(spot, "required", Severity::error, fmt::format("has {}", fmt::join(required, " and ")));
  if (unknown == Unknown::refused)
    add(spot, "unknown", Severity::error, "has only documented members");
  if (unknown == Unknown::warned)
    add(spot, "unknown", Severity::warning, "has only documented members");
  for (const auto& member : members)
    walk(member.shape, member_of(spot, member.name));
}

void RuleWalk::walk_tagged(const Shape& shape, const Spot& spot) {
  const auto tag = member_of(spot, shape.tag);
  add(spot, "required", Severity::error, fmt::format("has {}", shape.tag));
  add(tag, "type", Severity::error, "a string");
  std::vector<std::string_view> words;
  for (const auto& variant : shape.variants)
    words.push_back(variant.value);
  add(tag, "choice", Severity::error, choice_words(words));
  for (const auto& variant : shape.variants)
    walk_members(variant.members, variant.unknown, {spot.path, variant.value, spot.part});
}

// Items of a list have no name in a rule.
Spot spot_of(const FieldFlag& flag) {
  Spot spot;
  for (const auto& step : flag.steps) {
    if (const auto* item = std::get_if<ItemWith>(&step))
      spot.variant = item->value;
    else
      spot.path += (spot.path.empty() ? "" : ".") + std::string(std::get<std::string_view>(step));
  }
  return spot;
}

// The text of a flag can be wrong in ways that JSON cannot.
void add_rules_of_flag(RuleWalk& walk, const FieldFlag& flag) {
  const auto& shape = *flag.shape;
  const bool is_number = shape.kind == ShapeKind::integer || shape.kind == ShapeKind::number;
  if (is_number && !has_bounds(shape))
    walk.add(spot_of(flag), "range", Severity::error, "at most 1,000 digits if given by a flag");
  const bool is_open = shape.kind == ShapeKind::object && shape.unknown == Unknown::accepted &&
                       !shape.members.empty();
  if (shape.kind == ShapeKind::map || is_open)
    walk.add(spot_of(flag), "pair", Severity::error, "KEY=VALUE, JSON or @FILE in a flag");
}

std::vector<RuleFinding> findings_of(const Field& field) {
  RuleWalk walk;
  const Spot spot{std::string(field.name)};
  walk.walk(field.shape, spot);
  for (const auto& flag : field_flags())
    if (flag.field->name == field.name) add_rules_of_flag(walk, flag);
  if (is_dropped(field))
    walk.add(spot, "ignored", Severity::warning, "accepted, but not kept in a preset");
  return walk.take();
}

// "developer, assistant: ", or nothing if so many variants share the check.
std::string variants_of(const std::string& check, const std::vector<RuleFinding>& same_id) {
  std::vector<std::string_view> variants;
  for (const auto& finding : same_id)
    if (finding.check == check) variants.push_back(finding.variant);
  const bool is_general = variants.size() > most_variants || variants.front().empty();
  return is_general ? std::string() : fmt::format("{}: ", fmt::join(variants, ", "));
}

FieldRule rule_of(const Field& field, const std::vector<RuleFinding>& same_id) {
  FieldRule rule{same_id.front().id, same_id.front().severity, &field};
  std::vector<std::string> told;
  std::string last_variants;
  for (const auto& finding : same_id) {
    if (std::find(told.begin(), told.end(), finding.check) != told.end()) continue;
    told.push_back(finding.check);
    const auto variants = variants_of(finding.check, same_id);
    rule.checks += (rule.checks.empty() ? "" : "; ") + (variants == last_variants ? "" : variants) +
                   finding.check;
    last_variants = variants;
  }
  return rule;
}

// Takes the findings that share something with the first one.
template <class Key>
std::vector<RuleFinding> take_group(std::vector<RuleFinding>& findings, Key key) {
  const auto wanted = key(findings.front());
  const auto others =
      std::stable_partition(findings.begin(), findings.end(),
                            [&](const RuleFinding& finding) { return key(finding) == wanted; });
  std::vector<RuleFinding> group(findings.begin(), others);
  findings.erase(findings.begin(), others);
  return group;
}

std::string path_of_finding(const RuleFinding& finding) {
  return finding.id.substr(0, finding.id.rfind('.'));
}

bool is_error(const RuleFinding& finding) {
  return finding.severity == Severity::error;
}

// Groups the findings of each path, errors before warnings.
void add_rules_of(const Field& field, std::vector<FieldRule>& rules) {
  auto findings = findings_of(field);
  while (!findings.empty()) {
    auto same_path = take_group(findings, path_of_finding);
    std::stable_partition(same_path.begin(), same_path.end(), is_error);
    while (!same_path.empty())
      rules.push_back(
          rule_of(field, take_group(same_path, [](const RuleFinding& f) { return f.id; })));
  }
}

std::vector<FieldRule> collect_rules() {
  std::vector<FieldRule> rules;
  for (const auto& field : request_fields())
    add_rules_of(field, rules);
  return rules;
}

} // namespace

const std::vector<FieldRule>& field_rules() {
  static const auto rules = collect_rules();
  return rules;
}

} // namespace mrctl::spec
