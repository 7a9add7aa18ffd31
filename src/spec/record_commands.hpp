#pragma once

#include "mrctl/spec/command.hpp"

#include <array>
#include <string_view>

// What the rows of preset state, forget, adopt and pull hold.
namespace mrctl::spec {

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
                                                   .least = 1}};

inline constexpr std::array preset_get_flags{record_columns_flag,
                                             Flag{.name = "--version",
                                                  .member = &FlagValues::known_version,
                                                  .value_name = "N",
                                                  .help = "show this version; for one preset only",
                                                  .least = 1}};

inline constexpr std::array columns_format{
    FormatFlag{.flag = &FlagValues::columns, .format = Format::table}};

inline constexpr std::array preset_list_examples{Example{"mrctl preset list -o name", "the slugs"}};

inline constexpr std::string_view preset_get_about =
    "-o yaml prints the body of one preset as a file for 'mrctl preset apply'; 'mrctl preset pull' "
    "also records it.";

inline constexpr std::array preset_get_examples{
    Example{"mrctl preset get support", "what is live"},
    Example{"mrctl preset get support --version 3 -o yaml > support.yaml",
            "the body of an older version"}};

inline constexpr std::array versions_examples{
    Example{"mrctl preset versions support --limit 5", "the newest five"}};

inline constexpr std::string_view pull_about =
    "Use it to begin with presets that exist already, or to take over what somebody changed "
    "elsewhere. mrctl asks the service for each preset, writes DIR/SLUG.yaml, and records it as "
    "applied: the next plan says 'unchanged'. The file leaves out what the bases of the project "
    "give already.\n\nIf the project has a file of that slug, mrctl edits it, with --force: what "
    "did not change stays byte for byte, comments included, and a changed prompt of !file goes "
    "into the file that it names. What an edit loses, a note says.\n\nMany services answer GET "
    "/presets/{slug}, although the specification does not show it; one that does not answers 404. "
    "mrctl writes neither the file nor the record if a check of preset lint fails.\n\nExit codes: "
    "0 success; 4 there is no such preset; 5 a file exists and differs, or a base gives what the "
    "live preset lacks, without --force; 5 also if two presets share the file of a changed prompt; "
    "10 the key belongs to another workspace.";

inline constexpr std::string_view state_about =
    "Each record says what preset apply sent last, or that an answer was lost. For a folder, mrctl "
    "lists the records of the files in it and in its subfolders. Nothing is sent.\n\n--import DIR "
    "moves the records of a folder to the state branch, whose history 'git log' shows.\n\nWith "
    "--live, mrctl reads each preset from the service and says whether it is what was recorded, "
    "has drifted, or is gone.";

inline constexpr std::string_view forget_about =
    "The preset stays live: mrctl has no command that deletes presets. Without its record, mrctl "
    "no "
    "longer knows that it was applied, and a plan no longer lists it as an orphan.\n\nmrctl uses "
    "the records that preset plan would use in the current folder. If one of the slugs has no "
    "record, mrctl drops none.";

inline constexpr std::string_view adopt_about =
    "Use it for presets that are live already but have no record here: created by hand or by "
    "'preset create', or applied under another host name. The next plan then says 'unchanged' "
    "instead of "
    "'create'. mrctl adopts all presets that you name, or none.\n\nIf there is a key and the "
    "service shows presets, mrctl looks first: each preset must be there and hold the body of its "
    "file. With --overwrite, it records another body that is live, so that the next plan is an "
    "update. Otherwise it says that nobody has verified what is live.\n\n--from TARGET copies "
    "versions, ids and hashes from the records of another target. Each body must be the one "
    "recorded there.\n\nExit codes: 0 success; 4 a preset is not there; 5 it holds another body, "
    "or a record exists for another body.";

inline constexpr std::array state_examples{
    Example{"mrctl preset state presets/ --all-targets", "what was applied where"},
    Example{"mrctl preset state presets/ -o json | jq -r '.[] | select(.pending) | .slug'",
            "presets whose last answer was lost"},
};

inline constexpr std::array forget_examples{
    Example{"mrctl preset forget vision", "after its file was removed"},
};

inline constexpr std::array pull_examples{
    Example{"mrctl preset pull support triage", "begin with two presets that are live"},
    Example{"mrctl preset pull support --force", "take over a change made elsewhere"},
};

inline constexpr std::array adopt_examples{
    Example{"mrctl preset adopt presets/support.yaml --version 12",
            "made by hand, now from a file"},
    Example{"mrctl preset adopt presets/ --from old.example --target new.example",
            "the service has a new host name"},
};

} // namespace mrctl::spec
