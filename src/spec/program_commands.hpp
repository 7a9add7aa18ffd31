#pragma once

#include "mrctl/spec/command.hpp"

namespace mrctl::spec {

// Commands about the program itself.
inline constexpr auto schema_names = std::to_array<std::string_view>(
    {"request", "preset", "endpoints", "credential", "project", "lint", "render",         "plan",
     "apply",   "check",  "explain",   "drill",      "state",   "pull", "endpoints-diff", "init",
     "adopt",   "forget", "login",     "config",     "error",   "notes"});

inline constexpr std::array schema_argument{
    Argument{.name = "SCHEMA",
             .help = "schema to print; the default is request",
             .is_optional = true,
             .choices = schema_names}};

inline constexpr std::array<std::string_view, 3> shell_names{"bash", "zsh", "fish"};

inline constexpr std::array shell_argument{
    Argument{.name = "SHELL", .help = "bash, zsh or fish", .choices = shell_names}};

inline constexpr std::array topic_argument{Argument{.name = "TOPIC",
                                                    .arity = Arity::at_least_one,
                                                    .help = "command, topic or word to explain",
                                                    .is_optional = true,
                                                    .takes = Takes::subject}};

inline constexpr Refusal help_is_no_response{is_raw, "prints a response, but help has none"};

inline constexpr Refusal schema_is_one_document{is_of_records,
                                                "is for records, but a schema is one document",
                                                "-o json, yaml and raw print it"};

inline constexpr std::array version_flags{
    Flag{.name = "--build",
         .member = &FlagValues::build,
         .help = "also show what a bug report needs: commit, libraries, paths"}};

inline constexpr std::array program_commands{
    Command{
        .noun = "schema",
        .summary = "Print a JSON Schema: body, answer, result or project file",
        .arguments = schema_argument,
        .settings = SettingsUse::unused,
        .prints = Prints::text,
        .refusal = schema_is_one_document,
    },
    Command{
        .noun = "completion",
        .summary = "Print a completion script for a shell",
        .arguments = shell_argument,
        .settings = SettingsUse::unused,
    },
    Command{
        .noun = "help",
        .summary = "Show help on a command, topic or word",
        .arguments = topic_argument,
        .settings = SettingsUse::unused,
        .prints = Prints::text,
        .refusal = help_is_no_response,
    },
    Command{
        .noun = "version",
        .summary = "Show the version",
        .flags = version_flags,
        .settings = SettingsUse::unused,
        .prints = Prints::text,
        .refusal = no_response,
    },
};

} // namespace mrctl::spec
