#include "mrctl/spec/field.hpp"

#include "mrctl/base/table.hpp"

#include <algorithm>
#include <utility>

namespace mrctl::spec {

namespace {

using Steps = std::vector<FlagStep>;

std::string path_of(const Steps& steps) {
  std::string path;
  for (const auto& step : steps) {
    if (const auto* item = std::get_if<ItemWith>(&step))
      path += "[" + std::string(item->value) + "]";
    else
      path += (path.empty() ? "" : ".") + std::string(std::get<std::string_view>(step));
  }
  return path;
}

std::string flag_name_of(const Steps& steps) {
  std::string name = "-";
  for (const auto& step : steps) {
    const auto* item = std::get_if<ItemWith>(&step);
    name += "-" + std::string(item != nullptr ? item->value : std::get<std::string_view>(step));
  }
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

FieldFlag make_flag(Steps steps, const Shape& shape, const Field& field, std::string_view help) {
  return {flag_name_of(steps), path_of(steps), std::move(steps), &shape, &field, help};
}

Steps with_step(Steps steps, FlagStep step) {
  steps.push_back(step);
  return steps;
}

void add_below(std::vector<FieldFlag>& flags, const Steps& steps, const Shape& shape,
               const Field& field);

void add_members(std::vector<FieldFlag>& flags, const Steps& steps, Rows<Member> members,
                 const Field& field) {
  for (const auto& member : members) {
    if (member.flagged == Flagged::no) continue;
    const auto here = with_step(steps, member.name);
    flags.push_back(make_flag(here, member.shape, field, member.help));
    add_below(flags, here, member.shape, field);
  }
}

// For a list, each kind of item that a tag distinguishes.
void add_below(std::vector<FieldFlag>& flags, const Steps& steps, const Shape& shape,
               const Field& field) {
  add_members(flags, steps, shape.members, field);
  if (shape.kind != ShapeKind::list) return;
  for (const auto& variant : shape.element->variants)
    add_members(flags, with_step(steps, ItemWith{shape.element->tag, variant.value}),
                variant.members, field);
}

// --reasoning-effort is the field reasoning_effort as well as the member reasoning.effort: the
// field comes first and wins.
void drop_repeated_names(std::vector<FieldFlag>& flags) {
  auto end = flags.begin();
  for (auto& flag : flags) {
    const bool repeated = std::any_of(
        flags.begin(), end, [&](const FieldFlag& kept) { return kept.name == flag.name; });
    if (repeated) continue;
    if (&*end != &flag) *end = std::move(flag);
    ++end;
  }
  flags.erase(end, flags.end());
}

std::vector<FieldFlag> collect_flags() {
  std::vector<FieldFlag> flags;
  for (const auto& field : request_fields())
    flags.push_back(make_flag({field.name}, field.shape, field, field.help));
  for (const auto& field : request_fields())
    add_below(flags, {field.name}, field.shape, field);
  drop_repeated_names(flags);
  return flags;
}

} // namespace

std::string_view group_title(FieldGroup group) {
  switch (group) {
  case FieldGroup::model:
    return "Model";
  case FieldGroup::sampling:
    return "Sampling";
  case FieldGroup::output:
    return "Output";
  case FieldGroup::tools:
    return "Tools and plugins";
  case FieldGroup::reasoning:
    return "Reasoning";
  case FieldGroup::conversation:
    return "Conversation and caching";
  case FieldGroup::routing:
    return "Routing";
  case FieldGroup::tracking:
    return "Tracking";
  }
  return {};
}

const Field* find_field(std::string_view name) {
  return find_row(request_fields(), &Field::name, name);
}

const std::vector<FieldFlag>& field_flags() {
  static const auto flags = collect_flags();
  return flags;
}

} // namespace mrctl::spec
