#pragma once

#include "mrctl/base/list.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/rule.hpp"
#include "mrctl/spec/shape.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

// The table of the keys of a project file. The reader, its JSON Schema and its manual are loops
// over it.

namespace mrctl::config {

// One row. The type of the member decides the type of the value.
template <class Record>
struct ProjectKey {
  std::string_view name;
  spec::MemberOf<Record, std::string, std::vector<std::string>, bool, std::optional<std::size_t>,
                 std::optional<Decimal>, ProjectKnown, std::vector<ProjectTarget>,
                 std::vector<ProjectGate>, std::vector<ProjectWaiver>>
      member;
  Takes takes = Takes::text; // what a text, or each text of a list, must be
  spec::Presence presence = spec::Presence::optional;
  Range range{};                          // of a number
  spec::Rows<std::string_view> choices{}; // the texts that it may be, if they are known
  std::string_view help;
  std::string_view example{}; // as it is written
};

// clang-format off
inline constexpr std::array project_keys{
    ProjectKey<Project>{.name = "presets", .member = &Project::presets, .takes = Takes::preset_file, .help = "preset files and folders; paths on a command line override them", .example = "[\"presets\"]"},
    ProjectKey<Project>{.name = "bases", .member = &Project::bases, .takes = Takes::file, .help = "files of shared settings, which every preset overrides; --base files come after", .example = "[\"presets/_base.yaml\"]"},
    ProjectKey<Project>{.name = "state", .member = &Project::state, .takes = Takes::folder, .help = "folder of the recorded state, like --state", .example = "\".mrctl\""},
    ProjectKey<Project>{.name = "state_branch", .member = &Project::state_branch, .help = "branch of the recorded state, instead of a folder; mrctl reads and writes it with git, like --state-branch", .example = "\"mrctl-state\""},
    ProjectKey<Project>{.name = "state_remote", .member = &Project::state_remote, .takes = Takes::remote, .help = "git remote that has the state branch; \"\" keeps the branch in this repository", .example = "\"origin\""},
    ProjectKey<Project>{.name = "assume", .member = &Project::assume, .takes = Takes::assumptions, .choices = spec::assumable_codes, .help = "checks to treat as passed; --assume replaces them", .example = R"(["zdr", "data_collection"])"},
    ProjectKey<Project>{.name = "unlisted", .member = &Project::unlisted, .takes = Takes::glob, .help = "globs of models that no listing has, such as routers and aliases; mrctl does not request them, and what they reach is unknown", .example = R"(["acme/auto*"])"},
    ProjectKey<Project>{.name = "default_target", .member = &Project::default_target, .takes = Takes::name, .help = "target to use; --target and MRCTL_TARGET override it", .example = "\"staging\""},
    ProjectKey<Project>{.name = "known", .member = &Project::known, .help = "lists of endpoints that decide checks, a table [known]"},
    ProjectKey<Project>{.name = "targets", .member = &Project::targets, .help = "services or accounts to deploy to, each a table [targets.NAME]"},
    ProjectKey<Project>{.name = "gates", .member = &Project::gates, .help = "what preset check requires, each a table [[gates]]"},
    ProjectKey<Project>{.name = "waivers", .member = &Project::waivers, .help = "suspended failures of gates, each a table [[waivers]]"},
};
// clang-format on

// The keys of [known]: the codes of the checks that a list of endpoints decides.
// clang-format off
inline constexpr std::array known_keys{
    ProjectKey<ProjectKnown>{.name = "data_collection", .member = &ProjectKnown::data_collection, .takes = Takes::file, .help = "file that lists the endpoints that do not collect data; --known and --assume of the same check override it", .example = "\"private.txt\""},
    ProjectKey<ProjectKnown>{.name = "zdr", .member = &ProjectKnown::zdr, .takes = Takes::file, .help = "file that lists the endpoints that retain no data", .example = "\"zdr.txt\""},
    ProjectKey<ProjectKnown>{.name = "enforce_distillable_text", .member = &ProjectKnown::enforce_distillable_text, .takes = Takes::file, .help = "file that lists the endpoints whose models allow distillation", .example = "\"distillable.txt\""},
};
// clang-format on
static_assert(names_of(known_keys) == spec::knowable_codes);

// clang-format off
inline constexpr std::array target_keys{
    ProjectKey<ProjectTarget>{.name = "profile", .member = &ProjectTarget::profile, .takes = Takes::profile, .help = "profile of your own config.toml; --profile and MRCTL_PROFILE override it", .example = "\"staging\""},
    ProjectKey<ProjectTarget>{.name = "host", .member = &ProjectTarget::host, .takes = Takes::host, .help = "host of the service (HOST or HOST:PORT); plan, apply, check and adopt refuse any other", .example = "\"router.example\""},
    ProjectKey<ProjectTarget>{.name = "bases", .member = &ProjectTarget::bases, .takes = Takes::file, .help = "files of shared settings, after the bases of the file", .example = "[\"environments/staging.yaml\"]"},
    ProjectKey<ProjectTarget>{.name = "slug_prefix", .member = &ProjectTarget::slug_prefix, .help = "prefix for every slug, like --slug-prefix", .example = "\"staging-\""},
    ProjectKey<ProjectTarget>{.name = "workspace", .member = &ProjectTarget::workspace, .takes = Takes::uuid, .help = "id of the only workspace that the service may store presets in", .example = "\"1f0e4c1e-0000-4000-8000-000000000000\""},
    ProjectKey<ProjectTarget>{.name = "apply_needs_plan", .member = &ProjectTarget::apply_needs_plan, .help = "whether preset apply requires --plan or --plan-from instead of --yes", .example = "true"},
    ProjectKey<ProjectTarget>{.name = "apply_needs_gates", .member = &ProjectTarget::apply_needs_gates, .help = "whether preset apply evaluates the gates, as with --gates", .example = "true"},
};
// clang-format on

// Returns the key of a condition of gates. A decimal number is a price.
[[nodiscard]] constexpr ProjectKey<ProjectGate> key_of(const spec::GateRow& row) {
  return std::visit(
      [&]<class Type>(Type spec::GateValues::*at) {
        Type ProjectGate::*member = at;
        ProjectKey<ProjectGate> key{.name = row.key,
                                    .member = member,
                                    .range = {.least = row.least},
                                    .help = row.key_help,
                                    .example = row.example};
        if (std::is_same_v<Type, std::optional<Decimal>>) key.takes = Takes::amount;
        if (std::is_same_v<Type, std::vector<std::string>>) key.takes = Takes::entry;
        return key;
      },
      row.member);
}

inline constexpr auto gate_keys = joined(
    std::array{
        ProjectKey<ProjectGate>{.name = "id",
                                .member = &ProjectGate::id,
                                .takes = Takes::name,
                                .presence = spec::Presence::required,
                                .help = "name of the gate, once in the file",
                                .example = "\"enough-endpoints\""},
        ProjectKey<ProjectGate>{.name = "presets",
                                .member = &ProjectGate::presets,
                                .takes = Takes::glob,
                                .help = "globs of slugs without the prefix; default: all",
                                .example = "[\"support*\"]"},
        ProjectKey<ProjectGate>{.name = "models",
                                .member = &ProjectGate::models,
                                .takes = Takes::glob,
                                .help = "globs of models; default: all",
                                .example = "[\"acme/*\"]"},
        ProjectKey<ProjectGate>{.name = "targets",
                                .member = &ProjectGate::targets,
                                .takes = Takes::name,
                                .help = "names of targets; default: all",
                                .example = "[\"production\"]"},
    },
    made_of(spec::gate_rows, [](const spec::GateRow& row) { return key_of(row); }),
    std::array{
        ProjectKey<ProjectGate>{
            .name = "where",
            .member = &ProjectGate::where,
            .takes = Takes::condition,
            .help =
                "conditions, as in endpoints list --where; at_least counts the endpoints that meet "
                "all of them",
            .example = "[\"uptime >= 99\"]"},
        ProjectKey<ProjectGate>{.name = "prompt_tokens",
                                .member = &ProjectGate::prompt_tokens,
                                .help = "prompt tokens of the request for max_cost",
                                .example = "2000"},
        ProjectKey<ProjectGate>{.name = "completion_tokens",
                                .member = &ProjectGate::completion_tokens,
                                .help = "completion tokens of that request",
                                .example = "500"},
        ProjectKey<ProjectGate>{.name = "images",
                                .member = &ProjectGate::images,
                                .help = "images of that request; default: 0",
                                .example = "1"},
        ProjectKey<ProjectGate>{.name = "cached_tokens",
                                .member = &ProjectGate::cached_tokens,
                                .help = "prompt tokens of that request from a cache; default: 0",
                                .example = "1500"},
        ProjectKey<ProjectGate>{.name = "allow_empty",
                                .member = &ProjectGate::allow_empty,
                                .help = "whether the gate may select no preset",
                                .example = "true"},
    });

// clang-format off
inline constexpr std::array waiver_keys{
    ProjectKey<ProjectWaiver>{.name = "gate", .member = &ProjectWaiver::gate, .takes = Takes::name, .presence = spec::Presence::required, .help = "id of the gate", .example = "\"enough-endpoints\""},
    ProjectKey<ProjectWaiver>{.name = "preset", .member = &ProjectWaiver::preset, .takes = Takes::glob, .presence = spec::Presence::required, .help = "glob of slugs without the prefix", .example = "\"support-eu\""},
    ProjectKey<ProjectWaiver>{.name = "model", .member = &ProjectWaiver::model, .takes = Takes::glob, .help = "glob of models; default: all", .example = "\"acme/large\""},
    ProjectKey<ProjectWaiver>{.name = "until", .member = &ProjectWaiver::until, .takes = Takes::day, .presence = spec::Presence::required, .help = "last day, in UTC, as a date without quotes", .example = "2026-12-31"},
    ProjectKey<ProjectWaiver>{.name = "reason", .member = &ProjectWaiver::reason, .presence = spec::Presence::required, .help = "why the failure is accepted", .example = "\"northlake is being replaced\""},
};
// clang-format on

// Returns the keys of a kind of record: keys_of<ProjectGate>.
template <class Record>
inline constexpr auto keys_of = project_keys;
template <>
inline constexpr auto keys_of<ProjectKnown> = known_keys;
template <>
inline constexpr auto keys_of<ProjectTarget> = target_keys;
template <>
inline constexpr auto keys_of<ProjectGate> = gate_keys;
template <>
inline constexpr auto keys_of<ProjectWaiver> = waiver_keys;

} // namespace mrctl::config
