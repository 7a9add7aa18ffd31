#pragma once

#include "mrctl/spec/command.hpp"

#include "preset_flags.hpp"

#include <array>

namespace mrctl::spec {

// The commands that compare: their arguments, flags and texts.

inline constexpr std::array listings_to_compare{
    Argument{.name = "BEFORE",
             .help = "listing that 'endpoints list -o json' or -o raw wrote; - is standard input",
             .is_path = true},
    Argument{.name = "AFTER",
             .help = "later listing; without it, the models of BEFORE are listed now",
             .is_optional = true,
             .is_path = true}};

inline constexpr std::array credentials_to_compare{
    Argument{.name = "BEFORE",
             .help = "credentials that 'byok get -o json' wrote; - is standard input",
             .is_path = true},
    Argument{.name = "AFTER",
             .help = "later credentials; without it, those of BEFORE are read now",
             .is_optional = true,
             .is_path = true}};

inline constexpr Flag fail_on_flag{
    .name = "--fail-on",
    .kind = FlagKind::list,
    .value_name = "KIND,...",
    .help = "exit 10 if there is a change of these kinds, of any, or of those that are worse"};

inline constexpr std::array endpoints_diff_flags{
    fail_on_flag,
    Flag{.name = "--statistics", .help = "compare latency, throughput and uptime as well"},
    Flag{.name = "--presets",
         .kind = FlagKind::list,
         .value_name = "FILE",
         .help = "preset file or folder: how many endpoints each could reach, and can reach now"},
    base_flag,
};

inline constexpr std::array byok_diff_flags{fail_on_flag};

inline constexpr std::string_view endpoints_diff_about =
    "An endpoint is known by its model and its tag. If nothing changed, nothing is printed. In "
    "text, '!' marks what is worse, and percentages without an end are rounded; JSON has 12 "
    "decimals of those.\n"
    "\n"
    "Kinds of changes, in the order in which those of one endpoint stand; * is worse:\n"
    "  added, removed*                      the endpoint itself\n"
    "  price-up*, price-down                prices of prompts, completions, requests and images\n"
    "  price-known, price-unknown*          a price was missing, varied, or was not a number\n"
    "  context-up, context-down*            length of the context\n"
    "  max-output-up, max-output-down*      maximum tokens of an answer\n"
    "  quantization*                        quantization of the weights\n"
    "  parameter-added, parameter-removed*  one change for each parameter\n"
    "  status, provider-name, caching       any difference\n"
    "  latency, throughput, uptime          only with --statistics\n"
    "\n"
    "Without AFTER, a model that the service no longer knows has lost all its endpoints. If "
    "a listing fails otherwise, there is no result, and the exit code is that of the failure.\n"
    "\n"
    "--fail-on is for CI: exit code 10, after the result, also if there are no endpoints to "
    "compare.";

inline constexpr std::string_view byok_diff_about =
    "A credential is known by its id; labels are masked. The order of lists does not matter. If "
    "nothing changed, nothing is printed.\n"
    "\n"
    "Kinds of changes, in the order in which those of one credential stand; * is worse:\n"
    "  added, removed*            the credential itself\n"
    "  label                      the key was rotated\n"
    "  disabled*, enabled         whether it is switched off\n"
    "  restriction*               which models, users and keys it allows\n"
    "  workspace, provider, name  any difference\n"
    "  order, fallback            any difference\n"
    "  other                      any other member\n"
    "\n"
    "Without AFTER, a credential that the service no longer knows is removed.";

inline constexpr std::array endpoints_diff_examples{
    Example{"mrctl endpoints diff endpoints.json", "what changed since the file was written"},
    Example{"mrctl endpoints diff monday.json tuesday.json --fail-on worse",
            "two files, without a network; exit 10 if something is worse"},
    Example{"mrctl endpoints diff endpoints.json --presets presets/",
            "what the changes mean for presets"},
};

inline constexpr std::array byok_diff_examples{
    Example{"mrctl byok diff credentials.json --fail-on worse,label",
            "in CI: has a key been rotated, disabled or restricted?"},
};

} // namespace mrctl::spec
