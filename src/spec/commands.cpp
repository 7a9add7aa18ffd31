#include "mrctl/base/list.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/spec/command.hpp"

#include "diff_flags.hpp"
#include "emulator_commands.hpp"
#include "endpoints_commands.hpp"
#include "foreign_words.hpp"
#include "preset_commands.hpp"
#include "program_commands.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace mrctl::spec {

namespace {

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

constexpr bool every_row_has_a_summary() {
  return std::ranges::all_of(command_rows, [](const Command& row) { return !row.summary.empty(); });
}
static_assert(every_row_has_a_summary());

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

bool takes_command(const Command& command) {
  return contains(command.arguments, Takes::command, &Argument::takes);
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
