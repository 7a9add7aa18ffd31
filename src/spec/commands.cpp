#include "mrctl/spec/command.hpp"

#include "command_texts.hpp"
#include "create_flags.hpp"
#include "diff_flags.hpp"
#include "emulator_flags.hpp"
#include "list_flags.hpp"
#include "preset_flags.hpp"

#include <algorithm>

namespace mrctl::spec {

namespace {

using Words = std::string_view;

constexpr std::array slug{
    Argument{.name = "SLUG",
             .help = "URL-safe name of the preset; created if it does not exist",
             .takes = Takes::slug}};
constexpr std::array paths{
    Argument{.name = "PATH",
             .arity = Arity::at_least_one,
             .help = "JSON or YAML file, folder of such files, or - for standard input",
             .takes = Takes::preset_file}};
constexpr std::array optional_paths{Argument{
    .name = "PATH",
    .arity = Arity::at_least_one,
    .help =
        "preset file, or folder of such files; without PATH, the body comes from flags and --body",
    .is_optional = true,
    .takes = Takes::preset_file}};
constexpr std::array models{
    Argument{.name = "MODEL",
             .arity = Arity::at_least_one,
             .help = "author/slug, including variants such as acme/large:free",
             .is_optional = true,
             .takes = Takes::model}};
constexpr std::array ids{
    Argument{.name = "ID", .arity = Arity::at_least_one, .help = "UUID of the credential"}};
constexpr std::array child{Argument{.name = "COMMAND",
                                    .arity = Arity::at_least_one,
                                    .help = "command to run, after --",
                                    .takes = Takes::command}};
constexpr std::array methods{Words("GET"), Words("POST"), Words("PUT"), Words("PATCH"),
                             Words("DELETE")};
constexpr std::array call{
    Argument{.name = "METHOD", .help = "GET, POST, PUT, PATCH or DELETE", .choices = methods},
    Argument{.name = "PATH", .help = "path below the base URL, including the query"}};
constexpr Argument stored_key{
    .name = "KEY", .help = "name of the setting", .takes = Takes::stored_setting};
constexpr std::array key{
    Argument{.name = "KEY", .help = "name of the setting", .takes = Takes::setting}};
constexpr std::array key_to_remove{stored_key};
constexpr std::array key_and_value{
    stored_key, Argument{.name = "VALUE",
                         .arity = Arity::at_least_one,
                         .help = "value of the setting; several words make a list",
                         .takes = Takes::setting_value}};
constexpr std::array schemas{Words("request"), Words("preset"), Words("endpoints"),
                             Words("credential")};
constexpr std::array schema{
    Argument{.name = "SCHEMA",
             .help = "request, preset, endpoints or credential; the default is request",
             .is_optional = true,
             .choices = schemas}};
constexpr std::array shells{Words("bash"), Words("zsh"), Words("fish")};
constexpr std::array shell{
    Argument{.name = "SHELL", .help = "bash, zsh or fish", .choices = shells}};
constexpr std::array topic{Argument{.name = "TOPIC",
                                    .arity = Arity::at_least_one,
                                    .help = "command or topic to explain",
                                    .is_optional = true,
                                    .takes = Takes::subject}};

constexpr std::array lint_flags{
    Flag{.name = "--strict", .help = "exit 10 if there are only warnings"},
    Flag{.name = "--allow-unknown", .help = "accept undocumented values with a warning"},
    Flag{.name = "--strip", .help = "check the body that preset create --strip sends"},
};
constexpr std::array preset_paths{Argument{.name = "PATH",
                                           .arity = Arity::at_least_one,
                                           .help = "preset file, or folder of preset files",
                                           .takes = Takes::preset_file}};
constexpr std::array api_flags{
    Flag{.name = "--body",
         .kind = FlagKind::value,
         .value_name = "FILE",
         .help = "body to send unchanged; - is standard input",
         .takes = Takes::file},
    Flag{.name = "--header",
         .letter = 'H',
         .kind = FlagKind::list,
         .value_name = "NAME: VALUE",
         .help = "additional header, except the key's"},
};
constexpr std::array login_flags{
    Flag{.name = "--no-verify", .help = "store the key without checking it first"}};
constexpr std::array show_origin{
    Flag{.name = "--show-origin", .help = "show where each value comes from"}};
constexpr std::array help_flags{
    Flag{.name = "--json", .help = "describe all commands and flags for programs"}};
constexpr std::array version_flags{
    Flag{.name = "--build", .help = "also show what a bug report needs: commit, libraries, paths"}};
// Each at the position of its value.
constexpr std::array prints_names{Words("no-result"), Words("data"), Words("text"),
                                  Words("judgement")};
static_assert(prints_names.size() == static_cast<std::size_t>(Prints::judgement) + 1);

constexpr std::array rows{
    Command{
        .noun = "preset",
        .verb = "create",
        .summary = "Create a preset, or a new version of it, from a chat-completions body",
        .about = create_about,
        .arguments = slug,
        .flags = create_flags,
        .body_flags = BodyFlags::yes,
        .examples = create_examples,
        .prints = Prints::data,
    },
    Command{
        .noun = "preset",
        .verb = "lint",
        .summary = "Check bodies, without network or key",
        .about = lint_about,
        .arguments = paths,
        .flags = lint_flags,
        .examples = lint_examples,
        .settings = SettingsUse::optional,
        .service = Service::unused,
        .prints = Prints::judgement,
        .findings = Findings::yes,
    },
    Command{
        .noun = "preset",
        .verb = "plan",
        .summary = "Show what preset apply would send, without network or key",
        .about = plan_about,
        .arguments = preset_paths,
        .flags = plan_flags,
        .examples = plan_examples,
        .prints = Prints::judgement,
        .findings = Findings::yes,
    },
    Command{
        .noun = "preset",
        .verb = "apply",
        .summary = "Send the presets that changed, each once",
        .about = apply_about,
        .arguments = preset_paths,
        .flags = apply_flags,
        .examples = apply_examples,
        .prints = Prints::judgement,
    },
    Command{
        .noun = "preset",
        .verb = "explain",
        .summary = "Show which endpoints presets can reach, why not the others, and the cost",
        .about = explain_about,
        .arguments = optional_paths,
        .flags = explain_flags,
        .body_flags = BodyFlags::yes,
        .examples = explain_examples,
        .prints = Prints::judgement,
        .findings = Findings::yes,
    },
    Command{
        .noun = "endpoints",
        .verb = "list",
        .summary = "List the endpoints of models",
        .about = list_about,
        .arguments = models,
        .flags = list_flags,
        .examples = list_examples,
        .prints = Prints::data,
    },
    Command{
        .noun = "endpoints",
        .verb = "diff",
        .summary = "Show what changed between two listings, or since one",
        .about = endpoints_diff_about,
        .arguments = listings_to_compare,
        .flags = endpoints_diff_flags,
        .examples = endpoints_diff_examples,
        .prints = Prints::judgement,
        .findings = Findings::yes,
    },
    Command{
        .noun = "byok",
        .verb = "get",
        .summary = "Show stored provider credentials, masked",
        .arguments = ids,
        .examples = get_examples,
        .prints = Prints::data,
    },
    Command{
        .noun = "byok",
        .verb = "diff",
        .summary = "Show what changed between credentials, labels masked",
        .about = byok_diff_about,
        .arguments = credentials_to_compare,
        .flags = byok_diff_flags,
        .examples = byok_diff_examples,
        .prints = Prints::judgement,
        .findings = Findings::yes,
    },
    Command{
        .noun = "api",
        .summary = "Call any operation of the service",
        .about = "mrctl prints the answer as it is, including its envelope. The path is relative "
                 "to the base URL, so the key is sent nowhere else. Requests that change something "
                 "are sent once, unless --retries is given.",
        .arguments = call,
        .flags = api_flags,
        .examples = api_examples,
        .prints = Prints::data,
    },
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
        .summary =
            "Show which key is used, where it comes from, and whether the service accepts it",
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
    Command{
        .noun = "config",
        .verb = "list",
        .summary = "List the settings in effect",
        .flags = show_origin,
        .examples = settings_examples,
        .prints = Prints::data,
    },
    Command{
        .noun = "config",
        .verb = "get",
        .summary = "Print one setting",
        .arguments = key,
        .examples = config_get_examples,
        .prints = Prints::text,
    },
    Command{
        .noun = "config",
        .verb = "set",
        .summary = "Change a setting of the current profile",
        .arguments = key_and_value,
        .examples = set_examples,
        .settings = SettingsUse::mended,
    },
    Command{
        .noun = "config",
        .verb = "unset",
        .summary = "Remove a setting from the current profile",
        .arguments = key_to_remove,
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
    },
    Command{
        .noun = "emulator",
        .verb = "serve",
        .summary = "Run a local emulator of the service",
        .about = emulator_about,
        .flags = serve_flags,
        .examples = serve_examples,
        .settings = SettingsUse::optional,
        .service = Service::unused,
    },
    Command{
        .noun = "emulator",
        .verb = "exec",
        .summary = "Run a command against a fresh emulator",
        .about = exec_about,
        .arguments = child,
        .flags = serve_flags,
        .examples = exec_examples,
        .settings = SettingsUse::optional,
        .service = Service::unused,
    },
    Command{
        .noun = "schema",
        .summary = "Print the JSON Schema of a body or an answer",
        .about = "The schema of a body rejects what mrctl rejects and accepts what mrctl only "
                 "warns about. The other schemas describe what -o json prints.",
        .arguments = schema,
        .examples = schema_examples,
        .settings = SettingsUse::unused,
        .prints = Prints::text,
    },
    Command{
        .noun = "completion",
        .summary = "Print a completion script for a shell",
        .about = "The script asks mrctl, which must be in PATH, and never uses the network. It "
                 "completes commands, flags and their values, columns, settings, profiles, slugs "
                 "of presets, models and tags of --listing files, and files.\n\nPackages install "
                 "the scripts. Without a package, write the script "
                 "for your shell to the file that the examples show; create its folder first.",
        .arguments = shell,
        .examples = completion_examples,
        .settings = SettingsUse::unused,
    },
    Command{
        .noun = "help",
        .summary = "Show help on a command or a topic",
        .about = help_about,
        .arguments = topic,
        .flags = help_flags,
        .examples = help_examples,
        .settings = SettingsUse::unused,
        .prints = Prints::text,
    },
    Command{
        .noun = "version",
        .summary = "Show the version",
        .flags = version_flags,
        .examples = version_examples,
        .settings = SettingsUse::unused,
        .prints = Prints::text,
    },
};

constexpr bool nouns_stand_together() {
  for (std::size_t i = 2; i < rows.size(); ++i)
    for (std::size_t j = 0; j + 1 < i; ++j)
      if (rows[j].noun == rows[i].noun && rows[i - 1].noun != rows[i].noun) return false;
  return true;
}
static_assert(nouns_stand_together());

constexpr bool every_row_has_a_summary() {
  return std::all_of(rows.begin(), rows.end(),
                     [](const Command& row) { return !row.summary.empty(); });
}
static_assert(every_row_has_a_summary());

} // namespace

Rows<Command> commands() {
  return rows;
}

std::string_view name_of(Prints prints) {
  return prints_names.at(static_cast<std::size_t>(prints));
}

std::string Command::name() const {
  return verb.empty() ? std::string(noun) : std::string(noun) + " " + std::string(verb);
}

const Command* find_command(std::string_view noun, std::string_view verb) {
  const auto* found = std::find_if(rows.begin(), rows.end(), [&](const Command& row) {
    return row.noun == noun && row.verb == verb;
  });
  return found == rows.end() ? nullptr : found;
}

} // namespace mrctl::spec
