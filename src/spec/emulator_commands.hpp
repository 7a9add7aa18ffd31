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

inline constexpr std::string_view emulator_about =
    "The emulator prints variables for eval: MRCTL_BASE_URL, MRCTL_API_KEY, MRCTL_STATE and "
    "MRCTL_EMULATOR_PID. It then runs until you interrupt or kill it, even after the shell exits. "
    "docs/emulator.md explains --fault, and what the emulator does if the specification is "
    "silent.\n"
    "\n"
    "Models:\n"
    "  acme/tiny           two endpoints\n"
    "  acme/large          eight, with variants, tiers and nulls\n"
    "  acme/large:free     none\n"
    "  globex/vision       text and images\n"
    "  initech/coder       for code\n"
    "  ~acme/large-latest  the newest of a family\n"
    "  acme/small          withdrawn: 404\n"
    "  hooli/relay         regions, quantizations and tiers\n"
    "\n"
    "Credentials:\n"
    "  11111111-1111-4111-8111-111111111111  plain\n"
    "  22222222-2222-4222-8222-222222222222  disabled\n"
    "  33333333-3333-4333-8333-333333333333  a fallback\n"
    "  44444444-4444-4444-8444-444444444444  restricted lists\n"
    "  55555555-5555-4555-8555-555555555555  no name, and a label that is not masked\n"
    "\n"
    "Keys:\n"
    "  sk-mgmt-emulator-0000000000000000   management key\n"
    "  sk-infer-emulator-0000000000000000  inference key";

inline constexpr std::string_view exec_about =
    "The command runs with the address and the management key of an emulator in its environment. "
    "The emulator stops when the command ends, and mrctl exits with the command's exit code. "
    "'mrctl emulator serve --help' lists the models, credentials and keys.";

inline constexpr std::array serve_examples{
    Example{"eval \"$(mrctl emulator serve --listen 127.0.0.1:0 &)\"",
            "in the background; exec is simpler in most cases"},
};

inline constexpr std::array exec_examples{
    Example{"mrctl emulator exec -- mrctl endpoints list acme/large",
            "one command against a fresh emulator"},
};

inline constexpr std::array emulator_commands{
    Command{
        .noun = "emulator",
        .verb = "serve",
        .summary = "Run a local emulator of the service",
        .about = emulator_about,
        .flags = serve_flags,
        .examples = serve_examples,
        .settings = SettingsUse::optional,
        .service = ServiceUse::unused,
    },
    Command{
        .noun = "emulator",
        .verb = "exec",
        .summary = "Run a command against a fresh emulator",
        .about = exec_about,
        .arguments = child_command,
        .flags = serve_flags,
        .examples = exec_examples,
        .settings = SettingsUse::optional,
        .service = ServiceUse::unused,
    },
};

} // namespace mrctl::spec
