#pragma once

#include "mrctl/spec/command.hpp"
#include "mrctl/spec/setting.hpp"

#include "deployment_commands.hpp"
#include "preset_flags.hpp"
#include "record_commands.hpp"

#include <array>

namespace mrctl::spec {

inline constexpr std::array create_flags{
    Flag{.name = "--body",
         .member = &FlagValues::body,
         .value_name = "FILE",
         .help = "body to start from: JSON, YAML or a curl command; - is standard input",
         .takes = Takes::file},
    base_flag,
    system_flag,
    message_flag,
    Flag{.name = "--set",
         .member = BodyFlag::set,
         .value_name = "PATH=VALUE",
         .help = "set a member of the body to true, false, null or a number, else to text",
         .takes = Takes::member_value},
    Flag{.name = "--set-string",
         .member = BodyFlag::set_string,
         .value_name = "PATH=TEXT",
         .help = "set a member to text",
         .takes = Takes::member_value},
    Flag{.name = "--set-json",
         .member = BodyFlag::set_json,
         .value_name = "PATH=JSON",
         .help = "set a member to JSON or @FILE",
         .takes = Takes::member_json},
    Flag{.name = "--unset",
         .member = BodyFlag::unset,
         .value_name = "PATH",
         .help = "remove a member",
         .takes = Takes::member},
    Flag{.name = "--dry-run",
         .member = &FlagValues::dry_run,
         .help = "print the body, send nothing"},
    Flag{.name = "--print-curl",
         .member = &FlagValues::print_curl,
         .help = "print an equivalent curl command, send nothing"},
    flag_of(setting_of(&SettingValues::strip)),
    Flag{.name = "--strict",
         .member = &FlagValues::strict,
         .help = "treat warnings as errors; exit 10 if something was not kept"},
    allow_unknown_flag,
    allow_secrets_flag,
    Flag{.name = "--no-validate",
         .member = &FlagValues::no_validate,
         .help = "do not check the body"},
};

inline constexpr std::array slug_argument{
    Argument{.name = "SLUG",
             .help = "URL-safe name of the preset; created if it does not exist",
             .takes = Takes::slug}};

inline constexpr std::array lint_paths{Argument{
    .name = "PATH",
    .arity = Arity::at_least_one,
    .help = "JSON or YAML file, folder of such files, or - for standard input; the default "
            "is the presets of the project file",
    .is_optional = true,
    .takes = Takes::preset_file}};

inline constexpr std::array explain_paths{
    Argument{.name = "PATH",
             .arity = Arity::at_least_one,
             .help = "preset file or folder; without PATH, the body of flags, else the project's "
                     "presets",
             .is_optional = true,
             .takes = Takes::preset_file}};

inline constexpr std::array preset_paths{
    Argument{.name = "PATH",
             .arity = Arity::at_least_one,
             .help = "preset file, or folder of preset files; the default is the presets of the "
                     "project file",
             .is_optional = true,
             .takes = Takes::preset_file}};

constexpr bool is_not_drawn(Format format) {
  return !is_drawn(format);
}

inline constexpr std::array origin_format{
    FormatFlag{.flag = &FlagValues::origin,
               .format = Format::table,
               .refusal = {is_not_drawn, "has no place for origins", "--origin needs -o text"}}};

inline constexpr std::array lint_flags{
    base_flag,
    set_flag,
    set_string_flag,
    set_json_flag,
    unset_flag,
    slug_prefix_flag,
    project_flag,
    target_flag,
    Flag{.name = "--strict",
         .member = &FlagValues::strict,
         .help = "exit 10 if there are only warnings"},
    allow_unknown_flag,
    allow_secrets_flag,
    Flag{.name = "--strip",
         .member = &setting_of(&SettingValues::strip),
         .help = "before checking, remove what a preset does not keep"},
};

inline constexpr std::string_view create_about =
    "The body comes from --body, merged into those of --base. Field flags override it, then "
    "--system and --message, then --set, --set-string, --set-json and --unset in the order given. "
    "Each call creates a new version, "
    "which is live at once.\n\nThe service requires messages but keeps only the text of system and "
    "developer messages. If a body has no messages, mrctl adds a placeholder.\n\nIn a YAML file, "
    "!file PATH is the text of a file in the same repository. mrctl uses only the body of a curl "
    "command.\n\nThe flag for an object takes JSON, @FILE, or @- for standard input. A field "
    "without "
    "a flag is left out; null "
    "is sent as null.";

inline constexpr std::string_view lint_about =
    "The rules are those of preset create. In a folder, mrctl checks the *.json, *.yaml and *.yml "
    "files, also in subfolders, and skips names that begin with '.' or '_'. It follows links to "
    "files of the same repository, not to folders, and checks each file once. A file that you name "
    "may be a curl command.\n\nThe report goes "
    "to standard output as "
    "text, also on a pipe. --output chooses another format; -o name prints the files that have "
    "problems. With --error-format json or github, the problems also go to standard error in that "
    "format.\n\nExit codes: 0 no errors; 2 errors, including unreadable files; 10 only warnings, "
    "with --strict.";

inline constexpr std::string_view explain_about =
    "Each endpoint of the models that a preset names is eligible, excluded or unknown. Unknown "
    "means that the listing does not show enough to decide; it never counts as eligible, unless "
    "--known decides it by a list or --assume treats it as passed. The table gives short reasons; "
    "-o text and --why give full sentences, and the location of the member responsible. 'mrctl "
    "help routing' explains the "
    "rules.\n\nThe endpoints come from the service, with one request "
    "for each model, or from --listing files, which need no network. Listings do not show "
    "account-wide provider lists and policies, your own credentials, sticky sessions, outages or "
    "load, all of which affect routing.\n\n--at-least, --max-cost, "
    "--require and --no-dead-entries are for CI: mrctl evaluates all of them, prints the result, "
    "and exits with code 10 if one is not met or if there is nothing to check.";

inline constexpr std::string_view drill_about =
    "A provider is the first part of the tags of its endpoints: northlake of northlake/us-east. "
    "For "
    "each that is eligible for some preset, mrctl takes its endpoints out of every listing and "
    "evaluates the presets again, by the rules of preset explain. A preset is hit if it loses an "
    "eligible endpoint, and dead if it has none left. With --prompt-tokens and "
    "--completion-tokens, "
    "the table shows the preset whose requests would cost most more.\n\nPresets without an "
    "eligible "
    "endpoint, and those with a model that no listing has, are left out; a note names them. The "
    "gate "
    "survives_a_provider of mrctl.toml checks the same in preset check.";

inline constexpr std::array drill_examples{
    Example{"mrctl preset drill", "of the presets of the project file"},
    Example{"mrctl preset drill presets --listing listing.json --fail-on dead",
            "exit 10 if a preset depends on a single provider"},
};

inline constexpr std::array create_examples{
    Example{"mrctl preset create support --model acme/large --temperature 0.2 --system 'Answer "
            "briefly.'",
            "from flags"},
    Example{"mrctl preset create support --body presets/support.yaml --set provider.sort=price",
            "from a file, with one change"},
    Example{"mrctl preset create support --body presets/support.yaml --dry-run | jq .",
            "show the body, send nothing"},
};

inline constexpr std::array lint_examples{
    Example{"mrctl preset lint presets/", "every body in a folder"},
    Example{"mrctl preset lint --strict --error-format github presets/",
            "in CI: fail on warnings, and annotate the changed lines"},
    Example{"mrctl preset lint presets/ -o json | jq -r '.problems[] | \"\\(.file) \\(.rule)\"'",
            "files and the rules they break"},
};

inline constexpr std::string_view render_about =
    "mrctl prints each body as preset apply would send it: merged into the bodies of --base, "
    "changed "
    "by --set and similar flags, without what a preset does not keep, and checked. The placeholder "
    "message is left out. Nothing is sent, and neither network nor key is needed.\n\nWith "
    "--origin, "
    "each line of the text shows the file and line, or the flag, that set the member.";

inline constexpr std::array render_examples{
    Example{"mrctl preset render presets/ --base environments/_staging.yaml --origin",
            "what would be sent, and where each member comes from"},
    Example{"mrctl preset render presets/ | jq -r '.[] | select(.body.provider | not) | .slug'",
            "presets without provider preferences"},
};

inline constexpr std::array explain_examples{
    Example{"mrctl preset explain presets/support.yaml", "why endpoints cannot be reached"},
    Example{"mrctl preset explain --model acme/large --provider-sort price --prompt-tokens 2000 "
            "--completion-tokens 500",
            "without a file: the cheapest first, with the cost of a request"},
    Example{"mrctl preset explain presets/ --assume data_collection,zdr --at-least 2",
            "in CI: two endpoints for every model of every preset, or exit 10"},
    Example{"mrctl preset explain presets/support.yaml --why acme/fp8",
            "all checks of one endpoint"},
};

inline constexpr std::array preset_commands{
    Command{
        .noun = "preset",
        .verb = "create",
        .summary = "Create a preset, or a new version of it, from a body",
        .about = create_about,
        .arguments = slug_argument,
        .flags = create_flags,
        .body_flags = BodyFlags::yes,
        .examples = create_examples,
        .project = ProjectUse::ignored,
        .prints = Prints::data,
    },
    Command{
        .noun = "preset",
        .verb = "lint",
        .summary = "Check bodies, without network or key",
        .about = lint_about,
        .arguments = lint_paths,
        .flags = lint_flags,
        .examples = lint_examples,
        .settings = SettingsUse::optional,
        .project = ProjectUse::by_paths,
        .service = ServiceUse::unused,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = no_response,
    },
    Command{
        .noun = "preset",
        .verb = "plan",
        .summary = "Show what preset apply would send, without network or key",
        .about = plan_about,
        .arguments = preset_paths,
        .flags = plan_flags,
        .examples = plan_examples,
        .project = ProjectUse::guarded,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = no_response,
    },
    Command{
        .noun = "preset",
        .verb = "apply",
        .summary = "Send changed presets to the service",
        .about = apply_about,
        .arguments = preset_paths,
        .flags = apply_flags,
        .examples = apply_examples,
        .project = ProjectUse::guarded,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = no_response,
    },
    Command{
        .noun = "preset",
        .verb = "check",
        .summary = "Check the presets of a pull request without sending any",
        .about = check_about,
        .arguments = preset_paths,
        .flags = check_flags,
        .examples = check_examples,
        .project = ProjectUse::guarded,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = no_response,
    },
    Command{
        .noun = "preset",
        .verb = "render",
        .summary = "Print bodies as they would be sent, without network or key",
        .about = render_about,
        .arguments = preset_paths,
        .flags = render_flags,
        .examples = render_examples,
        .settings = SettingsUse::optional,
        .project = ProjectUse::by_paths,
        .service = ServiceUse::unused,
        .prints = Prints::data,
        .format_flags = origin_format,
        .refusal = no_response,
    },
    Command{
        .noun = "preset",
        .verb = "state",
        .summary = "List the records of what was applied",
        .about = state_about,
        .arguments = state_paths,
        .flags = state_flags,
        .examples = state_examples,
        .project = ProjectUse::used,
        .prints = Prints::data,
        .refusal = no_response,
    },
    Command{
        .noun = "preset",
        .verb = "forget",
        .summary = "Drop the records of presets; the presets stay live",
        .about = forget_about,
        .arguments = slugs_to_forget,
        .flags = forget_flags,
        .examples = forget_examples,
        .project = ProjectUse::used,
    },
    Command{
        .noun = "preset",
        .verb = "adopt",
        .summary = "Record bodies as applied without sending them",
        .about = adopt_about,
        .arguments = adopted_paths,
        .flags = adopt_flags,
        .examples = adopt_examples,
        .project = ProjectUse::guarded,
    },
    Command{
        .noun = "preset",
        .verb = "pull",
        .summary = "Write live presets as files, and record them",
        .about = pull_about,
        .arguments = live_slugs,
        .flags = pull_flags,
        .examples = pull_examples,
        .project = ProjectUse::guarded,
        .prints = Prints::data,
        .refusal = no_response,
    },
    Command{
        .noun = "preset",
        .verb = "list",
        .summary = "List the presets that the service has",
        .flags = record_list_flags,
        .examples = preset_list_examples,
        .prints = Prints::data,
        .format_flags = columns_format,
    },
    Command{
        .noun = "preset",
        .verb = "get",
        .summary = "Show presets as they are live",
        .about = preset_get_about,
        .arguments = live_slugs,
        .flags = preset_get_flags,
        .examples = preset_get_examples,
        .prints = Prints::data,
        .format_flags = columns_format,
    },
    Command{
        .noun = "preset",
        .verb = "versions",
        .summary = "List the versions of a preset",
        .arguments = live_slug,
        .flags = record_list_flags,
        .examples = versions_examples,
        .prints = Prints::data,
        .format_flags = columns_format,
    },
    Command{
        .noun = "preset",
        .verb = "explain",
        .summary = "Show which endpoints presets reach, why, and at what cost",
        .about = explain_about,
        .arguments = explain_paths,
        .flags = explain_flags,
        .body_flags = BodyFlags::routed,
        .examples = explain_examples,
        .project = ProjectUse::used,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = no_response,
    },
    Command{
        .noun = "preset",
        .verb = "drill",
        .summary = "Show which presets have no endpoint left if a provider fails",
        .about = drill_about,
        .arguments = preset_paths,
        .flags = drill_flags,
        .examples = drill_examples,
        .project = ProjectUse::guarded,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = no_response,
    },
};

} // namespace mrctl::spec
