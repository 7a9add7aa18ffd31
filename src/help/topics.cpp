#include "mrctl/help/topics.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/config/project_keys.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/help/value_facts.hpp"
#include "mrctl/spec/gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <string_view>

namespace mrctl::help {

namespace {

// Returns the summaries of commands of the noun preset.
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
  return mapped(spec::gate_rows, [&](const auto& row) {
    return HelpLine{fmt::format("{}{}{}", row.key, row.flag.empty() ? "" : ", ", row.flag),
                    std::string(row.key_help)};
  });
}

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
       "Flags of 'preset create'. Each sets a member of a plugin, and adds the plugin if the body "
       "does not have it. --plugins takes whole plugins, by id or as JSON.",
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

std::vector<TopicPart> exit_code_parts() {
  return {{"",
           "With several arguments, mrctl tries all of them, prints what succeeded and reports "
           "each failure. The exit code is that of the first failure in the order of the "
           "arguments. 'mrctl emulator exec' exits with the code of the command that it runs.",
           exit_code_lines()}};
}

std::vector<HelpLine> format_lines() {
  return mapped(format_rows, [&](const auto& row) {
    return HelpLine{std::string(row.name), std::string(row.meaning)};
  });
}

std::vector<TopicPart> output_parts() {
  return {
      {"",
       "Standard output carries only the result. Notes, warnings and errors go to "
       "standard error. --output chooses the format. By default, commands that check something, "
       "such as 'preset lint', print a text report; commands that fetch data print a table on a "
       "terminal and JSON on a pipe. MRCTL_OUTPUT and the profile apply on a terminal only, so a "
       "user's configuration cannot break a script.",
       format_lines()},
      {"JSON",
       "One argument gives one object; several give an array in the order of the arguments. JSON "
       "is indented and coloured on a terminal and compact elsewhere.",
       {}},
      {"Filters",
       "--jq runs a jq program on the JSON; -r prints strings in its output without quotes. mrctl "
       "does not load ~/.jq, and the program has no other input. It can use 24 MiB of memory plus "
       "9 "
       "times the size of the JSON (at most 600 MiB), and its output can be 8 MiB plus 4 times "
       "that "
       "size. A program that needs more fails with exit code 11.",
       {}},
      {"Tables",
       "Tables fit the terminal: mrctl shortens text first, never shortens numbers, and lists the "
       "omitted columns on standard error. On a pipe, nothing is shortened or left out. "
       "Formats other than tables, html and markdown give prices as the service does.",
       {}},
      {"Text of the service",
       "Formats for people show escape sequences, control characters and invisible or "
       "direction-changing characters in a visible form. JSON on a pipe keeps them as they are.",
       {}},
  };
}

std::vector<TopicPart> auth_parts() {
  return {
      {"",
       "Creating presets and reading credentials require a management key. mrctl uses the first of "
       "these sources that is set. A source that is set but unusable, such as a file that others "
       "can read, is an error; mrctl does not try the next one.",
       {{"1", "--api-key-file FILE, or - for standard input"},
        {"2", "MRCTL_API_KEY"},
        {"3", "MRCTL_API_KEY_FILE"},
        {"4", "api_key_file of the profile"},
        {"5", "credential_command of the profile, run without a shell"},
        {"6", "the key that 'mrctl auth login' stored for the profile and host"}}},
      {"Where the key goes",
       "mrctl sends a stored key only to the scheme, host and port that it was stored for. It "
       "never sends a key after a redirect, and sends it over plain http only to this machine. No "
       "flag takes the key itself, because other processes can read a command line.",
       {}},
      {"Check the key",
       "'mrctl auth status' shows which key is used (masked), where it comes from, and whether the "
       "service accepts it as a management key.",
       {}},
  };
}

std::vector<TopicPart> automation_parts() {
  return {
      {"",
       "On a pipe, data is JSON, never paged and never shortened. Without a terminal mrctl never "
       "prompts, and it reads standard input only for a - argument and 'auth login'. Exit codes "
       "are stable: see 'mrctl help exit-codes'.",
       {}},
      {"Errors",
       "With --error-format json or MRCTL_ERROR_FORMAT=json, an error is one line of JSON on "
       "standard error: exit_code, http_status, whether the service may have acted on the request "
       "(sent: no, yes or unknown), and every problem with file, line and column. An explicit -o "
       "json or -o jsonl does the same if standard error is not a terminal; on a terminal, errors "
       "stay text. --error-format github writes annotations for the changed lines.",
       {}},
      {"Presets",
       "Each 'preset create' creates a new version, which is live at once. Check first with 'mrctl "
       "preset lint --strict presets/', look at the body with --dry-run, and try it with 'mrctl "
       "emulator exec -- COMMAND', which needs no account. With --strict, the command also fails "
       "if the service did not keep something (exit code 10).",
       {}},
      {"Retries",
       "mrctl retries reads after 408, 429, 5xx and network errors, and other requests only if "
       "nothing was stored. --timeout limits all attempts together. If it is unknown whether a "
       "request arrived, mrctl does not send it again: the error says sent: unknown, and a version "
       "may exist.",
       {}},
      {"Help for programs",
       "'mrctl help --json' lists every command, flag, choice, column, setting and exit code.",
       {}},
  };
}

std::vector<TopicPart> global_parts() {
  return {{"", "These flags work before and after every command.", flag_lines(shared_flags())}};
}

std::vector<HelpLine> variables_of_settings() {
  std::vector<HelpLine> variables{{"MRCTL_API_KEY", "the management key itself"}};
  for (const auto& setting : config::settings())
    if (!setting.variable.empty())
      variables.push_back(
          {std::string(setting.variable), fmt::format("{} ({})", setting.help, setting.flag)});
  return variables;
}

constexpr std::array topic_rows{
    Topic{"global", "Flags of every command", global_parts},
    Topic{"environment", "Environment variables that mrctl reads", variable_parts},
    Topic{"exit-codes", "Exit codes and their meaning", exit_code_parts},
    Topic{"output", "Output formats and streams", output_parts},
    Topic{"auth", "Where mrctl finds keys, and where it sends them", auth_parts},
    Topic{"automation", "Using mrctl in scripts and CI", automation_parts},
    Topic{"presets", "Presets as files: check, plan and apply them", preset_parts},
    Topic{"project", "The project file, mrctl.toml", project_parts},
    Topic{"gates", "What 'preset check' requires of the presets of a project", gate_parts},
    Topic{"state", "Records of what was applied", state_parts},
    Topic{"plugins", "Flags of plugins", plugin_parts},
    Topic{"routing", "Which endpoints a preset can reach", routing_parts},
};

} // namespace

std::span<const Topic> topics() {
  return topic_rows;
}

const Topic* find_topic(std::string_view name) {
  return find_row(topic_rows, &Topic::name, name);
}

std::vector<HelpLine> exit_code_lines() {
  std::vector<HelpLine> lines{{"0", "success"}};
  for (const auto& row : exit_codes())
    if (!row.meaning.empty())
      lines.push_back({fmt::format("{}", row.code), std::string(row.meaning)});
  return lines;
}

std::vector<TopicPart> variable_parts() {
  return {
      {"",
       "Flags override environment variables, which override the profile, which overrides the "
       "defaults. An empty variable counts as unset. 'mrctl config list --show-origin' shows where "
       "each value comes from.",
       variables_of_settings()},
      {"Colour",
       "--color overrides all of these.",
       {{"NO_COLOR", "any value turns colour off"},
        {"CLICOLOR_FORCE, FORCE_COLOR", "any value but 0 turns colour on, even without a terminal"},
        {"TERM", "'dumb' turns colour and progress lines off"}}},
      {"Terminal and files",
       "",
       {{"COLUMNS", "width of the terminal, if there is one"},
        {"LC_ALL, LC_CTYPE, LANG",
         "the first that is set gives the charset; anything but UTF-8 means plain ASCII output"},
        {"XDG_CONFIG_HOME", "folder that contains mrctl/config.toml and mrctl/credentials.toml"},
        {"HOME", "if XDG_CONFIG_HOME is not set, .config in this folder is used"}}},
      {"Network",
       "",
       {{"HTTPS_PROXY, ALL_PROXY", "proxy to use (--proxy); lower case works too"},
        {"http_proxy", "proxy for plain http; lower case only"},
        {"NO_PROXY", "hosts to reach without a proxy; lower case works too"},
        {"CURL_CA_BUNDLE, SSL_CERT_FILE",
         "file of trusted certificates, instead of the system's (--ca-cert)"},
        {"SSL_CERT_DIR", "folder of trusted certificates"}}},
  };
}

} // namespace mrctl::help
