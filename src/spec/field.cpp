#include "mrctl/spec/field.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"

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

namespace {

// Of plugins, the rules read the ids alone.
bool is_routed(const FieldFlag& flag) {
  const auto& field = *flag.field;
  const bool is_read = field.routed == Routed::yes || field.shape.support;
  return is_read && !is_dropped(field) && (field.name != "plugins" || flag.steps.size() == 1);
}

std::vector<FieldFlag> collect_routed_flags() {
  auto flags = field_flags(BodyFlags::yes);
  std::erase_if(flags, [](const FieldFlag& flag) { return !is_routed(flag); });
  return flags;
}

} // namespace

const std::vector<FieldFlag>& field_flags(BodyFlags which) {
  static const std::vector<FieldFlag> none;
  static const auto all = collect_flags();
  if (which == BodyFlags::no) return none;
  if (which == BodyFlags::yes) return all;
  static const auto routed = collect_routed_flags();
  return routed;
}

namespace {

using enum Foreign;

constexpr std::string_view of_provider = "it belongs in provider";
constexpr std::string_view of_sdks = "it is an argument of SDKs";
constexpr std::string_view to_the_top = "move its members to the top level of the body";
constexpr std::string_view of_others = "it belongs to other interfaces";
constexpr std::string_view of_a_message = "it belongs in a message";
constexpr std::string_view of_clients = "it belongs to other clients";
constexpr std::string_view to_provider = "write its members into provider";
constexpr std::string_view of_the_slug = "a preset is called by its slug";
constexpr std::string_view as_the_slug = "rename the file, or give 'preset create' another SLUG";
constexpr std::string_view of_bases = "a preset cannot build on another";
constexpr std::string_view for_bases = "put what presets share into a file for --base";
constexpr std::string_view as_a_message = "write a message with the role system, or use --system";

// clang-format off
constexpr std::array foreign_rows{
    ForeignField{"order",                    refused, of_provider, "provider.order"},
    ForeignField{"only",                     refused, of_provider, "provider.only"},
    ForeignField{"ignore",                   refused, of_provider, "provider.ignore"},
    ForeignField{"allow_fallbacks",          refused, of_provider, "provider.allow_fallbacks"},
    ForeignField{"data_collection",          refused, of_provider, "provider.data_collection"},
    ForeignField{"zdr",                      refused, of_provider, "provider.zdr"},
    ForeignField{"quantizations",            refused, of_provider, "provider.quantizations"},
    ForeignField{"max_price",                refused, of_provider, "provider.max_price"},
    ForeignField{"require_parameters",       refused, of_provider, "provider.require_parameters"},
    ForeignField{"sort",                     refused, of_provider, "provider.sort"},
    ForeignField{"extra_body",               refused, of_sdks, to_the_top},
    ForeignField{"extra_params",             refused, of_sdks, to_the_top},
    ForeignField{"system",                   refused, of_a_message, as_a_message},
    ForeignField{"system_prompt",            refused, of_a_message, as_a_message},
    ForeignField{"instructions",             refused, of_a_message, as_a_message},
    ForeignField{"prompt_template",          warned,   of_others, as_a_message},
    ForeignField{"input",                    refused, "it is called messages here", "messages"},
    ForeignField{"max_output_tokens",        refused, "it is called max_completion_tokens here", "max_completion_tokens"},
    ForeignField{"stop_sequences",           refused, "it is called stop here", "stop"},
    ForeignField{"model_id",                 refused, "it is called model here", "model"},
    ForeignField{"fallbacks",                refused, "it is called models here", "models"},
    ForeignField{"fallback_models",          refused, "it is called models here", "models"},
    ForeignField{"provider_options",         refused, of_clients, to_provider},
    ForeignField{"provider_routing",         refused, of_clients, to_provider},
    ForeignField{"provider_preferences",     refused, of_clients, to_provider},
    ForeignField{"open_router_routing",      refused, of_clients, to_provider},
    ForeignField{"gateway",                  refused, of_clients, to_provider},
    ForeignField{"provider_order",           refused, of_provider, "provider.order"},
    ForeignField{"preset",                   refused, of_bases},
    ForeignField{"extends",                  warned,  of_bases, for_bases},
    ForeignField{"base",                     warned,  of_bases, for_bases},
    ForeignField{"$ref",                     warned,  of_bases, for_bases},
    ForeignField{"name",                     warned,  of_the_slug, as_the_slug},
    ForeignField{"slug",                     warned,  of_the_slug, as_the_slug},
    ForeignField{"description",              warned,  "the service takes no description"},
    ForeignField{"thinking",                 warned,  of_others, "reasoning"},
    ForeignField{"verbosity",                warned,  "it belongs to other interfaces, and has no counterpart here"},
    ForeignField{"text",                     warned,  of_others, "response_format"},
    ForeignField{"structured_outputs",       warned,  of_others, "use response_format with the type json_schema"},
    ForeignField{"web_search_options",       warned,  of_others, "use the plugin web"},
    ForeignField{"transforms",               warned,  "it is retired", "use the plugin context-compression"},
    ForeignField{"usage",                    warned,  "it is retired and has no effect"},
    ForeignField{"include_reasoning",        warned,  "it is retired", "reasoning"},
    ForeignField{"max_tool_calls",           accepted, "the specification mentions it"},
    // Words of other interfaces that look like documented fields.
    ForeignField{"generationConfig",         refused, of_sdks, to_the_top},
    ForeignField{"parameters",               refused, of_sdks, to_the_top},
    ForeignField{"systemInstruction",        refused, of_a_message, as_a_message},
    ForeignField{"system_prompt_file",       refused, of_a_message, as_a_message},
    ForeignField{"contents",                 refused, "it is called messages here", "messages"},
    ForeignField{"routing",                  refused, of_clients, to_provider},
    ForeignField{"functions",                refused, "it is called tools here", "tools"},
    ForeignField{"function_call",            refused, "it is called tool_choice here", "tool_choice"},
    ForeignField{"speed",                    warned, of_others},
    ForeignField{"min_tokens",               warned, of_others},
    ForeignField{"top_n",                    warned, of_others},
    ForeignField{"mode",                     warned, of_others},
    ForeignField{"cache",                    warned, of_others},
    ForeignField{"image",                    warned, of_others},
    ForeignField{"prompt_cache_retention",   warned, of_others},
    ForeignField{"n",                        warned, of_others},
    ForeignField{"prompt",                   warned, "it is accepted but not kept in a preset", as_a_message},
};
// clang-format on

static_assert(are_unique(foreign_rows, &ForeignField::name));

} // namespace

Rows<ForeignField> foreign_fields() {
  return foreign_rows;
}

const ForeignField* find_foreign_field(std::string_view name) {
  const auto* row = std::ranges::find_if(foreign_rows, [&](const ForeignField& each) {
    return each.foreign == accepted ? each.name == name : have_same_letters(each.name, name);
  });
  return row == foreign_rows.end() ? nullptr : row;
}

} // namespace mrctl::spec
