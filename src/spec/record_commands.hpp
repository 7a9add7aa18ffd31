#pragma once

#include "mrctl/spec/command.hpp"

#include <array>
#include <string_view>

// What the rows of preset state, forget and adopt hold.
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

inline constexpr std::string_view state_about =
    "Each record says what preset apply sent last, or that an answer was lost. For a folder, mrctl "
    "lists the records of the files in it and in its subfolders. Nothing is sent.\n\nOn a state "
    "branch, --history lists what was applied, adopted, imported and forgotten, also of single "
    "presets by their slugs. --import DIR moves the records of a folder to the branch.";

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
    "'create'. mrctl does not read presets from the service, so make sure that the files match "
    "what is live.\n\n"
    "--from TARGET copies versions, ids and hashes from the records of another target. Each body "
    "must be the one recorded there. mrctl adopts all presets that you name, or none.";

inline constexpr std::array state_examples{
    Example{"mrctl preset state presets/ --all-targets", "what was applied where"},
    Example{"mrctl preset state presets/ -o json | jq -r '.[] | select(.pending) | .slug'",
            "presets whose last answer was lost"},
};

inline constexpr std::array forget_examples{
    Example{"mrctl preset forget vision", "after its file was removed"},
};

inline constexpr std::array adopt_examples{
    Example{"mrctl preset adopt presets/support.yaml --version 12",
            "made by hand, now from a file"},
    Example{"mrctl preset adopt presets/ --from old.example --target new.example",
            "the service has a new host name"},
};

} // namespace mrctl::spec
