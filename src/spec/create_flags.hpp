#pragma once

#include "mrctl/spec/command.hpp"
#include "mrctl/spec/setting.hpp"

#include "preset_flags.hpp"

#include <array>

namespace mrctl::spec {

inline constexpr std::array create_flags{
    Flag{.name = "--body",
         .member = &FlagValues::body,
         .value_name = "FILE",
         .help = "JSON or YAML body to start from; - is standard input",
         .takes = Takes::file},
    system_flag,
    message_flag,
    Flag{.name = "--set",
         .member = BodyFlag::set,
         .value_name = "PATH=VALUE",
         .help = "set a member: true, false, null, a number, else text",
         .takes = Takes::member_value},
    Flag{.name = "--set-string",
         .member = BodyFlag::set_string,
         .value_name = "PATH=TEXT",
         .help = "set a member to text",
         .takes = Takes::member_value},
    Flag{.name = "--set-json",
         .member = BodyFlag::set_json,
         .value_name = "PATH=JSON",
         .help = "set a member to JSON or @FILE",
         .takes = Takes::member_json},
    Flag{.name = "--unset",
         .member = BodyFlag::unset,
         .value_name = "PATH",
         .help = "remove a member",
         .takes = Takes::member},
    Flag{.name = "--dry-run",
         .member = &FlagValues::dry_run,
         .help = "print the body, send nothing"},
    Flag{.name = "--print-curl",
         .member = &FlagValues::print_curl,
         .help = "print an equivalent curl command, send nothing"},
    flag_of(setting_of(&SettingValues::strip)),
    Flag{.name = "--strict",
         .member = &FlagValues::strict,
         .help = "treat warnings as errors; exit 10 if something was not kept"},
    allow_unknown_flag,
    Flag{.name = "--no-validate",
         .member = &FlagValues::no_validate,
         .help = "do not check the body"},
};

} // namespace mrctl::spec
