#include "preset_topics.hpp"

#include "mrctl/config/project_keys.hpp"
#include "mrctl/help/value_facts.hpp"
#include "mrctl/spec/gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>

namespace mrctl::help {

namespace {

// What commands of the noun preset do.
std::vector<HelpLine> verb_lines(std::initializer_list<std::string_view> verbs) {
  std::vector<HelpLine> lines;
  for (const auto verb : verbs) {
    const auto* command = spec::find_command("preset", verb);
    lines.push_back({command->name(), std::string(command->summary)});
  }
  return lines;
}

template <class Record>
std::vector<HelpLine> key_lines() {
  std::vector<HelpLine> lines;
  for (const auto& key : config::keys_of<Record>) {
    const bool is_required = key.presence == spec::Presence::required;
    lines.push_back(
        {std::string(key.name), fmt::format("{}{}", key.help, is_required ? "; required" : "")});
  }
  return lines;
}

std::vector<HelpLine> condition_lines() {
  std::vector<HelpLine> lines;
  for (const auto& row : spec::gate_rows)
    lines.push_back({fmt::format("{}{}{}", row.key, row.flag.empty() ? "" : ", ", row.flag),
                     std::string(row.key_help)});
  return lines;
}

} // namespace

std::vector<TopicPart> preset_parts() {
  return {
      {"",
       "Keep one JSON or YAML file for each preset in a folder; its name without the ending is the "
       "slug. Put settings that presets share into a base, whose name begins with '_'. Every "
       "request creates a version, which is live at once, so mrctl records what it sent and sends "
       "only what has changed since.",
       {}},
      {"From a file to a live preset", "",
       verb_lines({"lint", "explain", "drill", "plan", "check", "apply"})},
      {"Other commands", "", verb_lines({"create", "render", "state", "forget", "adopt"})},
      {"More", "See 'mrctl help project', 'mrctl help gates' and 'mrctl help state'.", {}},
  };
}

std::vector<TopicPart> project_parts() {
  return {
      {"",
       "mrctl looks for mrctl.toml in this folder and above it, up to the top of the repository; "
       "--project FILE and MRCTL_PROJECT name another file. Flags and variables override it, and "
       "it overrides the profile. 'mrctl init' writes one. It cannot set a base URL, a proxy or a "
       "key, because it may come from a stranger.",
       key_lines<config::Project>()},
      {"[targets.NAME]", "A service or account to deploy to; --target NAME chooses one.",
       key_lines<config::ProjectTarget>()},
      {"[known]", "", key_lines<config::ProjectKnown>()},
      {"[[gates]] and [[waivers]]", "See 'mrctl help gates'.", {}},
  };
}

std::vector<TopicPart> gate_parts() {
  return {
      {"",
       "A gate is a condition on the endpoints that presets can reach. 'preset check' exits with "
       "10 if one is not met. Gates are [[gates]] of mrctl.toml, or flags of 'preset explain'. A "
       "gate has at least one of these conditions.",
       condition_lines()},
      {"[[gates]]", "",
       [] {
         auto lines = key_lines<config::ProjectGate>();
         std::erase_if(lines, [](const HelpLine& line) {
           return find_row(spec::gate_rows, &spec::GateRow::key, line.name) != nullptr;
         });
         return lines;
       }()},
      {"[[waivers]]",
       "A waiver suspends failures of a gate until a date. Reports list what is waived.",
       key_lines<config::ProjectWaiver>()},
  };
}

std::vector<TopicPart> state_parts() {
  return {
      {"",
       "After each request of 'preset apply', mrctl records what it sent and what was answered: "
       "one JSON file for each preset and target, TARGET/SLUG.json in a folder .mrctl. 'preset "
       "plan' compares files with records. Without records, the next apply creates a version of "
       "every preset, so commit the folder.",
       {}},
      {"Commands", "These send nothing to the service.", verb_lines({"state", "forget", "adopt"})},
      {"Where records are",
       "mrctl uses the first .mrctl in the folder of the presets or above it, up to the top of the "
       "repository; --state DIR, MRCTL_STATE and 'state' in mrctl.toml name another folder. "
       "Without --target, MRCTL_TARGET and mrctl.toml, the target is the host of the base URL.",
       {}},
      {"On a branch",
       "--state-branch, MRCTL_STATE_BRANCH or 'state_branch' in mrctl.toml keeps the records on a "
       "branch of the remote origin (MRCTL_STATE_REMOTE, state_remote) instead, which mrctl reads "
       "and writes with git: no job has to commit them, and one apply at a time runs for each "
       "target, on any machine. --take-over takes over from a run that died. 'git log' of the "
       "branch lists what was done; 'preset state --import DIR' moves a folder there.",
       {}},
      {"Lost answers",
       "If no answer arrives, the record keeps 'pending', and the plan says retry: the service may "
       "or may not have created a version. The next apply sends the body again.",
       {}},
  };
}

std::vector<TopicPart> plugin_parts() {
  std::vector<FlagFacts> flags;
  std::ranges::copy_if(command_flags(*spec::find_command("preset", "create")),
                       std::back_inserter(flags), is_of_plugin);
  return {
      {"",
       "Flags of 'preset create' and 'preset explain'. Each sets a member of a plugin, and adds "
       "the plugin if the body does not have it. --plugins takes whole plugins, by id or as "
       "JSON.",
       flag_lines(flags)}};
}

std::vector<TopicPart> routing_parts() {
  return {
      {"",
       "'mrctl preset explain' checks every endpoint of a model against a body, before any request "
       "is sent. One failed check excludes an endpoint; one check that a listing cannot decide "
       "makes it unknown; otherwise it is eligible. docs/routing.md shows every rule with an "
       "example.",
       {}},
      {"Entries of only, ignore and order",
       "An entry is a full tag (acme/fp8), the beginning of tags (acme), or the name of a provider "
       "that no tag matches (Acme Cloud). Letter case does not matter. Tier endpoints, whose tags "
       "end in /flex, /priority, /scale or /fast, need service_tier, or their full tag in "
       "provider.order or provider.only.",
       {}},
      {"Lists and assumptions",
       "Listings cannot decide some checks, as their meanings below say. Such a check is unknown, "
       "which never counts as eligible. --known CODE=FILE decides it by a list of the endpoints "
       "that qualify, and --assume CODE,... treats it as passed; every result shows this.",
       {}},
      {"Checks", "Each code, and when the check passes.", {}, true},
      {"Order",
       "provider.order ranks first, then provider.sort (price, latency or throughput). Without "
       "either, the service balances the load and endpoints have no rank.",
       {}},
      {"Cost",
       "With --prompt-tokens and --completion-tokens, every endpoint shows its exact cost in USD. "
       "A cost marked + follows prices that depend on the request. An unknown price makes the cost "
       "unknown, never zero.",
       {}},
      {"What no listing shows",
       "Account-wide provider lists and policies, your own credentials, sticky sessions, outages "
       "and load affect routing, too.",
       {}},
  };
}

} // namespace mrctl::help
