#pragma once

#include "mrctl/spec/command.hpp"

#include <array>

namespace mrctl::spec {

inline constexpr std::array list_flags{
    Flag{.name = "--columns",
         .kind = FlagKind::value,
         .value_name = "a,b",
         .help = "columns to show; --columns help lists them",
         .takes = Takes::columns},
    Flag{.name = "--wide", .help = "show every column; same as -o wide"},
    Flag{.name = "--where",
         .kind = FlagKind::list,
         .value_name = "CONDITION",
         .help =
             "only endpoints that match, such as 'prompt<=0.5' or 'supports=tools'; all conditions "
             "apply",
         .takes = Takes::condition},
    Flag{.name = "--sort",
         .kind = FlagKind::value,
         .value_name = "[-]COLUMN",
         .help = "sort by a column, - descending",
         .takes = Takes::sort_column},
    Flag{.name = "--limit",
         .kind = FlagKind::value,
         .value_name = "N",
         .help = "at most N endpoints, after sorting"},
    Flag{.name = "--chart",
         .kind = FlagKind::value,
         .value_name = "COLUMN",
         .help = "draw a bar chart of price, latency, throughput, uptime or any numeric column",
         .takes = Takes::measure},
    Flag{.name = "--at-least",
         .kind = FlagKind::value,
         .value_name = "N",
         .help = "exit 10 unless N endpoints are left"},
    Flag{.name = "--fail-empty", .help = "exit 10 if no endpoint is left"},
};

inline constexpr std::array list_format_flags{
    FormatFlag{.flag = "--columns",
               .format = Format::table,
               .value = "help",
               .refusal = {is_raw, "prints the response unchanged, without columns"}},
    FormatFlag{.flag = "--chart", .format = Format::table},
    FormatFlag{.flag = "--wide", .format = Format::wide},
};

} // namespace mrctl::spec
