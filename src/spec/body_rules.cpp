#include "mrctl/spec/body_rules.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/spec/flag.hpp"

#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>

namespace mrctl::spec {

namespace {

constexpr std::array aspect_rows{
    CheckedAspect{"type", "the type is wrong"},
    CheckedAspect{"choice", "the word is not documented"},
    CheckedAspect{"range", "the number is out of bounds"},
    CheckedAspect{"length", "the string, list or map is too short or too long"},
    CheckedAspect{"key-length", "a key is too long"},
    CheckedAspect{"charset", "a character is neither a letter, a digit, '_' nor '-'"},
    CheckedAspect{"required", "a member is missing"},
    CheckedAspect{"unknown", "a member is not documented"},
    CheckedAspect{"ignored", "a preset does not keep the field"},
    CheckedAspect{"deprecated", "the field is deprecated; its help says what to use"},
    CheckedAspect{"pair", "the text is not KEY=VALUE, JSON or @FILE in a flag"},
};

// Flags refuse such a number even where the field has no bounds.
constexpr std::string_view too_many_digits = "the number has more than 1,000 digits in a flag";

// Returns the path of a member without the plugin: "plugins.max_results".
std::string path_of(const FieldFlag& flag) {
  const auto begin = flag.path.find('[');
  if (begin == std::string::npos) return flag.path;
  return flag.path.substr(0, begin) + flag.path.substr(flag.path.find(']') + 1);
}

bool is_limited(const Range& sizes) {
  return sizes.least > 0 || sizes.most != no_limit;
}

bool is_limited(const Bounds& bounds) {
  const Bounds none;
  return bounds.least > none.least || bounds.most < none.most;
}

class MemberWalk {
public:
  explicit MemberWalk(const Field& field) : field_(field) {
    members_.push_back({std::string(field.name), &field.shape, field.help, &field});
    visit(field.shape, std::string(field.name));
  }

  std::vector<BodyMember> members() && { return std::move(members_); }

private:
  void visit(const Shape& shape, const std::string& path) {
    if (shape.element != nullptr) visit(*shape.element, path);
    for (const auto& alternative : shape.alternatives)
      visit(alternative, path);
    if (shape.kind == ShapeKind::tagged)
      add({fmt::format("{}.{}", path, shape.tag), &shape, {}, &field_, shape.variants});
    add(shape.members, path);
    for (const auto& variant : shape.variants)
      add(variant.members, path);
  }

  void add(BodyMember member) {
    if (find_row(members_, &BodyMember::path, member.path) == nullptr)
      members_.push_back(std::move(member));
  }

  void add(Rows<ShapeMember> members, const std::string& path) {
    for (const auto& member : members) {
      const auto name = fmt::format("{}.{}", path, member.name);
      add({name, &member.shape, member.help, &field_});
      visit(member.shape, name);
    }
  }

  const Field& field_;
  std::vector<BodyMember> members_;
};

class RuleWalk {
public:
  explicit RuleWalk(const Field& field) : field_(field) {
    visit(field.shape, std::string(field.name));
    for (const auto& flag : field_flags())
      if (flag.field == &field) add_flag(flag);
    if (is_dropped(field)) add(std::string(field.name), "ignored", Severity::warning, field.shape);
  }

  std::vector<BodyRule> rules() && { return std::move(rules_); }

private:
  void visit(const Shape& shape, const std::string& path) {
    if (shape.is_usual()) {
      worst_ = Severity::warning;
      add(path, "type", worst_, shape);
      add_members(shape, shape.members, Unknown::accepted, path);
      worst_ = Severity::error;
    }
    if (shape.kind != ShapeKind::any) add(path, "type", Severity::error, shape);
    visit_constraints(shape, path);
  }

  void visit_constraints(const Shape& shape, const std::string& path) {
    const auto refuse = [&](std::string_view aspect) { add(path, aspect, Severity::error, shape); };
    if (shape.kind == ShapeKind::choice) refuse("choice");
    if (shape.takes == Takes::plain_name) refuse("charset");
    if (is_limited(shape.bounds)) refuse("range");
    if (is_limited(shape.sizes)) refuse("length");
    if (shape.longest_key != no_limit) refuse("key-length");
    if (shape.element != nullptr) visit(*shape.element, path);
    if (shape.kind == ShapeKind::object) add_members(shape, shape.members, shape.unknown, path);
    if (shape.kind == ShapeKind::tagged) add_variants(shape, path);
    for (const auto& alternative : shape.alternatives)
      visit_constraints(alternative, path);
    // A field that is dropped gets one warning.
    if (shape.deprecation && !is_dropped(field_)) add(path, "deprecated", Severity::warning, shape);
  }

  void add_members(const Shape& shape, Rows<ShapeMember> members, Unknown unknown,
                   const std::string& path) {
    for (const auto& member : members)
      if (member.presence == Presence::required) add(path, "required", Severity::error, shape);
    if (unknown != Unknown::accepted)
      add(path, "unknown", unknown == Unknown::refused ? Severity::error : Severity::warning,
          shape);
    for (const auto& member : members)
      visit(member.shape, fmt::format("{}.{}", path, member.name));
  }

  void add_variants(const Shape& shape, const std::string& path) {
    add(path, "required", Severity::error, shape);
    const auto tag = fmt::format("{}.{}", path, shape.tag);
    add(tag, "type", Severity::error, shape);
    add(tag, "choice", Severity::error, shape);
    for (const auto& variant : shape.variants)
      add_members(shape, variant.members, variant.unknown, path);
  }

  void add_flag(const FieldFlag& flag) {
    const bool is_number =
        flag.shape->kind == ShapeKind::integer || flag.shape->kind == ShapeKind::number;
    if (is_number) add(path_of(flag), "range", too_many_digits, Severity::error, *flag.shape);
    if (takes_pairs(*flag.shape)) add(path_of(flag), "pair", Severity::error, *flag.shape);
  }

  void add(const std::string& path, std::string_view aspect, Severity severity,
           const Shape& shape) {
    add(path, aspect, find_row(aspect_rows, &CheckedAspect::name, aspect)->says, severity, shape);
  }

  void add(const std::string& path, std::string_view aspect, std::string_view says,
           Severity severity, const Shape& shape) {
    auto id = fmt::format("{}.{}", path, aspect);
    if (worst_ == Severity::warning) severity = worst_;
    if (known_.insert(id).second) rules_.push_back({std::move(id), severity, says, &shape});
  }

  const Field& field_;
  Severity worst_ = Severity::error; // of what is visited now
  std::set<std::string> known_;
  std::vector<BodyRule> rules_;
};

} // namespace

std::vector<BodyMember> body_members() {
  std::vector<BodyMember> all;
  for (const auto& field : request_fields())
    append(all, MemberWalk(field).members());
  return all;
}

std::vector<BodyRule> body_rules() {
  std::vector<BodyRule> all;
  for (const auto& field : request_fields())
    append(all, RuleWalk(field).rules());
  return all;
}

Rows<CheckedAspect> checked_aspects() {
  return aspect_rows;
}

} // namespace mrctl::spec
