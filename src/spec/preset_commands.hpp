#pragma once

#include "mrctl/spec/command.hpp"
#include "mrctl/spec/setting.hpp"

#include "preset_flags.hpp"

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

inline constexpr std::array adopted_paths{Argument{.name = "PATH",
                                                   .arity = Arity::at_least_one,
                                                   .help = "preset file, or folder of preset files",
                                                   .takes = Takes::preset_file}};

inline constexpr std::array state_paths{Argument{
    .name = "PATH",
    .arity = Arity::at_least_one,
    .help = "preset file, or folder of preset files; the default is the presets of the project "
            "file, else the current folder",
    .is_optional = true,
    .takes = Takes::preset_file}};

inline constexpr std::array slugs_to_forget{Argument{.name = "SLUG",
                                                     .arity = Arity::at_least_one,
                                                     .help = "slug of a preset that was applied",
                                                     .takes = Takes::slug}};

inline constexpr std::array live_slugs{Argument{.name = "SLUG",
                                                .arity = Arity::at_least_one,
                                                .help = "slug of a preset that is live",
                                                .takes = Takes::slug}};

inline constexpr std::array live_slug{
    Argument{.name = "SLUG", .help = "slug of a preset that is live", .takes = Takes::slug}};

inline constexpr Flag record_columns_flag{
    .name = "--columns",
    .member = &FlagValues::columns,
    .value_name = "a,b",
    .help = "columns to show: names of members, nested ones with a dot"};

inline constexpr std::array record_list_flags{record_columns_flag,
                                              Flag{.name = "--limit",
                                                   .member = &FlagValues::limit,
                                                   .value_name = "N",
                                                   .help = "at most N records",
                                                   .range = {.least = 1}}};

inline constexpr std::array preset_get_flags{record_columns_flag,
                                             Flag{.name = "--version",
                                                  .member = &FlagValues::known_version,
                                                  .value_name = "N",
                                                  .help = "show this version; for one preset only",
                                                  .range = {.least = 1}}};

inline constexpr std::array columns_format{
    FormatFlag{.flag = &FlagValues::columns, .format = Format::table}};

inline constexpr std::array preset_commands{
    Command{
        .noun = "preset",
        .verb = "create",
        .summary = "Create a preset, or a new version of it, from a body",
        .arguments = slug_argument,
        .flags = create_flags,
        .body_flags = BodyFlags::yes,
        .project = ProjectUse::ignored,
        .prints = Prints::data,
    },
    Command{
        .noun = "preset",
        .verb = "lint",
        .summary = "Check bodies, without network or key",
        .arguments = lint_paths,
        .flags = lint_flags,
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
        .arguments = preset_paths,
        .flags = plan_flags,
        .project = ProjectUse::guarded,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = no_response,
    },
    Command{
        .noun = "preset",
        .verb = "apply",
        .summary = "Send changed presets to the service",
        .arguments = preset_paths,
        .flags = apply_flags,
        .project = ProjectUse::guarded,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = no_response,
    },
    Command{
        .noun = "preset",
        .verb = "check",
        .summary = "Check the presets of a pull request without sending any",
        .arguments = preset_paths,
        .flags = check_flags,
        .project = ProjectUse::guarded,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = no_response,
    },
    Command{
        .noun = "preset",
        .verb = "render",
        .summary = "Print bodies as they would be sent, without network or key",
        .arguments = preset_paths,
        .flags = render_flags,
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
        .arguments = state_paths,
        .flags = state_flags,
        .project = ProjectUse::used,
        .prints = Prints::data,
        .refusal = no_response,
    },
    Command{
        .noun = "preset",
        .verb = "forget",
        .summary = "Drop the records of presets; the presets stay live",
        .arguments = slugs_to_forget,
        .flags = forget_flags,
        .project = ProjectUse::used,
    },
    Command{
        .noun = "preset",
        .verb = "adopt",
        .summary = "Record bodies as applied without sending them",
        .arguments = adopted_paths,
        .flags = adopt_flags,
        .project = ProjectUse::guarded,
    },
    Command{
        .noun = "preset",
        .verb = "pull",
        .summary = "Write live presets as files, and record them",
        .arguments = live_slugs,
        .flags = pull_flags,
        .project = ProjectUse::guarded,
        .prints = Prints::data,
        .refusal = no_response,
    },
    Command{
        .noun = "preset",
        .verb = "list",
        .summary = "List the presets that the service has",
        .flags = record_list_flags,
        .prints = Prints::data,
        .format_flags = columns_format,
    },
    Command{
        .noun = "preset",
        .verb = "get",
        .summary = "Show presets as they are live",
        .arguments = live_slugs,
        .flags = preset_get_flags,
        .prints = Prints::data,
        .format_flags = columns_format,
    },
    Command{
        .noun = "preset",
        .verb = "versions",
        .summary = "List the versions of a preset",
        .arguments = live_slug,
        .flags = record_list_flags,
        .prints = Prints::data,
        .format_flags = columns_format,
    },
    Command{
        .noun = "preset",
        .verb = "explain",
        .summary = "Show which endpoints presets reach, why, and at what cost",
        .arguments = explain_paths,
        .flags = explain_flags,
        .body_flags = BodyFlags::routed,
        .project = ProjectUse::used,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = no_response,
    },
    Command{
        .noun = "preset",
        .verb = "drill",
        .summary = "Show which presets have no endpoint left if a provider fails",
        .arguments = preset_paths,
        .flags = drill_flags,
        .project = ProjectUse::guarded,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = no_response,
    },
};

} // namespace mrctl::spec
