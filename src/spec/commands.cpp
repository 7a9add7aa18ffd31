#include "mrctl/base/list.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/spec/command.hpp"

#include "foreign_words.hpp"
#include "preset_commands.hpp"
#include "preset_flags.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace mrctl::spec {

namespace {

constexpr auto list_flags = joined(
    std::array{
        Flag{
            .name = "--presets",
            .member = &FlagValues::of_presets,
            .help =
                "list every model that presets name; the arguments are their files and folders, by "
                "default those of the project file"},
        Flag{.name = "--columns",
             .member = &FlagValues::columns,
             .value_name = "a,b",
             .help = "columns to show; --columns help lists them",
             .takes = Takes::columns},
        Flag{.name = "--wide",
             .member = &FlagValues::wide,
             .help = "show every column; same as -o wide"},
        Flag{.name = "--where",
             .member = &FlagValues::where,
             .value_name = "CONDITION",
             .help =
                 "only endpoints that match, such as 'prompt<=0.5' or 'supports=tools'; repeat it "
                 "for more conditions, which must all hold",
             .takes = Takes::condition},
        Flag{.name = "--sort",
             .member = &FlagValues::sort,
             .value_name = "[-]COLUMN",
             .help = "sort by a column; '-' sorts in descending order",
             .takes = Takes::sort_column},
        Flag{.name = "--limit",
             .member = &FlagValues::limit,
             .value_name = "N",
             .help = "at most N endpoints, after sorting",
             .range = {.least = 1}},
        Flag{.name = "--chart",
             .member = &FlagValues::chart,
             .value_name = "COLUMN",
             .help = "draw a bar chart of price, latency, throughput, uptime or any numeric column",
             .takes = Takes::measure},
        Flag{.name = "--at-least",
             .member = &FlagValues::at_least,
             .value_name = "N",
             .help = "exit 10 unless N endpoints are left"},
    },
    edit_flags, std::array{project_flag, target_flag});

constexpr std::array listings_to_compare{
    Argument{.name = "BEFORE",
             .help = "listing that 'endpoints list -o json' or -o raw wrote; - is standard input",
             .takes = Takes::file},
    Argument{.name = "AFTER",
             .help = "later listing; without it, the models of BEFORE are listed now",
             .is_optional = true,
             .takes = Takes::file}};

constexpr Refusal comparison_is_no_response{
    is_raw, "prints the service's response, but a comparison has none", "-o json has every change"};

constexpr auto endpoints_diff_flags = joined(
    std::array{
        Flag{.name = "--fail-on",
             .member = &FlagValues::fail_on,
             .value_name = "KIND,...",
             .help = "exit 10 if there is a change of these kinds; 'any' means every kind, 'worse' "
                     "those with *",
             .takes = Takes::endpoint_changes},
        Flag{.name = "--statistics",
             .member = &FlagValues::statistics,
             .help = "compare latency, throughput and uptime as well"},
        Flag{.name = "--presets",
             .member = &FlagValues::presets,
             .value_name = "FILE",
             .help = "preset file or folder; show how many endpoints each preset could reach "
                     "before, and "
                     "can reach now",
             .takes = Takes::preset_file},
        Flag{.name = "--save",
             .member = &FlagValues::save,
             .value_name = "FILE",
             .help = "write the live listing to FILE, which may be BEFORE, after the comparison is "
                     "printed",
             .takes = Takes::file},
    },
    edit_flags, std::array{project_flag, target_flag, known_flag, assume_flag});

constexpr std::array list_format_flags{
    FormatFlag{.flag = &FlagValues::columns,
               .format = Format::table,
               .value = "help",
               .refusal = {is_raw, "prints the response unchanged, without columns"}},
    FormatFlag{.flag = &FlagValues::chart, .format = Format::table},
    FormatFlag{.flag = &FlagValues::wide, .format = Format::wide},
    FormatFlag{.flag = &FlagValues::columns, .format = Format::table},
};

constexpr std::array model_arguments{
    Argument{.name = "MODEL",
             .arity = Arity::at_least_one,
             .help = "author/slug, including variants such as acme/large:free; with --presets a "
                     "file or folder",
             .is_optional = true,
             .takes = Takes::model}};

constexpr std::array endpoints_commands{
    Command{
        .noun = "endpoints",
        .verb = "list",
        .summary = "List the endpoints of models",
        .arguments = model_arguments,
        .flags = list_flags,
        .project = ProjectUse::used,
        .prints = Prints::data,
        .format_flags = list_format_flags,
    },
    Command{
        .noun = "endpoints",
        .verb = "diff",
        .summary = "Compare two listings, or a saved listing with the service",
        .arguments = listings_to_compare,
        .flags = endpoints_diff_flags,
        .project = ProjectUse::for_service,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = comparison_is_no_response,
    },
};

constexpr Argument stored_setting{
    .name = "KEY", .help = "name of the setting", .takes = Takes::stored_setting};

constexpr std::array setting_argument{
    Argument{.name = "KEY", .help = "name of the setting", .takes = Takes::setting}};

constexpr std::array setting_to_remove{stored_setting};

constexpr std::array setting_and_value{
    stored_setting, Argument{.name = "VALUE",
                             .arity = Arity::at_least_one,
                             .help = "value of the setting; several words make a list",
                             .takes = Takes::setting_value}};

constexpr std::array list_settings_flags{Flag{.name = "--show-origin",
                                              .member = &FlagValues::show_origin,
                                              .help = "show where each value comes from"},
                                         project_flag, target_flag};

constexpr std::array get_setting_flags{project_flag, target_flag};

constexpr std::array config_commands{
    Command{
        .noun = "config",
        .verb = "list",
        .summary = "List the settings in effect",
        .flags = list_settings_flags,
        .project = ProjectUse::shown,
        .prints = Prints::data,
        .refusal = no_response,
    },
    Command{
        .noun = "config",
        .verb = "get",
        .summary = "Print one setting",
        .arguments = setting_argument,
        .flags = get_setting_flags,
        .project = ProjectUse::shown,
        .prints = Prints::text,
        .refusal = no_response,
    },
    Command{
        .noun = "config",
        .verb = "set",
        .summary = "Change a setting of the current profile",
        .arguments = setting_and_value,
        .settings = SettingsUse::mended,
    },
    Command{
        .noun = "config",
        .verb = "unset",
        .summary = "Remove a setting from the current profile",
        .arguments = setting_to_remove,
        .settings = SettingsUse::mended,
    },
    Command{
        .noun = "config",
        .verb = "path",
        .summary = "Print the path of the configuration file",
        .settings = SettingsUse::mended,
        .prints = Prints::text,
        .refusal = no_response,
    },
};

constexpr std::array folder_argument{Argument{.name = "DIR",
                                              .help = "folder of the project; the default is the "
                                                      "current folder",
                                              .is_optional = true,
                                              .takes = Takes::folder}};

constexpr std::array<std::string_view, 2> ci_services{"github", "gitlab"};

constexpr std::array init_flags{
    Flag{.name = "--ci",
         .member = &FlagValues::ci,
         .value_name = "SERVICE",
         .help = "write the configuration of this CI service: check pull requests, apply what is "
                 "merged",
         .choices = ci_services},
    Flag{.name = "--live",
         .member = &FlagValues::live,
         .help = "with --ci: nightly jobs also read live presets, and fail if one was changed "
                 "elsewhere"},
    Flag{.name = "--skill",
         .member = &FlagValues::skill,
         .help = "write the skill for coding agents: .agents/skills/mrctl/SKILL.md"},
    Flag{.name = "--yes",
         .member = &FlagValues::yes,
         .help = "replace existing files without asking"}};

constexpr std::array project_commands{
    Command{
        .noun = "init",
        .summary = "Write a project file, so that commands need no flags",
        .arguments = folder_argument,
        .flags = init_flags,
        .settings = SettingsUse::optional,
    },
};

constexpr std::array login_flags{Flag{.name = "--no-verify",
                                      .member = &FlagValues::no_verify,
                                      .help = "store the key without checking it first"}};

constexpr std::array auth_commands{
    Command{
        .noun = "auth",
        .verb = "login",
        .summary = "Store a management key read from standard input or a prompt",
        .flags = login_flags,
        .settings = SettingsUse::begun,
    },
    Command{
        .noun = "auth",
        .verb = "status",
        .summary = "Show which key is used, its source, and whether it works",
        .prints = Prints::data,
    },
    Command{
        .noun = "auth",
        .verb = "logout",
        .summary = "Remove the stored key of the profile",
        .settings = SettingsUse::optional,
    },
};

constexpr std::array api_arguments{
    Argument{.name = "METHOD",
             .help = "GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS",
             .choices = http_methods},
    Argument{.name = "PATH", .help = "path below the base URL, including the query"}};

constexpr std::array api_flags{
    Flag{.name = "--body",
         .member = &FlagValues::body,
         .value_name = "FILE",
         .help = "body to send unchanged; - is standard input",
         .takes = Takes::file},
    Flag{.name = "--header",
         .member = &FlagValues::header,
         .letter = 'H',
         .value_name = "NAME: VALUE",
         .help = "additional header, except the key's"},
};

constexpr std::array api_commands{
    Command{
        .noun = "api",
        .summary = "Call any operation of the service",
        .arguments = api_arguments,
        .flags = api_flags,
        .prints = Prints::data,
        .for_programs = Format::raw,
    },
};

constexpr std::array credential_ids{
    Argument{.name = "ID", .arity = Arity::at_least_one, .help = "UUID of the credential"}};

constexpr std::array byok_commands{
    Command{
        .noun = "byok",
        .verb = "list",
        .summary = "List stored provider credentials, masked",
        .flags = record_list_flags,
        .prints = Prints::data,
        .format_flags = columns_format,
    },
    Command{
        .noun = "byok",
        .verb = "get",
        .summary = "Show stored provider credentials, masked",
        .arguments = credential_ids,
        .prints = Prints::data,
    },
};

constexpr std::array serve_flags{
    Flag{.name = "--listen",
         .member = &FlagValues::listen,
         .value_name = "HOST:PORT",
         .help = "loopback address and port; port 0 picks a free port"},
    Flag{.name = "--db",
         .member = &FlagValues::db,
         .value_name = "FILE",
         .help = "keep presets in a SQLite file instead of in memory",
         .takes = Takes::file},
    Flag{.name = "--catalogue",
         .member = &FlagValues::catalogue,
         .value_name = "FILE",
         .help = "serve the models and credentials of a JSON file",
         .takes = Takes::file},
    Flag{.name = "--management-key",
         .member = &FlagValues::management_key,
         .value_name = "K",
         .help = "management key to accept"},
    Flag{.name = "--inference-key",
         .member = &FlagValues::inference_key,
         .value_name = "K",
         .help = "inference-only key to accept"},
    Flag{.name = "--latency",
         .member = &FlagValues::latency,
         .value_name = "DURATION",
         .help = "delay before each answer"},
    Flag{.name = "--fault",
         .member = &FlagValues::fault,
         .value_name = "RULE",
         .help = "fault to inject, for example 'GET * = 503 retry-after 1 rate 0.2'"},
    Flag{.name = "--seed",
         .member = &FlagValues::seed,
         .value_name = "N",
         .help = "random seed for faults with a rate",
         .range = {.most = std::numeric_limits<std::uint32_t>::max()}},
    Flag{.name = "--reads",
         .member = &FlagValues::reads,
         .help =
             "answer reads of presets and the list of credentials, which the specification lacks"},
    Flag{.name = "--log", .member = &FlagValues::log, .help = "log each request on standard error"},
};

constexpr std::array child_command{Argument{.name = "COMMAND",
                                            .arity = Arity::at_least_one,
                                            .help = "command to run, after --",
                                            .takes = Takes::command}};

constexpr std::array emulator_commands{
    Command{
        .noun = "emulator",
        .verb = "serve",
        .summary = "Run a local emulator of the service",
        .flags = serve_flags,
        .settings = SettingsUse::optional,
        .service = ServiceUse::unused,
    },
    Command{
        .noun = "emulator",
        .verb = "exec",
        .summary = "Run a command against a fresh emulator",
        .arguments = child_command,
        .flags = serve_flags,
        .settings = SettingsUse::optional,
        .service = ServiceUse::unused,
    },
};

// Commands about the program itself.
constexpr auto schema_names = std::to_array<std::string_view>(
    {"request", "preset", "endpoints", "credential", "project", "lint", "render",         "plan",
     "apply",   "check",  "explain",   "drill",      "state",   "pull", "endpoints-diff", "init",
     "adopt",   "forget", "login",     "config",     "error",   "notes"});

constexpr std::array schema_argument{Argument{.name = "SCHEMA",
                                              .help = "schema to print; the default is request",
                                              .is_optional = true,
                                              .choices = schema_names}};

constexpr std::array<std::string_view, 3> shell_names{"bash", "zsh", "fish"};

constexpr std::array shell_argument{
    Argument{.name = "SHELL", .help = "bash, zsh or fish", .choices = shell_names}};

constexpr std::array topic_argument{Argument{.name = "TOPIC",
                                             .arity = Arity::at_least_one,
                                             .help = "command, topic or word to explain",
                                             .is_optional = true,
                                             .takes = Takes::subject}};

constexpr Refusal help_is_no_response{is_raw, "prints a response, but help has none"};

constexpr Refusal schema_is_one_document{is_of_records,
                                         "is for records, but a schema is one document",
                                         "-o json, yaml and raw print it"};

constexpr std::array version_flags{
    Flag{.name = "--build",
         .member = &FlagValues::build,
         .help = "also show what a bug report needs: commit, libraries, paths"}};

constexpr std::array program_commands{
    Command{
        .noun = "schema",
        .summary = "Print a JSON Schema: body, answer, result or project file",
        .arguments = schema_argument,
        .settings = SettingsUse::unused,
        .prints = Prints::text,
        .refusal = schema_is_one_document,
    },
    Command{
        .noun = "completion",
        .summary = "Print a completion script for a shell",
        .arguments = shell_argument,
        .settings = SettingsUse::unused,
    },
    Command{
        .noun = "help",
        .summary = "Show help on a command, topic or word",
        .arguments = topic_argument,
        .settings = SettingsUse::unused,
        .prints = Prints::text,
        .refusal = help_is_no_response,
    },
    Command{
        .noun = "version",
        .summary = "Show the version",
        .flags = version_flags,
        .settings = SettingsUse::unused,
        .prints = Prints::text,
        .refusal = no_response,
    },
};

// Each at the position of its value.
constexpr std::array<std::string_view, 4> prints_names{"no-result", "data", "text", "judgement"};
static_assert(prints_names.size() == static_cast<std::size_t>(Prints::judgement) + 1);

// In the order of help.
constexpr auto command_rows =
    joined(preset_commands, endpoints_commands, byok_commands, api_commands, auth_commands,
           config_commands, project_commands, emulator_commands, program_commands);

constexpr bool nouns_stand_together() {
  for (std::size_t i = 2; i < command_rows.size(); ++i)
    for (std::size_t j = 0; j + 1 < i; ++j)
      if (command_rows[j].noun == command_rows[i].noun &&
          command_rows[i - 1].noun != command_rows[i].noun)
        return false;
  return true;
}
static_assert(nouns_stand_together());

static_assert(std::ranges::none_of(command_rows,
                                   [](const Command& row) { return row.summary.empty(); }));

// Returns whether a flag of other programs can be typed there: the place is a command or one of its
// flags.
constexpr bool is_there(std::string_view place) {
  return place == "*" || place == "PATH" || place == "FIELDS" ||
         std::ranges::any_of(command_rows, [&](const Command& row) {
           const bool is_name = row.verb.empty()
                                    ? place == row.noun
                                    : place.size() == row.noun.size() + 1 + row.verb.size() &&
                                          place.starts_with(row.noun) && place.ends_with(row.verb);
           return is_name || find_row(row.flags, &Flag::name, place) != nullptr;
         });
}

constexpr bool every_foreign_flag_has_a_place() {
  for (const auto& row : foreign_rows)
    for (auto rest = row.place; row.kind == ForeignKind::flag && !rest.empty();) {
      const auto end = std::min(rest.find(','), rest.size());
      if (!is_there(rest.substr(0, end))) return false;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  return true;
}
static_assert(every_foreign_flag_has_a_place());

} // namespace

Rows<Command> commands() {
  return command_rows;
}

std::string_view name_of(Prints prints) {
  return prints_names.at(static_cast<std::size_t>(prints));
}

std::string Command::name() const {
  return verb.empty() ? std::string(noun) : std::string(noun) + " " + std::string(verb);
}

bool Command::has_argument(Takes kind) const {
  return contains(arguments, kind, &Argument::takes);
}

const Command* find_command(std::string_view noun, std::string_view verb) {
  const auto* found = std::ranges::find_if(
      command_rows, [&](const Command& row) { return row.noun == noun && row.verb == verb; });
  return found == command_rows.end() ? nullptr : found;
}

Rows<Example> examples_of(const Command& command) {
  static constexpr std::array rows{
#include <examples.inc> // cmake/tables.cmake makes the initializers
  };
  const auto is_of_it = [&](const Example& row) { return row.of == command.name(); };
  Rows<Example> examples;
  examples.first = std::ranges::find_if(rows, is_of_it);
  examples.count = static_cast<std::size_t>(std::ranges::count_if(rows, is_of_it));
  return examples;
}

std::string about_of(const Command& command) {
  struct AboutRow {
    std::string_view command;
    std::string_view text;
  };
  static constexpr std::array rows{
#include <abouts.inc> // cmake/tables.cmake makes the initializers
  };
  std::string about;
  bool was_row = false;
  for (const auto& row : rows) {
    if (row.command != command.name()) continue;
    const bool is_row = row.text.starts_with(' ');
    about.append(about.empty() ? "" : is_row && was_row ? "\n" : "\n\n").append(row.text);
    was_row = is_row;
  }
  return about;
}

} // namespace mrctl::spec
