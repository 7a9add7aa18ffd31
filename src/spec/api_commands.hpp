#pragma once

#include "mrctl/spec/command.hpp"

namespace mrctl::spec {

inline constexpr std::array<std::string_view, 5> http_methods{"GET", "POST", "PUT", "PATCH",
                                                              "DELETE"};

inline constexpr std::array api_arguments{
    Argument{.name = "METHOD", .help = "GET, POST, PUT, PATCH or DELETE", .choices = http_methods},
    Argument{.name = "PATH", .help = "path below the base URL, including the query"}};

inline constexpr std::array api_flags{
    Flag{.name = "--body",
         .member = &FlagValues::body,
         .value_name = "FILE",
         .help = "body to send unchanged; - is standard input",
         .takes = Takes::file},
    Flag{.name = "--header",
         .member = &FlagValues::header,
         .letter = 'H',
         .value_name = "NAME: VALUE",
         .help = "additional header, except the key's"},
};

inline constexpr std::array api_examples{
    Example{"mrctl api GET /models/acme/large/endpoints",
            "the whole answer, including its envelope"},
};

inline constexpr std::array api_commands{
    Command{
        .noun = "api",
        .summary = "Call any operation of the service",
        .about = "mrctl prints the answer as it is, including its envelope. The path is relative "
                 "to the base URL, so the key is sent nowhere else. Requests that change something "
                 "are sent once, unless --retries is given.",
        .arguments = api_arguments,
        .flags = api_flags,
        .examples = api_examples,
        .prints = Prints::data,
        .for_programs = Format::raw,
    },
};

} // namespace mrctl::spec
