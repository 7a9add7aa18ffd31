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

constexpr std::array settings_examples{
    Example{"mrctl config list --show-origin", "where each setting comes from"},
};

constexpr std::array config_get_examples{
    Example{"mrctl config get base_url", "the value in effect; exit 10 if there is none"},
};

constexpr std::array set_examples{
    Example{"mrctl config set base_url https://router.example/api/v1", "one value"},
    Example{"mrctl config set credential_command pass show router/management", "a list of words"},
};

constexpr std::array unset_examples{
    Example{"mrctl config unset proxy --profile work", "return to the default"},
};

constexpr std::array path_examples{
    Example{"\"$EDITOR\" \"$(mrctl config path)\"", "edit the file by hand"},
};

constexpr std::array config_commands{
    Command{
        .noun = "config",
        .verb = "list",
        .summary = "List the settings in effect",
        .about = "Settings from a project file are listed with the line that sets them.",
        .flags = list_settings_flags,
        .examples = settings_examples,
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
        .examples = config_get_examples,
        .project = ProjectUse::shown,
        .prints = Prints::text,
        .refusal = no_response,
    },
    Command{
        .noun = "config",
        .verb = "set",
        .summary = "Change a setting of the current profile",
        .arguments = setting_and_value,
        .examples = set_examples,
        .settings = SettingsUse::mended,
    },
    Command{
        .noun = "config",
        .verb = "unset",
        .summary = "Remove a setting from the current profile",
        .arguments = setting_to_remove,
        .examples = unset_examples,
        .settings = SettingsUse::mended,
    },
    Command{
        .noun = "config",
        .verb = "path",
        .summary = "Print the path of the configuration file",
        .examples = path_examples,
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

constexpr std::array init_examples{
    Example{"mrctl init", "for the presets of this folder"},
    Example{"mrctl init --ci github", "and write jobs that check pull requests and apply merges"},
    Example{"mrctl init --skill", "tell coding agents how to use mrctl"},
};

constexpr std::array project_commands{
    Command{
        .noun = "init",
        .summary = "Write a project file, so that commands need no flags",
        .about =
            "mrctl fills in the presets, bases, targets and allowed hosts that it finds in the "
            "folder and the settings. All other keys are comments. "
            "'mrctl schema project' "
            "describes the keys for editors.\n\nIf the file exists, mrctl asks before "
            "replacing it. Nothing is sent.\n\nWith --ci, mrctl writes jobs for each target of "
            "the project file at the top of the repository: check for pull requests, apply for the "
            "default branch, and another check each night. The top of the file lists the variables "
            "and secrets to set. mrctl keeps records on a branch, and sets state_branch in a "
            "project without records. Run the command again when targets change: keys that you "
            "uncommented stay.",
        .arguments = folder_argument,
        .flags = init_flags,
        .examples = init_examples,
        .settings = SettingsUse::optional,
    },
};

constexpr std::array login_flags{Flag{.name = "--no-verify",
                                      .member = &FlagValues::no_verify,
                                      .help = "store the key without checking it first"}};

constexpr std::array login_examples{
    Example{"mrctl auth login", "prompt for the key without showing it"},
    Example{"pass show router/management | mrctl auth login", "from a password manager"},
};

constexpr std::array status_examples{
    Example{"mrctl auth status --profile work", "check the key before a deployment"},
};

constexpr std::array logout_examples{
    Example{"mrctl auth logout --base-url https://router.example/api/v1",
            "the key for one host; without --base-url, all keys of the profile"},
};

constexpr std::array auth_commands{
    Command{
        .noun = "auth",
        .verb = "login",
        .summary = "Store a management key read from standard input or a prompt",
        .about = "mrctl checks the key first, as auth status does, and stores it only if it is a "
                 "management key. The file has mode 0600, and mrctl sends the key only to the host "
                 "that it was stored for.",
        .flags = login_flags,
        .examples = login_examples,
        .settings = SettingsUse::begun,
    },
    Command{
        .noun = "auth",
        .verb = "status",
        .summary = "Show which key is used, its source, and whether it works",
        .about =
            "mrctl requests a credential that cannot exist: for a management key the service "
            "answers 404. Exit code 0 means that the key is a management key, 3 that it is not.",
        .examples = status_examples,
        .prints = Prints::data,
    },
    Command{
        .noun = "auth",
        .verb = "logout",
        .summary = "Remove the stored key of the profile",
        .examples = logout_examples,
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

constexpr std::array api_examples{
    Example{"mrctl api GET /models/acme/large/endpoints",
            "the whole answer, including its envelope"},
};

constexpr std::array api_commands{
    Command{
        .noun = "api",
        .summary = "Call any operation of the service",
        .about = "mrctl prints the answer as it is, including its envelope. The path is relative "
                 "to the base URL, so the key is sent nowhere else. Requests that change something "
                 "are sent once, unless --retries is given.",
        .arguments = api_arguments,
        .flags = api_flags,
        .examples = api_examples,
        .prints = Prints::data,
        .for_programs = Format::raw,
    },
};

constexpr std::array credential_ids{
    Argument{.name = "ID", .arity = Arity::at_least_one, .help = "UUID of the credential"}};

constexpr std::array get_examples{
    Example{"mrctl byok get 11111111-1111-4111-8111-111111111111", "one credential"},
};

constexpr std::array byok_list_examples{
    Example{"mrctl byok list --columns name,provider,disabled", "selected columns"}};

constexpr std::array byok_commands{
    Command{
        .noun = "byok",
        .verb = "list",
        .summary = "List stored provider credentials, masked",
        .flags = record_list_flags,
        .examples = byok_list_examples,
        .prints = Prints::data,
        .format_flags = columns_format,
    },
    Command{
        .noun = "byok",
        .verb = "get",
        .summary = "Show stored provider credentials, masked",
        .arguments = credential_ids,
        .examples = get_examples,
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

} // namespace mrctl::spec
