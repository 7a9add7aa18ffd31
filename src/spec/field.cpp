#include "mrctl/spec/field.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/shape.hpp"

#include "foreign_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
  std::ranges::replace(name, '_', '-');
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

void add_members(std::vector<FieldFlag>& flags, const Steps& steps, Rows<ShapeMember> members,
                 const Field& field) {
  for (const auto& member : members) {
    if (member.flagged == Flagged::no) continue;
    const auto here = with_step(steps, member.name);
    flags.push_back(make_flag(here, member.shape, field, member.help));
    add_below(flags, here, member.shape, field);
  }
}

// A list gets flags for each kind of item that a tag distinguishes.
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

// The rules read only the ids of plugins.
bool is_routed(const FieldFlag& flag) {
  const auto& field = *flag.field;
  const bool is_read = field.routed == Routed::yes || field.shape.support;
  return is_read && !is_dropped(field) && (field.name != "plugins" || flag.steps.size() == 1);
}

bool has_no_effect(const Deprecation& deprecation) {
  return deprecation.replacement.empty();
}

std::string remark_on(const Deprecation& deprecation) {
  return fmt::format("deprecated, {}", has_no_effect(deprecation)
                                           ? "has no effect"
                                           : deprecation_suggestion(deprecation));
}

} // namespace

std::string_view group_title(FieldGroup group) {
  constexpr std::array<std::string_view, 8> titles{
      "Model",   "Sampling", "Output", "Tools and plugins", "Reasoning", "Conversation and caching",
      "Routing", "Tracking"};
  return titles.at(static_cast<std::size_t>(group));
}

const Field* find_field(std::string_view name) {
  return find_row(request_fields(), &Field::name, name);
}

const std::vector<FieldFlag>& field_flags(BodyFlags which) {
  static const std::vector<FieldFlag> none;
  static const auto all = collect_flags();
  if (which == BodyFlags::no) return none;
  if (which == BodyFlags::yes) return all;
  static const auto routed = [] {
    auto flags = all;
    std::erase_if(flags, [](const FieldFlag& flag) { return !is_routed(flag); });
    return flags;
  }();
  return routed;
}

const std::vector<ForeignField>& foreign_fields() {
  constexpr std::array<std::string_view, 4> names{"refused", "warned", "accepted", "anywhere"};
  static const auto fields = [&] {
    std::vector<ForeignField> all;
    for (const auto& row : foreign_rows) {
      if (row.kind != ForeignKind::field) continue;
      const auto severity = std::ranges::find(names, row.place) - names.begin();
      for (const auto name : split(row.words, ' ')) {
        auto& field = all.emplace_back(
            ForeignField{name, static_cast<Foreign>(severity), row.reason, row.suggestion()});
        if (auto& text = field.suggestion.text; text.ends_with('*')) // "provider.*"
          text.replace(text.size() - 1, 1, name);
      }
    }
    return all;
  }();
  return fields;
}

const ForeignField* find_foreign_field(std::string_view name) {
  const auto row = std::ranges::find_if(foreign_fields(), [&](const ForeignField& each) {
    return each.foreign == Foreign::accepted ? each.name == name
                                             : have_same_letters(each.name, name);
  });
  return row == foreign_fields().end() ? nullptr : &*row;
}

std::string deprecation_message(const Deprecation& deprecation, std::string_view name) {
  return fmt::format("{} is deprecated{}", name,
                     has_no_effect(deprecation) ? " and has no effect" : "");
}

std::string deprecation_suggestion(const Deprecation& deprecation) {
  return has_no_effect(deprecation) ? "" : fmt::format("use {}", deprecation.replacement);
}

std::string flag_help(std::string_view help, const std::optional<Deprecation>& deprecation) {
  return deprecation ? fmt::format("{} ({})", help, remark_on(*deprecation)) : std::string(help);
}

std::string schema_description(std::string_view help,
                               const std::optional<Deprecation>& deprecation) {
  if (!deprecation) return std::string(help);
  return fmt::format("{}{}{}", help, help.empty() ? "" : "; ", remark_on(*deprecation));
}

} // namespace mrctl::spec
