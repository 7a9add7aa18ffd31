#pragma once

#include "mrctl/spec/command.hpp"

#include <array>
#include <cstdint>
#include <limits>

namespace mrctl::spec {

inline constexpr std::array serve_flags{
    Flag{.name = "--listen",
         .member = &FlagValues::listen,
         .value_name = "HOST:PORT",
         .help = "loopback address and port; port 0 picks a free port"},
    Flag{.name = "--db",
         .member = &FlagValues::db,
         .value_name = "FILE",
         .help = "keep presets in a SQLite file instead of in memory",
         .takes = Takes::file},
    Flag{.name = "--catalogue",
         .member = &FlagValues::catalogue,
         .value_name = "FILE",
         .help = "serve the models and credentials of a JSON file",
         .takes = Takes::file},
    Flag{.name = "--management-key",
         .member = &FlagValues::management_key,
         .value_name = "K",
         .help = "management key to accept"},
    Flag{.name = "--inference-key",
         .member = &FlagValues::inference_key,
         .value_name = "K",
         .help = "inference-only key to accept"},
    Flag{.name = "--latency",
         .member = &FlagValues::latency,
         .value_name = "DURATION",
         .help = "delay before each answer"},
    Flag{.name = "--fault",
         .member = &FlagValues::fault,
         .value_name = "RULE",
         .help = "fault to inject, for example 'GET * = 503 retry-after 1 rate 0.2'"},
    Flag{.name = "--seed",
         .member = &FlagValues::seed,
         .value_name = "N",
         .help = "random seed for faults with a rate",
         .most = std::numeric_limits<std::uint32_t>::max()},
    Flag{.name = "--reads",
         .member = &FlagValues::reads,
         .help =
             "answer reads of presets and the list of credentials, which the specification lacks"},
    Flag{.name = "--log", .member = &FlagValues::log, .help = "log each request on standard error"},
};

inline constexpr std::array child_command{Argument{.name = "COMMAND",
                                                   .arity = Arity::at_least_one,
                                                   .help = "command to run, after --",
                                                   .takes = Takes::command}};

inline constexpr std::array emulator_commands{
    Command{
        .noun = "emulator",
        .verb = "serve",
        .summary = "Run a local emulator of the service",
        .flags = serve_flags,
        .settings = SettingsUse::optional,
        .service = ServiceUse::unused,
    },
    Command{
        .noun = "emulator",
        .verb = "exec",
        .summary = "Run a command against a fresh emulator",
        .arguments = child_command,
        .flags = serve_flags,
        .settings = SettingsUse::optional,
        .service = ServiceUse::unused,
    },
};

} // namespace mrctl::spec
