#include "mrctl/help/topics.hpp"

#include "mrctl/base/output_format.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/help/environment.hpp"
#include "mrctl/help/value_facts.hpp"

#include "preset_topics.hpp"

#include <array>

namespace mrctl::help {

namespace {

std::vector<TopicPart> exit_code_parts() {
  return {{"",
           "With several arguments, mrctl tries all of them, prints what succeeded and reports "
           "each failure. The exit code is that of the first failure in the order of the "
           "arguments. 'mrctl emulator exec' exits with the code of the command that it runs.",
           exit_code_lines()}};
}

std::vector<HelpLine> format_lines() {
  std::vector<HelpLine> lines;
  for (const auto& row : format_rows)
    lines.push_back({std::string(row.name), std::string(row.meaning)});
  return lines;
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

} // namespace mrctl::help
