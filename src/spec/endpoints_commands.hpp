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

constexpr std::string_view list_about =
    "Token prices are per million tokens in tables, charts, Markdown and --where. Other formats "
    "give them as the service does, per token.\n\nA CONDITION is COLUMN OP VALUE. OP is = or !=; "
    "for numbers also < <= > >=; for text and lists also ~, which means 'contains', ignoring case. "
    "For "
    "a list, = means that it contains the value. A missing value matches '=null' only. Numbers may "
    "end in k (1,000) or M (1,000,000): 'context>=128k'. A status is ok, degraded or a "
    "number.\n\n--columns, --where and --sort also accept price, latency, throughput and uptime "
    "for the columns prompt, latency_p50, throughput_p50 and uptime_1d, and any other member of an "
    "endpoint by its path, such as pricing.input_cache_write.\n\n--wide shows every "
    "column, in a table that may be wider than the terminal.";

inline constexpr std::array list_examples{
    Example{"mrctl endpoints list acme/large --sort prompt", "cheapest first"},
    Example{"mrctl endpoints list acme/large --where 'prompt<=2.5' --where supports=tools",
            "endpoints under a price limit that support tools"},
    Example{"mrctl endpoints list acme/large --chart latency", "a bar chart"},
    Example{"mrctl endpoints list acme/large globex/vision --columns model,tag,context",
            "two models, selected columns"},
    Example{"mrctl endpoints list --presets presets/", "every model that the presets name"},
    Example{"mrctl endpoints list acme/large | jq -r '.endpoints[].tag'", "JSON on a pipe"},
};

inline constexpr std::array endpoints_commands{
    Command{
        .noun = "endpoints",
        .verb = "list",
        .summary = "List the endpoints of models",
        .about = list_about,
        .arguments = model_arguments,
        .flags = list_flags,
        .examples = list_examples,
        .project = ProjectUse::used,
        .prints = Prints::data,
        .format_flags = list_format_flags,
    },
    Command{
        .noun = "endpoints",
        .verb = "diff",
        .summary = "Compare two listings, or a saved listing with the service",
        .about = endpoints_diff_about,
        .arguments = listings_to_compare,
        .flags = endpoints_diff_flags,
        .examples = endpoints_diff_examples,
        .project = ProjectUse::for_service,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = comparison_is_no_response,
    },
};

} // namespace mrctl::spec
