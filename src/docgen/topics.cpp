#include "mrctl/docgen/topics.hpp"

#include "mrctl/base/exit_code.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/routing/checks.hpp"

#include "environment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mrctl::docgen {

namespace {

std::vector<TopicPart> environment_parts() {
  std::vector<TopicPart> parts;
  for (auto& group : variable_groups()) {
    TopicPart part{group.title, group.text, {}};
    for (auto& variable : group.variables)
      part.lines.push_back({std::move(variable.name), std::move(variable.says)});
    parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<TopicPart> exit_code_parts() {
  std::vector<TopicLine> lines{{"0", "success"}};
  for (const auto& row : exit_codes())
    if (!row.meaning.empty())
      lines.push_back({fmt::format("{}", row.code), std::string(row.meaning)});
  return {
      {"",
       "With several arguments all are tried, what succeeded is printed, each failure is "
       "reported, and the exit code is that of the first failure in the order of the arguments. "
       "'mrctl emulator exec' ends with the code of the command that it runs.",
       std::move(lines)}};
}

std::vector<TopicLine> format_lines() {
  std::vector<TopicLine> lines;
  for (const auto& row : format_rows)
    lines.push_back({std::string(row.name), std::string(row.meaning)});
  return lines;
}

std::vector<TopicPart> output_parts() {
  return {
      {"",
       "The result goes to standard output and nothing else does; notes, warnings and errors go to "
       "standard error. --output chooses the form. Commands that judge, such as 'preset lint', "
       "report "
       "in text everywhere; commands that fetch data print a table on a terminal and JSON on a "
       "pipe. What MRCTL_OUTPUT or a profile say holds on a terminal only, so that nobody's "
       "configuration changes what a script reads.",
       format_lines()},
      {"JSON",
       "One argument gives one object, several give an array in the order of the arguments. On a "
       "terminal it is indented and coloured, elsewhere compact. --jq runs a jq program on it, and "
       "-r prints the strings that it yields bare.",
       {}},
      {"Tables",
       "They fit the terminal: text is shortened before anything else, numbers never are, and "
       "columns that find no room are named on standard error. Off a terminal nothing is shortened "
       "or left out. csv, tsv and JSON hold prices as the service gives them.",
       {}},
      {"Text of the service",
       "Escapes, control characters and marks that turn or hide text are made visible in every "
       "form for people. JSON stays as it is.",
       {}},
  };
}

std::vector<TopicPart> auth_parts() {
  return {
      {"",
       "Creating presets and reading credentials take a management key. The first of these that is "
       "there gives it; one that is there but of no use, such as a file that others can read, is "
       "an "
       "error and not passed over.",
       {{"1", "--api-key-file FILE, or - for standard input"},
        {"2", "MRCTL_API_KEY"},
        {"3", "MRCTL_API_KEY_FILE"},
        {"4", "api_key_file of the profile"},
        {"5", "credential_command of the profile, run without a shell"},
        {"6", "what 'mrctl auth login' stored for the profile and this host"}}},
      {"Where the key goes",
       "A stored key goes only to the scheme, host and port it was stored for. No key follows a "
       "redirect, and over plain http it goes to this machine only. No flag takes the key itself, "
       "since every process can read the arguments of every other.",
       {}},
      {"Is it the right one",
       "'mrctl auth status' says which key is used and where it comes from, masked, and whether "
       "the "
       "service takes it for management.",
       {}},
  };
}

std::vector<TopicPart> automation_parts() {
  return {
      {"",
       "On a pipe data is JSON, never paged and never cut. Nothing is asked, and standard "
       "input is read only where a - or 'auth login' asks for it. Exit codes are fixed: 'mrctl "
       "help "
       "exit-codes'.",
       {}},
      {"Errors",
       "--error-format json, MRCTL_ERROR_FORMAT=json or an explicit -o json make an error one line "
       "of JSON on standard error: exit_code, http_status, whether the service may have acted on "
       "it "
       "(sent: no, yes or unknown), and every problem with file, line and column. --error-format "
       "github writes annotations for the lines of a change.",
       {}},
      {"Presets",
       "Each call of 'preset create' makes a new version, live at once. Check first with 'mrctl "
       "preset lint --strict presets/', look with --dry-run, and try it with 'mrctl emulator exec "
       "-- COMMAND', which needs no account. With --strict, a call also fails where the service "
       "did "
       "not keep something (exit code 10).",
       {}},
      {"Retries",
       "Reads are tried again after 408, 429, 5xx and network errors; anything else only where "
       "nothing was stored. --timeout spans all attempts. After a failure that leaves it open "
       "nothing is sent again: the error says sent: unknown, and a version may exist.",
       {}},
      {"Help for programs",
       "'mrctl help --json' prints every command, flag, choice, column, setting and exit code.",
       {}},
  };
}

std::vector<TopicLine> check_lines() {
  std::vector<TopicLine> lines;
  for (const auto& check : routing::check_meanings())
    lines.push_back({std::string(check.code), std::string(check.says)});
  return lines;
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
       "end in /flex, /priority, /scale or /fast, need service_tier, or their full tag in order "
       "or only.",
       {}},
      {"Checks", "Each code, and when the check passes.", check_lines()},
      {"Order",
       "provider.order ranks first, then provider.sort (price, latency or throughput). Without "
       "either, the service balances the load and endpoints have no rank.",
       {}},
      {"Cost",
       "With --prompt-tokens and --completion-tokens, every endpoint shows its exact cost in USD. "
       "An unknown price makes the cost unknown, never zero.",
       {}},
  };
}

constexpr std::array rows{
    Topic{"environment", "The variables that mrctl reads", environment_parts},
    Topic{"exit-codes", "What the exit codes say", exit_code_parts},
    Topic{"output", "The forms of results, and where they go", output_parts},
    Topic{"auth", "Where keys come from, and where they go", auth_parts},
    Topic{"automation", "mrctl in scripts and in CI", automation_parts},
    Topic{"routing", "Which endpoints a preset can reach", routing_parts},
};

} // namespace

std::span<const Topic> topics() {
  return rows;
}

const Topic* find_topic(std::string_view name) {
  const auto* found = std::find_if(rows.begin(), rows.end(),
                                   [&](const Topic& topic) { return topic.name == name; });
  return found == rows.end() ? nullptr : found;
}

} // namespace mrctl::docgen
