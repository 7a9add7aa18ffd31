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

} // namespace mrctl::spec
