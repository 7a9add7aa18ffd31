#include "mrctl/spec/field.hpp"

#include <algorithm>

namespace mrctl::spec {

namespace {

std::string flag_name(std::string_view path) {
  std::string name = "--" + std::string(path);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '_' || c == '.'; }, '-');
  return name;
}

void add_members(std::vector<FieldFlag>& flags, const std::string& path, const Shape& shape,
                 const Field& field) {
  for (const auto& member : shape.members) {
    if (member.flagged == Flagged::no) continue;
    const auto member_path = path + "." + std::string(member.name);
    flags.push_back({flag_name(member_path), member_path, &member.shape, &field, member.help});
    add_members(flags, member_path, member.shape, field);
  }
}

// --reasoning-effort is the field reasoning_effort as well as the member reasoning.effort: the
// field stands first and wins.
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
    flags.push_back(
        {flag_name(field.name), std::string(field.name), &field.shape, &field, field.help});
  for (const auto& field : request_fields())
    add_members(flags, std::string(field.name), field.shape, field);
  drop_repeated_names(flags);
  return flags;
}

} // namespace

std::string_view group_title(Group group) {
  switch (group) {
  case Group::model:
    return "Model";
  case Group::sampling:
    return "Sampling";
  case Group::output:
    return "Output";
  case Group::tools:
    return "Tools and plugins";
  case Group::reasoning:
    return "Reasoning";
  case Group::conversation:
    return "Conversation and caching";
  case Group::routing:
    return "Routing";
  case Group::tracking:
    return "Tracking";
  }
  return {};
}

const Field* find_field(std::string_view name) {
  const auto fields = request_fields();
  const auto* found =
      std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == name; });
  return found == fields.end() ? nullptr : found;
}

const std::vector<FieldFlag>& field_flags() {
  static const auto flags = collect_flags();
  return flags;
}

} // namespace mrctl::spec
