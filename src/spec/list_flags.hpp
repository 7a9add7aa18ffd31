#pragma once

#include "mrctl/spec/command.hpp"

#include <array>

namespace mrctl::spec {

inline constexpr std::array list_flags{
    Flag{.name = "--columns",
         .member = &FlagValues::columns,
         .value_name = "a,b",
         .help = "columns to show; --columns help lists them",
         .takes = Takes::columns},
    Flag{.name = "--wide",
         .member = &FlagValues::wide,
         .help = "show every column; same as -o wide"},
    Flag{.name = "--where",
         .member = &FlagValues::where,
         .value_name = "CONDITION",
         .help =
             "only endpoints that match, such as 'prompt<=0.5' or 'supports=tools'; all conditions "
             "apply",
         .takes = Takes::condition},
    Flag{.name = "--sort",
         .member = &FlagValues::sort,
         .value_name = "[-]COLUMN",
         .help = "sort by a column, - descending",
         .takes = Takes::sort_column},
    Flag{.name = "--limit",
         .member = &FlagValues::limit,
         .value_name = "N",
         .help = "at most N endpoints, after sorting",
         .least = 1},
    Flag{.name = "--chart",
         .member = &FlagValues::chart,
         .value_name = "COLUMN",
         .help = "draw a bar chart of price, latency, throughput, uptime or any numeric column",
         .takes = Takes::measure},
    Flag{.name = "--at-least",
         .member = &FlagValues::at_least,
         .value_name = "N",
         .help = "exit 10 unless N endpoints are left"},
    Flag{.name = "--fail-empty",
         .member = &FlagValues::fail_empty,
         .help = "exit 10 if no endpoint is left"},
};

inline constexpr std::array list_format_flags{
    FormatFlag{.flag = &FlagValues::columns,
               .format = Format::table,
               .value = "help",
               .refusal = {is_raw, "prints the response unchanged, without columns"}},
    FormatFlag{.flag = &FlagValues::chart, .format = Format::table},
    FormatFlag{.flag = &FlagValues::wide, .format = Format::wide},
};

} // namespace mrctl::spec
