#pragma once

#include "mrctl/spec/command.hpp"

#include "preset_flags.hpp"

#include <array>

namespace mrctl::spec {

// What `endpoints diff` takes: its arguments, flags and texts.

inline constexpr std::array listings_to_compare{
    Argument{.name = "BEFORE",
             .help = "listing that 'endpoints list -o json' or -o raw wrote; - is standard input",
             .takes = Takes::file},
    Argument{.name = "AFTER",
             .help = "later listing; without it, the models of BEFORE are listed now",
             .is_optional = true,
             .takes = Takes::file}};

inline constexpr Refusal comparison_is_no_response{
    is_raw, "prints the service's response, but a comparison has none", "-o json has every change"};

inline constexpr std::array endpoints_diff_flags{
    Flag{.name = "--fail-on",
         .member = &FlagValues::fail_on,
         .value_name = "KIND,...",
         .help = "exit 10 if there is a change of these kinds; 'any' means every kind, 'worse' "
                 "those with *",
         .takes = Takes::endpoint_changes},
    Flag{.name = "--statistics",
         .member = &FlagValues::statistics,
         .help = "compare latency, throughput and uptime as well"},
    Flag{.name = "--presets",
         .member = &FlagValues::presets,
         .value_name = "FILE",
         .help =
             "preset file or folder; show how many endpoints each preset could reach before, and "
             "can reach now",
         .takes = Takes::preset_file},
    Flag{.name = "--save",
         .member = &FlagValues::save,
         .value_name = "FILE",
         .help = "write the live listing to FILE, which may be BEFORE, after the comparison is "
                 "printed",
         .takes = Takes::file},
    base_flag,
    set_flag,
    set_string_flag,
    set_json_flag,
    unset_flag,
    project_flag,
    target_flag,
    known_flag,
    assume_flag,
};

inline constexpr std::string_view endpoints_diff_about =
    "Endpoints are matched by model and tag, or by the provider's name without a tag. In text, "
    "'!' marks changes for the worse. Percentages are rounded to two decimals.\n"
    "\n"
    "Kinds of changes, in the order in which they are listed for each endpoint; * is worse:\n"
    "  added, removed*                      the endpoint itself\n"
    "  price-up*, price-down                any price, also one that depends on the request\n"
    "  price-known, price-unknown*          a price was missing, varied, or was not a number\n"
    "  price-other                          any other member of pricing, such as discount\n"
    "  context-up, context-down*            length of the context\n"
    "  max-output-up, max-output-down*      maximum tokens of an answer\n"
    "  quantization-up, quantization-down*  more or fewer bits\n"
    "  quantization*                        same or unknown number of bits\n"
    "  parameter-added, parameter-removed*  one change for each parameter\n"
    "  status-better, status-worse*         nearer to 0, or farther; unknown is worse\n"
    "  provider-name, caching               any difference\n"
    "  latency, throughput, uptime          only with --statistics\n"
    "  lost*                                only with --presets: a preset lost an endpoint\n"
    "\n"
    "Without AFTER, a model that the service no longer knows has lost all its endpoints. If a "
    "listing fails for another reason, mrctl prints no result and exits with the code of that "
    "failure.\n"
    "\n"
    "--fail-on is for CI: mrctl prints the result and exits with code 10, also if there are no "
    "endpoints to compare. --save accepts the changes, whether or not --fail-on is met: it "
    "replaces FILE completely or not at all, and keeps it if a listing failed.";

inline constexpr std::array endpoints_diff_examples{
    Example{"mrctl endpoints diff endpoints.json", "what changed since the file was written"},
    Example{"mrctl endpoints diff monday.json tuesday.json --fail-on worse",
            "two files, without a network; exit 10 if something is worse"},
    Example{"mrctl endpoints diff endpoints.json --presets presets/",
            "what the changes mean for presets"},
    Example{"mrctl endpoints diff endpoints.json --save endpoints.json",
            "show the changes and accept them"},
};

} // namespace mrctl::spec
