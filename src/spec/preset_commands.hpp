#pragma once

#include "mrctl/spec/command.hpp"
#include "mrctl/spec/setting.hpp"

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

inline constexpr std::string_view plan_about =
    "Each file is one preset: support.yaml is the preset support. mrctl searches folders as preset "
    "lint does. mrctl merges the file into the bodies of --base: objects member by member at every "
    "depth; any other value replaces the earlier one. --set, --set-string, "
    "--set-json and --unset override both. mrctl removes what a preset does not keep, checks every "
    "body and shows all problems of all files.\n\nThe plan compares each body with the one that "
    "preset apply sent last, recorded in the folder .mrctl beside the presets. It needs the base "
    "URL of the service but no key, and sends nothing.\n\n  create     never applied from this "
    "repository\n  update   "
    "  the body differs from the one last applied\n  retry      the answer to the last request was "
    "lost\n  unchanged  the body is the one last applied from this repository\n  orphan     "
    "applied before, "
    "but its file is gone; the preset is still live\n\nThe fingerprint in the last line stands for "
    "everything that would be sent: 'preset apply --plan FINGERPRINT' sends exactly this plan, or "
    "nothing.\n\nExit codes: 0 success; 2 a file or a state "
    "file is invalid; 10 something would be sent, with --fail-changed, or there are warnings, with "
    "--strict.";

inline constexpr std::string_view apply_about =
    "mrctl makes the plan that preset plan shows, asks for confirmation on a terminal, and sends "
    "each preset that changed, several at once (--jobs). It records what it sent in the folder "
    ".mrctl beside the presets: commit that folder. If the body of any file is invalid, nothing is "
    "sent.\n\n--plan FINGERPRINT sends exactly the plan that preset plan showed with that "
    "fingerprint. If the files, the records or the service now give another plan, mrctl sends "
    "nothing and "
    "exits with code 5; if nothing is left to send, with 0. --plan-from REV takes the fingerprint "
    "from a line 'Plan: TARGET FINGERPRINT' of that commit's message, which preset check prints "
    "for a merge commit.\n\nWith --gates, or apply_needs_gates of the target, mrctl evaluates the "
    "gates of the project file. If one fails for a preset that would be sent, mrctl sends nothing "
    "and exits with code 10.\n\nIf an answer is lost or mrctl is "
    "killed, the record says so. The next apply sends the preset again; the version number in its "
    "answer shows whether the lost request had arrived. Ctrl-C "
    "starts no new requests and waits for running ones; a second Ctrl-C gives up on them.";

inline constexpr std::string_view check_about =
    "Use it for pull requests. mrctl checks the bodies as preset lint does, makes the "
    "plan "
    "of preset apply, and explains each preset as it was last applied and as it is now: which "
    "endpoints it reaches, which it gains or loses, and what a request costs. Then it evaluates "
    "the gates of the project file (mrctl.toml). It sends no preset, and needs a key only if the "
    "service requires one to list endpoints.\n\nThe endpoints come from the service, with one "
    "request for each model, or from "
    "--listing files. Costs are those of a request of --prompt-tokens and --completion-tokens, "
    "else of the counts of a gate.\n\nA waiver of the project file suspends a gate's failures for "
    "some presets until a date, and records the reason; --as-of evaluates waivers as of another "
    "day.\n\nExit "
    "codes: 0 success; 2 a body, a state file or the project file is invalid; 10 a gate is not "
    "met, something would be sent, with --fail-changed, or there are warnings, with --strict; if "
    "a model cannot be listed, as in endpoints list.";

inline constexpr std::string_view explain_about =
    "Each endpoint of the models that a preset names is eligible, excluded or unknown. Unknown "
    "means that the listing does not show enough to decide; it never counts as eligible, unless "
    "--known decides it by a list or --assume treats it as passed. The table gives short reasons; "
    "-o text and --why give full sentences, and the location of the member responsible. 'mrctl "
    "help routing' explains the "
    "rules.\n\nThe endpoints come from the service, with one request "
    "for each model, or from --listing files, which need no network.\n\n--at-least, --max-cost, "
    "--require and --no-dead-entries are for CI: mrctl evaluates all of them, prints the result, "
    "and exits with code 10 if one is not met or if there is nothing to check.";

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

inline constexpr std::array plan_examples{
    Example{"mrctl preset plan presets/", "what an apply would send"},
    Example{"mrctl preset plan presets/ --fail-changed",
            "in CI: fail if something is not applied yet"},
    Example{"mrctl preset plan presets/ --base environments/_staging.yaml --slug-prefix staging- "
            "--target staging",
            "the same presets in another environment"},
    Example{"mrctl preset plan presets/ -o json | jq -r '.presets[] | select(.action == "
            "\"update\") | .slug'",
            "presets that would get a new version"},
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

inline constexpr std::array apply_examples{
    Example{"mrctl preset apply presets/", "show the plan, ask, and send what changed"},
    Example{"mrctl preset apply presets/ --yes", "in CI"},
    Example{"mrctl preset apply presets/ --plan 3f9c2a1b7d045e0fa1bd6a2ce0b99c3d1e4f7a60",
            "exactly the plan that was reviewed, or nothing"},
    Example{"mrctl preset apply presets/ --yes --jobs 32 -o jsonl",
            "many presets, one line for each as soon as it is done"},
};

inline constexpr std::array check_examples{
    Example{"mrctl preset check", "plan, reach and gates of the project's presets"},
    Example{"mrctl preset check --error-format github --summary "
            "\"$GITHUB_STEP_SUMMARY\"",
            "in CI: annotate the changed files, and add a summary to the job"},
    Example{"mrctl preset check -o json | jq -r '.gates[] | select(.met | not) | .id'",
            "gates that fail"},
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
        .summary = "Create a preset, or a new version of it, from a chat-completions body",
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
        .verb = "explain",
        .summary =
            "Show which endpoints presets can reach, why the others are excluded, and the cost",
        .about = explain_about,
        .arguments = explain_paths,
        .flags = explain_flags,
        .body_flags = BodyFlags::yes,
        .examples = explain_examples,
        .project = ProjectUse::used,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = no_response,
    },
};

} // namespace mrctl::spec
