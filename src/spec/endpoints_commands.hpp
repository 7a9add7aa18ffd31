#pragma once

#include "mrctl/base/method.hpp"
#include "mrctl/spec/command.hpp"

#include "diff_flags.hpp"

#include <array>

namespace mrctl::spec {

inline constexpr std::array list_flags{
    Flag{.name = "--presets",
         .member = &FlagValues::of_presets,
         .help =
             "list every model that presets name; the arguments are their files and folders, by "
             "default those of the project file"},
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
         .help = "only endpoints that match, such as 'prompt<=0.5' or 'supports=tools'; repeat it "
                 "for more conditions, which must all hold",
         .takes = Takes::condition},
    Flag{.name = "--sort",
         .member = &FlagValues::sort,
         .value_name = "[-]COLUMN",
         .help = "sort by a column; '-' sorts in descending order",
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
    base_flag,
    set_flag,
    set_string_flag,
    set_json_flag,
    unset_flag,
    project_flag,
    target_flag,
};

inline constexpr std::array list_format_flags{
    FormatFlag{.flag = &FlagValues::columns,
               .format = Format::table,
               .value = "help",
               .refusal = {is_raw, "prints the response unchanged, without columns"}},
    FormatFlag{.flag = &FlagValues::chart, .format = Format::table},
    FormatFlag{.flag = &FlagValues::wide, .format = Format::wide},
    FormatFlag{.flag = &FlagValues::columns, .format = Format::table},
};

inline constexpr std::array model_arguments{
    Argument{.name = "MODEL",
             .arity = Arity::at_least_one,
             .help = "author/slug, including variants such as acme/large:free; with --presets a "
                     "file or folder",
             .is_optional = true,
             .takes = Takes::model}};

inline constexpr std::array endpoints_commands{
    Command{
        .noun = "endpoints",
        .verb = "list",
        .summary = "List the endpoints of models",
        .arguments = model_arguments,
        .flags = list_flags,
        .project = ProjectUse::used,
        .prints = Prints::data,
        .format_flags = list_format_flags,
    },
    Command{
        .noun = "endpoints",
        .verb = "diff",
        .summary = "Compare two listings, or a saved listing with the service",
        .arguments = listings_to_compare,
        .flags = endpoints_diff_flags,
        .project = ProjectUse::for_service,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = comparison_is_no_response,
    },
};

} // namespace mrctl::spec
