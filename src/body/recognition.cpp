#include "recognition.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/spec/field.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

namespace mrctl::body {

namespace {

// What a file is that has all of these members.
struct KnownFile {
  std::array<std::string_view, 3> members; // the last ones may be empty
  std::string_view says;
};

// The first one that fits counts.
constexpr std::array known_files{
    KnownFile{
        {"plan", "explain", "problems"},
        "this is a result of 'mrctl preset check', not a preset: name the presets themselves"},
    KnownFile{
        {"applied", "failed", "presets"},
        "this is a result of 'mrctl preset apply', not a preset: name the presets themselves"},
    KnownFile{{"rules", "listings", "presets"},
              "this is a result of 'mrctl preset explain', not a preset: name the presets "
              "themselves"},
    KnownFile{{"errors", "warnings", "problems"},
              "this is a result of 'mrctl preset lint', not a preset: name the presets themselves"},
    KnownFile{{"changes", "compared", ""},
              "this is a result of a diff, not a preset: name the presets themselves"},
    KnownFile{{"format", "service", "slug"},
              "this is a record of what was applied, not a preset: name the preset's own file"},
    KnownFile{{"target", "applied", "version"},
              "this is a row of 'mrctl preset state', not a preset: name the preset's own file"},
    KnownFile{{"slug", "file", "body"},
              "this was printed by 'mrctl preset render', not a preset: its body is the member "
              "body, which --jq '.[0].body' takes out"},
    KnownFile{
        {"id", "endpoints", ""},
        "this is a listing of endpoints, not a preset: give it to 'mrctl preset explain' with "
        "--listing"},
    KnownFile{{"id", "provider", "label"},
              "this is a credential, not a preset: give it to 'mrctl byok diff'"},
    KnownFile{{"apiVersion", "kind", ""},
              "this is a manifest of a container platform, not a preset: take the body out of it"},
    KnownFile{{"choices", "model", ""},
              "this is an answer of a model, not a preset: write the request, not its answer"},
    KnownFile{{"error", "", ""}, "this is an error message, not a preset"},
};

bool has_all(const JsonView& object, const KnownFile& file) {
  return std::ranges::all_of(file.members, [&](std::string_view member) {
    return member.empty() || find_member(object, member);
  });
}

// "--plan 3f9c… applies it".
std::string recognised_plan(const JsonView& object) {
  const auto plan = find_member(object, "plan");
  if (!plan || !find_member(object, "service") || !find_member(object, "presets")) return {};
  if (!plan->is_string()) return "this is a plan that has nothing to send, not a preset";
  return fmt::format("this is a plan: --plan {} applies it", plan->string());
}

std::string recognised_preset(const JsonView& object, std::string_view where) {
  if (!find_member(object, "designated_version")) return {};
  return fmt::format("this is a stored preset: its body is {0}designated_version.config, which "
                     "--jq .{0}designated_version.config takes out",
                     where);
}

bool is_body(const JsonView& value) {
  if (!value.is_object()) return false;
  const auto items = value.items();
  return std::any_of(items.begin(), items.end(),
                     [](const JsonItem& item) { return spec::find_field(item.key()) != nullptr; });
}

std::string listed(std::vector<std::string> words, std::size_t most) {
  const auto more = words.size() > most ? words.size() - most : 0;
  words.resize(words.size() - more);
  if (more > 0) return fmt::format("{} and {} more", fmt::join(words, ", "), more);
  const auto last = words.size() > 1 ? " and " + words.back() : std::string();
  if (!last.empty()) words.pop_back();
  return fmt::format("{}{}", fmt::join(words, ", "), last);
}

constexpr std::size_t most_named = 4;

// A file is one preset, so its members are not presets by name.
std::string recognised_bodies(const JsonView& object) {
  std::vector<std::string> names;
  for (const auto& item : object.items()) {
    const auto key = item.key();
    if (key == "$schema") continue;
    if (spec::find_field(key) != nullptr || !is_body(item.value)) return {};
    names.push_back(abbreviated(key));
  }
  if (names.empty() || (names.size() == 1 && spec::find_foreign_field(names[0]) != nullptr))
    return {};
  if (names.size() == 1)
    return fmt::format("the body is inside '{}': put its members at the top level", names[0]);
  const auto count = names.size() == 2 ? std::string("two") : std::to_string(names.size());
  for (auto& name : names)
    name += ".yaml";
  return fmt::format("{} bodies: write {}, because a file is one preset", count,
                     listed(std::move(names), most_named));
}

std::string recognised_object(const JsonView& object) {
  if (auto plan = recognised_plan(object); !plan.empty()) return plan;
  for (const auto& file : known_files)
    if (has_all(object, file)) return std::string(file.says);
  if (auto preset = recognised_preset(object, ""); !preset.empty()) return preset;
  return recognised_bodies(object);
}

bool is_key_of_toml(std::string_view key) {
  return !key.empty() && !is_digit(key.front()) && std::ranges::all_of(key, [](char c) {
    return is_alphanumeric(c) || c == '_' || c == '-' || c == '.' || c == '"';
  });
}

// The name in "[targets.staging]" or "[[gates]]", or in front of "="; empty for another line.
std::string_view toml_name_in(std::string_view line) {
  line = trimmed(line.substr(0, line.find('#')), white_space);
  if (line.starts_with('[') && line.ends_with(']')) {
    const auto name = trimmed(line, "[] ");
    return is_key_of_toml(name) && name.find('"') == std::string_view::npos ? name
                                                                            : std::string_view();
  }
  const auto equals = line.find('=');
  if (equals == std::string_view::npos) return {};
  const auto key = trimmed(line.substr(0, equals), blanks);
  return is_key_of_toml(key) ? key : std::string_view();
}

// The name in the first line that says something, which no body begins with.
std::string_view first_toml_name(std::string_view text) {
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    const auto content = trimmed(line, white_space);
    if (!content.empty() && !content.starts_with('#')) return toml_name_in(line);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return {};
}

} // namespace

std::string recognised_text(std::string_view text) {
  if (text.starts_with("version https://") && text.find("\noid ") != std::string_view::npos)
    return "this is the pointer of a large file, not the file itself: fetch it, for example with "
           "'git lfs pull'";
  const auto name = first_toml_name(text);
  if (name.empty()) return {};
  constexpr std::array<std::string_view, 8> of_project{
      "presets", "bases", "state", "assume", "gates", "waivers", "targets", "default_target"};
  const auto first = name.substr(0, name.find('.'));
  if (std::ranges::find(of_project, first) != of_project.end())
    return "this is a project file, not a preset: name it with --project, or run the command in "
           "its folder";
  if (first == "profile" || first == "profiles")
    return "this is a configuration file of mrctl, not a preset: name it with --config";
  return "this looks like TOML: a preset is JSON or YAML, such as 'model: acme/large'";
}

std::string recognised_json(const JsonView& root) {
  if (root.is_object()) {
    const auto data = find_member(root, "data");
    if (data && data->is_object()) {
      if (auto preset = recognised_preset(*data, "data."); !preset.empty()) return preset;
      if (auto inside = recognised_object(*data); !inside.empty()) return inside;
    }
    return recognised_object(root);
  }
  if (!root.is_array() || root.size() == 0) return {};
  const auto first = root.items().begin()->value;
  if (!first.is_object()) return {};
  if (auto known = recognised_object(first); !known.empty() && !is_body(first)) return known;
  if (!is_body(first)) return {};
  return root.size() == 1
             ? "the body is inside a list: put its members at the top level"
             : fmt::format("a list of {} bodies: a file is one preset, so write {} files",
                           root.size(), root.size());
}

bool has_no_field(const JsonView& body) {
  bool has_member = false;
  for (const auto& item : body.items()) {
    const auto key = item.key();
    if (key == "$schema") continue;
    if (spec::find_field(key) != nullptr) return false;
    has_member = true;
  }
  return has_member;
}

std::string first_members(const JsonView& object) {
  std::vector<std::string> names;
  for (const auto& item : object.items())
    names.push_back(abbreviated(item.key()));
  return listed(std::move(names), most_named);
}

} // namespace mrctl::body
