#pragma once

#include "mrctl/spec/command.hpp"

namespace mrctl::spec {

inline constexpr std::array login_flags{Flag{.name = "--no-verify",
                                             .member = &FlagValues::no_verify,
                                             .help = "store the key without checking it first"}};

inline constexpr std::array login_examples{
    Example{"mrctl auth login", "prompt for the key without showing it"},
    Example{"pass show router/management | mrctl auth login", "from a password manager"},
};

inline constexpr std::array status_examples{
    Example{"mrctl auth status --profile work", "check the key before a deployment"},
};

inline constexpr std::array logout_examples{
    Example{"mrctl auth logout --base-url https://router.example/api/v1",
            "the key for one host; without --base-url, all keys of the profile"},
};

inline constexpr std::array auth_commands{
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
};

} // namespace mrctl::spec
