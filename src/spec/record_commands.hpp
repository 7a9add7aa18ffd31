#pragma once

#include "mrctl/spec/command.hpp"

#include <array>
#include <string_view>

// What the rows of preset state, forget, adopt and pull hold.
namespace mrctl::spec {

inline constexpr std::array adopted_paths{Argument{.name = "PATH",
                                                   .arity = Arity::at_least_one,
                                                   .help = "preset file, or folder of preset files",
                                                   .takes = Takes::preset_file}};

inline constexpr std::array state_paths{Argument{
    .name = "PATH",
    .arity = Arity::at_least_one,
    .help = "preset file, or folder of preset files; the default is the presets of the project "
            "file, else the current folder",
    .is_optional = true,
    .takes = Takes::preset_file}};

inline constexpr std::array slugs_to_forget{Argument{.name = "SLUG",
                                                     .arity = Arity::at_least_one,
                                                     .help = "slug of a preset that was applied",
                                                     .takes = Takes::slug}};

inline constexpr std::array live_slugs{Argument{.name = "SLUG",
                                                .arity = Arity::at_least_one,
                                                .help = "slug of a preset that is live",
                                                .takes = Takes::slug}};

inline constexpr std::array live_slug{
    Argument{.name = "SLUG", .help = "slug of a preset that is live", .takes = Takes::slug}};

inline constexpr Flag record_columns_flag{
    .name = "--columns",
    .member = &FlagValues::columns,
    .value_name = "a,b",
    .help = "columns to show: names of members, nested ones with a dot"};

inline constexpr std::array record_list_flags{record_columns_flag,
                                              Flag{.name = "--limit",
                                                   .member = &FlagValues::limit,
                                                   .value_name = "N",
                                                   .help = "at most N records",
                                                   .least = 1}};

inline constexpr std::array preset_get_flags{record_columns_flag,
                                             Flag{.name = "--version",
                                                  .member = &FlagValues::known_version,
                                                  .value_name = "N",
                                                  .help = "show this version; for one preset only",
                                                  .least = 1}};

inline constexpr std::array columns_format{
    FormatFlag{.flag = &FlagValues::columns, .format = Format::table}};

} // namespace mrctl::spec
