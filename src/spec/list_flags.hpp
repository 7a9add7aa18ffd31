#pragma once

#include "mrctl/spec/command.hpp"

#include <array>

namespace mrctl::spec {

inline constexpr std::array list_flags{
    Flag{"--columns", 0, FlagKind::value, "a,b", "columns to show; --columns help lists them"},
    Flag{"--wide", 0, FlagKind::on_off, {}, "show every column; same as -o wide"},
    Flag{"--where", 0, FlagKind::list, "CONDITION",
         "only endpoints that match, such as 'prompt<=0.5' or 'supports=tools'; all conditions "
         "apply"},
    Flag{"--sort", 0, FlagKind::value, "[-]COLUMN", "sort by a column, - descending"},
    Flag{"--limit", 0, FlagKind::value, "N", "at most N endpoints, after sorting"},
    Flag{"--chart", 0, FlagKind::value, "COLUMN",
         "draw a bar chart of price, latency, throughput, uptime or any numeric column"},
    Flag{"--at-least", 0, FlagKind::value, "N", "exit 10 unless N endpoints are left"},
    Flag{"--fail-empty", 0, FlagKind::on_off, {}, "exit 10 if no endpoint is left"},
};

} // namespace mrctl::spec
