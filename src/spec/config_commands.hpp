#pragma once

#include "mrctl/spec/command.hpp"

namespace mrctl::spec {

inline constexpr Argument stored_setting{
    .name = "KEY", .help = "name of the setting", .takes = Takes::stored_setting};

inline constexpr std::array setting_argument{
    Argument{.name = "KEY", .help = "name of the setting", .takes = Takes::setting}};

inline constexpr std::array setting_to_remove{stored_setting};

inline constexpr std::array setting_and_value{
    stored_setting, Argument{.name = "VALUE",
                             .arity = Arity::at_least_one,
                             .help = "value of the setting; several words make a list",
                             .takes = Takes::setting_value}};

inline constexpr std::array show_origin{Flag{.name = "--show-origin",
                                             .member = &FlagValues::show_origin,
                                             .help = "show where each value comes from"}};

inline constexpr std::array settings_examples{
    Example{"mrctl config list --show-origin", "where each setting comes from"},
};

inline constexpr std::array config_get_examples{
    Example{"mrctl config get base_url", "the value in effect; exit 10 if there is none"},
};

inline constexpr std::array set_examples{
    Example{"mrctl config set base_url https://router.example/api/v1", "one value"},
    Example{"mrctl config set credential_command pass show router/management", "a list of words"},
};

inline constexpr std::array unset_examples{
    Example{"mrctl config unset proxy --profile work", "return to the default"},
};

inline constexpr std::array path_examples{
    Example{"\"$EDITOR\" \"$(mrctl config path)\"", "edit the file by hand"},
};

inline constexpr std::array config_commands{
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
        .arguments = setting_argument,
        .examples = config_get_examples,
        .prints = Prints::text,
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
    },
};

} // namespace mrctl::spec
