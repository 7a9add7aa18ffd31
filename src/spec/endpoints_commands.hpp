#pragma once

#include "mrctl/spec/command.hpp"

#include "diff_flags.hpp"
#include "list_flags.hpp"

namespace mrctl::spec {

inline constexpr std::array model_arguments{
    Argument{.name = "MODEL",
             .arity = Arity::at_least_one,
             .help = "author/slug, including variants such as acme/large:free",
             .is_optional = true,
             .takes = Takes::model}};

inline constexpr std::string_view list_about =
    "Token prices are per million tokens in tables, charts, Markdown and --where. Other formats "
    "give them as the service does, per token.\n\nA CONDITION is COLUMN OP VALUE. OP is = or !=; "
    "for numbers also < <= > >=; for text and lists also ~, which means contains, in any case. For "
    "a list, = means that it contains the value. A missing value matches '=null' only. Numbers may "
    "end in k (1,000) or M (1,000,000): 'context>=128k'. A status is ok, degraded or a "
    "number.\n\n--sort also accepts price, latency, throughput and uptime for the columns prompt, "
    "latency_p50, throughput_p50 and uptime_1d.\n\n--wide shows every column. If they do not fit "
    "the terminal, each endpoint is shown as a card.";

inline constexpr std::array list_examples{
    Example{"mrctl endpoints list acme/large --sort prompt", "cheapest first"},
    Example{"mrctl endpoints list acme/large --where 'prompt<=2.5' --where supports=tools",
            "endpoints under a price limit that support tools"},
    Example{"mrctl endpoints list acme/large --chart latency", "a bar chart"},
    Example{"mrctl endpoints list acme/large globex/vision --columns model,tag,context",
            "two models, selected columns"},
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
        .prints = Prints::data,
        .format_flags = list_format_flags,
    },
    Command{
        .noun = "endpoints",
        .verb = "diff",
        .summary = "Show what changed between two listings, or since one",
        .about = endpoints_diff_about,
        .arguments = listings_to_compare,
        .flags = endpoints_diff_flags,
        .examples = endpoints_diff_examples,
        .prints = Prints::judgement,
        .findings = HasFindings::yes,
        .refusal = comparison_is_no_response,
    },
};

} // namespace mrctl::spec
