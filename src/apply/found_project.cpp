#include "mrctl/apply/ci_drafts.hpp"
#include "mrctl/apply/location.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/spec/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

constexpr std::array<std::string_view, 3> environment_folders{"environments", "envs", "env"};
constexpr std::array<std::string_view, 3> endings{".yaml", ".yml", ".json"};

// Returns whether a project file may hold the name.
bool can_be_named(const std::string& name) {
  const auto& rule = config::setting_of(&config::SettingValues::state);
  return !find_invalid_utf8(name) && name != "-" && config::check_text(rule, name, "").has_value();
}

// Returns the names of what is in a folder, in order. Links, hidden names and those that a project
// file cannot hold are left out.
Names names_in(const fs::path& folder, fs::file_type type) {
  Names names;
  std::error_code error;
  for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    auto name = at->path().filename().string();
    std::error_code unknown;
    if (!name.starts_with('.') && at->symlink_status(unknown).type() == type && can_be_named(name))
      names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  return names;
}

// Environments have bodies too, but those name no model.
bool is_preset(const body::ReadFile& read_file, const std::string& file) {
  const auto body = body::read_body({file}, read_file);
  if (!body || body->is_broken) return false;
  constexpr std::array<std::string_view, 3> marks{"model", "models", "messages"};
  return std::ranges::any_of(marks, [&](std::string_view member) {
    return find_member(body->json.root(), member).has_value();
  });
}

bool holds_presets(const body::ReadFile& read_file, const fs::path& folder) {
  constexpr std::size_t most_files = 100;
  return std::ranges::any_of(body::preset_files_in(folder.string(), most_files),
                             [&](const auto& file) { return is_preset(read_file, file.path); });
}

// Returns the folders of presets at most so many levels below a folder of the root. Those beside
// each other that are all of presets are named by the one that holds them, as is what a folder
// `presets` holds.
Names folders_of_presets(const body::ReadFile& read_file, const fs::path& root,
                         const fs::path& folder, int levels) {
  if (!folder.empty() && holds_presets(read_file, root / folder)) return {folder.string()};
  if (levels == 0) return {};
  Names found;
  std::size_t of_presets = 0;
  std::size_t others = 0;
  for (const auto& name : names_in(root / folder, fs::file_type::directory)) {
    if (name.starts_with('_') || (folder.empty() && contains(environment_folders, name))) continue;
    auto below = folders_of_presets(read_file, root, folder / name, levels - 1);
    ++(below.empty() ? others : of_presets);
    append(found, std::move(below));
  }
  if (folder.empty()) return contains(found, "presets") ? Names{"presets"} : found;
  const bool is_whole = of_presets > 1 && others == 0;
  const bool is_named = of_presets > 0 && folder.filename() == "presets";
  return is_whole || is_named ? Names{folder.string()} : found;
}

// Returns those that are nearest to the root, or the root itself.
Names find_presets(const body::ReadFile& read_file, const fs::path& root) {
  constexpr int deepest = 4;
  auto found = folders_of_presets(read_file, root, {}, deepest);
  if (found.empty()) return holds_presets(read_file, root) ? Names{"."} : Names{};
  const auto depth = [](const std::string& path) { return std::ranges::count(path, '/'); };
  const auto least = depth(*std::ranges::min_element(found, {}, depth));
  std::erase_if(found, [&](const std::string& path) { return depth(path) > least; });
  return found;
}

Names bodies_in(const fs::path& folder) {
  auto names = names_in(folder, fs::file_type::regular);
  std::erase_if(names, [](const std::string& name) {
    return !contains(endings, fs::path(name).extension().string());
  });
  return names;
}

std::string in_folder(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / name).lexically_normal().string();
}

// Returns the target of that name, which is added if it is missing.
config::ProjectTarget& target_named(config::Project& project, const std::string& name) {
  for (auto& target : project.targets)
    if (target.name == name) return target;
  project.targets.emplace_back().name = name;
  return project.targets.back();
}

bool is_target_name(const std::string& text) {
  return config::check_text(config::setting_of(&config::SettingValues::target), text, "")
      .has_value();
}

// Each file in a folder of environments is the base of a target.
void add_environments(config::Project& project, const fs::path& folder) {
  for (const auto environments : environment_folders)
    for (const auto& file : bodies_in(folder / environments)) {
      const auto stem = fs::path(file).stem().string();
      const auto name = stem.substr(stem.starts_with('_') ? 1 : 0);
      if (is_target_name(name))
        target_named(project, name).bases.push_back(in_folder(std::string(environments), file));
    }
}

// Returns the bases in a folder of presets and below: files whose names begin with '_', and those
// in folders whose names do.
Names bases_in(const fs::path& root, const std::string& folder) {
  const bool is_of_bases = fs::path(folder).filename().string().starts_with('_');
  Names bases;
  for (const auto& file : bodies_in(root / folder))
    if (is_of_bases || file.starts_with('_')) bases.push_back(in_folder(folder, file));
  for (const auto& name : names_in(root / folder, fs::file_type::directory))
    append(bases, bases_in(root, in_folder(folder, name)));
  return bases;
}

// Returns the codes of what the bases ask and no listing shows.
Names assumed_for(const config::Project& project, const fs::path& root,
                  const body::ReadFile& read_file) {
  using Asked = std::tuple<std::string_view, std::string_view, std::string_view>;
  constexpr std::array<Asked, 4> asked{
      {{"data_collection", "/provider/data_collection", R"("deny")"},
       {"zdr", "/provider/zdr", "true"},
       {"enforce_distillable_text", "/provider/enforce_distillable_text", "true"},
       {"service_tier", "/service_tier", R"("flex")"}}};
  Names codes;
  for (const auto& base : config::every_base_of(project)) {
    const auto body = body::read_body({(root / base).string()}, read_file);
    if (!body || body->is_broken) continue;
    const auto value = body->json.value();
    for (const auto& [code, pointer, wanted] : asked)
      if (const Json::json_pointer at{std::string(pointer)};
          value.contains(at) && dump_json(value.at(at)) == wanted && !contains(codes, code))
        codes.emplace_back(code);
    if (value.contains(Json::json_pointer("/provider/max_price/audio")) &&
        !contains(codes, "max_price.audio"))
      codes.emplace_back("max_price.audio");
  }
  return codes;
}

// Returns the host of a base URL; empty for this machine, where only emulators are.
std::string host_in(const std::string& base_url) {
  const auto host = host_of(base_url);
  return host && !is_loopback(host->name) ? address_of(*host) : std::string();
}

// Each profile that sets a base URL is a target. Profiles are of this user alone, so the
// file does not name them. Returns the targets.
Names add_profiles(config::Project& project, const spec::SettingTexts& given,
                   const config::Environment& environment) {
  const auto& fallback = config::setting_of(&config::SettingValues::profile).fallback;
  Names targets;
  for (const auto& name : config::profile_names(given, environment)) {
    auto flags = given;
    flags.insert_or_assign("profile", name);
    flags.erase("base_url");
    auto others = environment;
    others.variables.erase("MRCTL_BASE_URL");
    const auto settings =
        config::load(flags, others, config::Missing::allow, config::Faults::pass_over);
    if (!settings || settings->base_url.empty() || name == fallback || !is_target_name(name))
      continue;
    auto& target = target_named(project, settings->target.empty() ? name : settings->target);
    target.host = host_in(settings->base_url);
    targets.push_back(target.name);
  }
  return targets;
}

// Without environments and profiles, the host of the service is the one target. Its name is that of
// the state that commands use without a project file.
void add_host(config::Project& project, const Names& of_profiles, const std::string& base_url) {
  const auto host = host_in(base_url);
  if (host.empty()) return;
  if (project.targets.empty()) target_named(project, target_of(*host_of(base_url)));
  for (auto& target : project.targets)
    if (!contains(of_profiles, target.name)) target.host = host;
}

bool is_production(const config::ProjectTarget& target) {
  return target.name.starts_with("prod") || target.name == "live";
}

// Targets of one host would write the same presets: all but that of production get a prefix.
void add_prefixes(config::Project& project) {
  for (auto& target : project.targets) {
    const auto is_same = [&](const auto& other) { return other.host == target.host; };
    if (std::ranges::count_if(project.targets, is_same) > 1 && !is_production(target))
      target.slug_prefix = target.name + "-";
  }
}

// Returns the default target: one for trying things out is safer.
std::string default_target_of(const config::Project& project) {
  if (project.targets.size() < 2) return {};
  const auto found = std::ranges::find_if_not(project.targets, is_production);
  return found == project.targets.end() ? project.targets.front().name : found->name;
}

// Returns where state is already, seen from the folder; a new one lies beside the file.
std::string state_in(const std::string& folder, const Names& presets) {
  for (const auto& path : presets) {
    const auto state = state_folder_of((fs::path(folder) / path).string());
    if (!state || kind_of_file(*state) != FileKind::folder) continue;
    const auto known = fs::path(*state).lexically_relative(folder.empty() ? "." : folder);
    if (!known.empty() && *known.begin() != "..") return known.string();
  }
  return std::string(state_folder_name);
}

} // namespace

config::Project found_project(const ProjectSurroundings& surroundings, const std::string& folder) {
  config::Project project;
  project.presets = find_presets(surroundings.read_file, fs::path(folder) / ".");
  add_environments(project, fs::path(folder) / ".");
  for (const auto& path : project.presets)
    for (auto& base : bases_in(fs::path(folder) / ".", path))
      if (!config::find_target(project, fs::path(base).stem().string().substr(1)))
        project.bases.push_back(std::move(base));
  project.assume = assumed_for(project, folder, surroundings.read_file);
  const auto of_profiles = add_profiles(project, surroundings.given, surroundings.environment);
  add_host(project, of_profiles, surroundings.base_url);
  add_prefixes(project);
  // Jobs apply in this order.
  std::stable_partition(project.targets.begin(), project.targets.end(), std::not_fn(is_production));
  project.default_target = default_target_of(project);
  project.state = state_in(folder, project.presets);
  return project;
}

Status check_project_folder(const std::string& folder) {
  if (folder.empty()) return {};
  TRY_ASSIGN(const auto kind, kind_of_file(folder));
  if (kind == FileKind::folder) return {};
  auto advice = spec::advice_in(spec::WordPlace::init, folder);
  return fail(Error::usage(fmt::format("{} is not a folder; nothing was written", folder),
                           !advice.empty()            ? std::move(advice)
                           : kind == FileKind::absent ? fmt::format("create it: mkdir {}", folder)
                                                      : "name its folder"));
}

std::optional<std::string> note_on_file_above(const std::string& folder) {
  std::error_code error;
  const auto here = fs::canonical(folder.empty() ? "." : folder, error);
  if (error) return std::nullopt;
  const auto top = repository_of(here.string());
  if (!top || !*top) return std::nullopt; // further up, files may be somebody else's
  for (auto at = here; at != fs::path(**top); at = at.parent_path())
    if (const auto above = (at.parent_path() / config::project_file_name).string();
        kind_of_file(above) == FileKind::regular)
      return fmt::format("{} has its own {} now, so {} is not used there", here.string(),
                         config::project_file_name, above);
  return std::nullopt;
}

} // namespace mrctl::apply
