#pragma once

#include "mrctl/spec/command.hpp"

#include <array>

namespace mrctl::spec {

inline constexpr std::array serve_flags{
    Flag{"--listen", 0, FlagKind::value, "HOST:PORT",
         "loopback address and port; port 0 picks a free port"},
    Flag{.name = "--db",
         .kind = FlagKind::value,
         .value_name = "FILE",
         .help = "keep presets in a SQLite file instead of in memory",
         .takes = Takes::file},
    Flag{.name = "--catalogue",
         .kind = FlagKind::value,
         .value_name = "FILE",
         .help = "serve the models and credentials of a JSON file",
         .takes = Takes::file},
    Flag{"--management-key", 0, FlagKind::value, "K", "management key to accept"},
    Flag{"--inference-key", 0, FlagKind::value, "K", "inference-only key to accept"},
    Flag{"--latency", 0, FlagKind::value, "D", "delay before each answer"},
    Flag{"--fault", 0, FlagKind::list, "RULE",
         "fault to inject, for example 'GET * = 503 retry-after 1 rate 0.2'"},
    Flag{"--seed", 0, FlagKind::value, "N", "random seed for faults with a rate"},
    Flag{"--log", 0, FlagKind::on_off, {}, "log each request on standard error"},
};

} // namespace mrctl::spec
