#pragma once

#include "mrctl/base/list.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/rule.hpp"
#include "mrctl/spec/setting.hpp"

#include <array>

namespace mrctl::spec {

// The flags of the commands that work on many preset files. A flag that several of them have is one
// row.

// Results that mrctl makes of files and records are no response of a service.
inline constexpr Refusal no_response{
    is_raw, "prints the service's response, but this result is not one", "-o json has everything"};

inline constexpr Flag base_flag{.name = "--base",
                                .member = &FlagValues::base,
                                .value_name = "FILE",
                                .help =
                                    "JSON or YAML file of shared settings, which a body overrides",
                                .takes = Takes::file};
inline constexpr Flag system_flag{.name = "--system",
                                  .member = BodyFlag::system,
                                  .value_name = "TEXT",
                                  .help = "system message, as text or @FILE",
                                  .takes = Takes::text_or_file};
inline constexpr Flag message_flag{.name = "--message",
                                   .member = BodyFlag::message,
                                   .value_name = "ROLE=TEXT",
                                   .help = "additional message, as text or ROLE=@FILE",
                                   .takes = Takes::message};
inline constexpr Flag set_flag{
    .name = "--set",
    .member = BodyFlag::set,
    .value_name = "PATH=VALUE",
    .help = "set a member of every body to true, false, null or a number, else to text",
    .takes = Takes::member_value};
inline constexpr Flag set_string_flag{.name = "--set-string",
                                      .member = BodyFlag::set_string,
                                      .value_name = "PATH=TEXT",
                                      .help = "set a member of every body to text",
                                      .takes = Takes::member_value};
inline constexpr Flag set_json_flag{.name = "--set-json",
                                    .member = BodyFlag::set_json,
                                    .value_name = "PATH=JSON",
                                    .help = "set a member of every body to JSON or @FILE",
                                    .takes = Takes::member_json};
inline constexpr Flag unset_flag{.name = "--unset",
                                 .member = BodyFlag::unset,
                                 .value_name = "PATH",
                                 .help = "remove a member of every body",
                                 .takes = Takes::member};
inline constexpr Flag slug_prefix_flag{.name = "--slug-prefix",
                                       .member = &FlagValues::slug_prefix,
                                       .value_name = "TEXT",
                                       .help = "prefix for every slug"};
inline constexpr Flag project_flag{
    .name = "--project",
    .member = &setting_of(&SettingValues::project),
    .value_name = "FILE",
    .help = "project file to use instead of mrctl.toml; an empty name means none",
    .takes = Takes::file};
inline constexpr Flag target_flag{
    .name = "--target",
    .member = &setting_of(&SettingValues::target),
    .value_name = "NAME",
    .help = "target of the project file, or name of the recorded state to use",
    .takes = Takes::target};
inline constexpr Flag state_flag = flag_of(setting_of(&SettingValues::state));
inline constexpr Flag state_branch_flag = flag_of(setting_of(&SettingValues::state_branch));
inline constexpr Flag take_over_flag{
    .name = "--take-over",
    .member = &FlagValues::take_over,
    .help = "take over the records from a run that died without releasing them"};
inline constexpr Flag only_changed_flag{.name = "--only-changed",
                                        .member = &FlagValues::only_changed,
                                        .help = "leave unchanged presets out of tables"};
inline constexpr std::array plan_conditions{fail_on_changed, fail_on_drift};
inline constexpr Flag fail_on_flag{.name = "--fail-on",
                                   .member = &FlagValues::fail_on,
                                   .value_name = "WORD,...",
                                   .help = "exit 10 if a preset would be sent, or has drifted",
                                   .choices = plan_conditions};
inline constexpr Flag live_flag{.name = "--live",
                                .member = &FlagValues::live,
                                .help =
                                    "read live presets from the service (--live=false: do not)"};
inline constexpr Flag live_of_apply_flag{
    .name = "--live",
    .member = &FlagValues::live,
    .help = "read unchanged presets from the service, too; =false reads none"};
inline constexpr Flag allow_unknown_flag{.name = "--allow-unknown",
                                         .member = &FlagValues::allow_unknown,
                                         .help = "accept undocumented values with a warning"};

inline constexpr Flag allow_secrets_flag{
    .name = "--allow-secrets",
    .member = &FlagValues::allow_secrets,
    .help = "accept a body that holds what looks like a secret, with a warning"};
inline constexpr Flag yes_flag{.name = "--yes", .member = &FlagValues::yes, .help = "do not ask"};

inline constexpr Flag strict_flag{
    .name = "--strict", .member = &FlagValues::strict, .help = "exit 10 if there are warnings"};

// Several commands have these, in this order.
inline constexpr std::array edit_flags{base_flag, set_flag, set_string_flag, set_json_flag,
                                       unset_flag};
inline constexpr auto target_flags =
    joined(edit_flags, std::array{slug_prefix_flag, project_flag, target_flag});
inline constexpr auto record_flags =
    joined(target_flags, std::array{state_flag, state_branch_flag});
inline constexpr std::array allow_flags{allow_unknown_flag, allow_secrets_flag};

inline constexpr auto plan_flags = joined(
    record_flags, std::array{live_flag, only_changed_flag, fail_on_flag, strict_flag}, allow_flags);

inline constexpr auto apply_flags = joined(
    record_flags,
    std::array{
        live_of_apply_flag,
        Flag{.name = "--overwrite",
             .member = &FlagValues::overwrite,
             .help = "send presets that were changed elsewhere, too"},
        Flag{.name = "--yes", .member = &FlagValues::yes, .help = "apply without asking"},
        Flag{.name = "--plan",
             .member = &FlagValues::plan,
             .value_name = "FINGERPRINT",
             .help = "apply the plan with this fingerprint and no other, without asking",
             .takes = Takes::fingerprint},
        Flag{.name = "--plan-from",
             .member = &FlagValues::plan_from,
             .value_name = "REV",
             .help =
                 "apply the plan that the message of this commit names, in a line 'Plan: TARGET "
                 "FINGERPRINT'"},
        Flag{.name = "--gates",
             .member = &FlagValues::gates,
             .help = "evaluate the gates of the project file first, and send nothing if one fails"},
        take_over_flag,
        Flag{.name = "--allow-older",
             .member = &FlagValues::allow_older,
             .help = "apply a commit that is older than the one applied last, on a state branch"},
        Flag{.name = "--fail-fast",
             .member = &FlagValues::fail_fast,
             .help = "start no new requests after a failure"},
        Flag{.name = "--dry-run",
             .member = &FlagValues::dry_run,
             .help = "show the plan, send nothing"},
        only_changed_flag,
        Flag{.name = "--strict",
             .member = &FlagValues::strict,
             .help = "exit 10 if there are warnings, versions made elsewhere or values that were "
                     "stored differently"},
    },
    allow_flags);

inline constexpr auto render_flags =
    joined(target_flags,
           std::array{Flag{.name = "--origin",
                           .member = &FlagValues::origin,
                           .help = "show the file and line, or the flag, that set each member"},
                      strict_flag},
           allow_flags);

inline constexpr std::array state_flags{
    project_flag,
    target_flag,
    state_flag,
    state_branch_flag,
    Flag{.name = "--all-targets",
         .member = &FlagValues::all_targets,
         .help = "list the records of every target; needs no base URL"},
    Flag{.name = "--import",
         .member = &FlagValues::import_from,
         .value_name = "DIR",
         .help = "copy the records of a state folder to the state branch",
         .takes = Takes::folder},
    take_over_flag,
    live_flag,
};

inline constexpr auto pull_flags = joined(
    std::array{
        Flag{.name = "--dir",
             .member = &FlagValues::dir,
             .value_name = "DIR",
             .help = "folder of the files; the default is the first one of the project's presets, "
                     "else the current one",
             .takes = Takes::folder},
        Flag{.name = "--force",
             .member = &FlagValues::force,
             .help = "edit files that differ, and accept what a base adds"},
        base_flag, slug_prefix_flag, project_flag, target_flag, state_flag, state_branch_flag,
        take_over_flag},
    allow_flags);

inline constexpr std::array forget_flags{project_flag,      target_flag,    state_flag,
                                         state_branch_flag, take_over_flag, yes_flag};

inline constexpr auto adopt_flags = joined(
    record_flags,
    std::array{
        Flag{.name = "--version",
             .member = &FlagValues::known_version,
             .value_name = "N",
             .help = "live version of the preset; for one preset only",
             .range = {1, 9'223'372'036'854'775'807}},
        Flag{.name = "--overwrite",
             .member = &FlagValues::overwrite,
             .help = "record what is live if it is another body, so that the next plan is an "
                     "update"},
        Flag{.name = "--from",
             .member = &FlagValues::from,
             .value_name = "TARGET",
             .help =
                 "take versions and ids from the records of another target with the same bodies"},
        take_over_flag,
        strict_flag,
    },
    allow_flags);

inline constexpr std::string_view assume_help =
    "treat these checks as passed; listings cannot decide them: ";
inline constexpr Flag assume_flag{.name = "--assume",
                                  .member = &FlagValues::assume,
                                  .value_name = "CODE,...",
                                  .help = WithWords<assume_help, assumable_codes>::text,
                                  .takes = Takes::assumptions};

inline constexpr std::string_view known_help =
    "file of endpoints that pass this check; CODE is one of ";
inline constexpr Flag known_flag{.name = "--known",
                                 .member = &FlagValues::known,
                                 .value_name = "CODE=FILE",
                                 .help = WithWords<known_help, knowable_codes>::text};

// The flags that say how endpoints are judged.
inline constexpr std::array premise_flags{
    Flag{.name = "--listing",
         .member = &FlagValues::listing,
         .value_name = "FILE",
         .help = "read endpoints from a file written by 'endpoints list -o json' or -o raw; sends "
                 "nothing",
         .takes = Takes::file},
    Flag{.name = "--prompt-tokens",
         .member = &FlagValues::prompt_tokens,
         .value_name = "N",
         .help = "prompt tokens of a request, for its cost and the context length check"},
    Flag{.name = "--completion-tokens",
         .member = &FlagValues::completion_tokens,
         .value_name = "N",
         .help = "completion tokens of a request, to calculate its cost"},
    Flag{.name = "--images",
         .member = &FlagValues::images,
         .value_name = "N",
         .help = "images of a request; the default is 0"},
    Flag{.name = "--cached-tokens",
         .member = &FlagValues::cached_tokens,
         .value_name = "N",
         .help = "prompt tokens that come from the cache of a service; the default is 0"},
    known_flag,
    assume_flag,
};

inline constexpr auto explain_flags = joined(
    std::array{
        Flag{.name = "--body",
             .member = &FlagValues::body,
             .value_name = "FILE",
             .help = "JSON or YAML body to explain instead of PATH; - is standard input",
             .takes = Takes::file},
        system_flag,
        message_flag,
    },
    edit_flags, std::array{project_flag, target_flag}, premise_flags,
    std::array{Flag{.name = "--why",
                    .member = &FlagValues::why,
                    .value_name = "TAG",
                    .help = "show all checks of one endpoint, including passed ones",
                    .takes = Takes::tag}},
    made_of(gate_rows_with_flags, [](const GateRow& row) { return flag_of(row); }),
    std::array{Flag{.name = "--strict",
                    .member = &FlagValues::strict,
                    .help = "exit 10 if there are warnings, including entries that match nothing"},
               allow_unknown_flag});

inline constexpr std::array drill_failures{std::string_view("dead")};
inline constexpr auto drill_flags = joined(
    edit_flags, std::array{project_flag, target_flag}, premise_flags,
    std::array{Flag{.name = "--fail-on",
                    .member = &FlagValues::fail_on,
                    .value_name = "dead",
                    .help = "exit 10 if a provider alone leaves a preset without an eligible "
                            "endpoint",
                    .choices = drill_failures},
               Flag{.name = "--strict",
                    .member = &FlagValues::strict,
                    .help = "exit 10 if there are warnings, including entries that match "
                            "nothing"},
               allow_unknown_flag});

inline constexpr auto check_flags =
    joined(record_flags, premise_flags,
           std::array{
               Flag{.name = "--as-of",
                    .member = &FlagValues::as_of,
                    .value_name = "DATE",
                    .help = "evaluate waivers on this day (UTC): 2026-12-31",
                    .takes = Takes::day},
               live_flag,
               only_changed_flag,
               fail_on_flag,
               Flag{.name = "--strict",
                    .member = &FlagValues::strict,
                    .help = "exit 10 on any warning, dead entries included"},
           },
           allow_flags);

} // namespace mrctl::spec
