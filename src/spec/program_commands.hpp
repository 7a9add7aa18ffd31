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

inline constexpr std::string_view help_about =
    "A TOPIC is a command such as 'preset create', a group of commands such as 'preset', or a "
    "topic "
    "such as gates; 'mrctl help' lists them.\n\nIt may also be any word that mrctl shows:\n"
    "  provider.only      a field of a body, or a member of it\n"
    "  --assume           a flag\n"
    "  temperature.range  the rule of a problem\n"
    "  default_target     a setting, or a key of mrctl.toml\n"
    "  price-up           a kind of change, a column, a gate, a check, a format\n"
    "  10                 an exit code\n"
    "  orphan             a word of a result or a document\n\n--json, the same as -o "
    "json, prints a description for programs: of everything, or of the command or topic. "
    "Each command has its arguments, flags and examples; each flag has its value, its choices and, "
    "if it sets a field of the body, the path of that field. Members keep their names and "
    "meanings; later versions may add more.";

inline constexpr Refusal help_is_no_response{is_raw, "prints a response, but help has none"};

inline constexpr Refusal schema_is_one_document{is_of_records,
                                                "is for records, but a schema is one document",
                                                "-o json, yaml and raw print it"};

inline constexpr std::array version_flags{
    Flag{.name = "--build",
         .member = &FlagValues::build,
         .help = "also show what a bug report needs: commit, libraries, paths"}};

inline constexpr std::array schema_examples{
    Example{"mrctl schema > request.schema.json", "for an editor that checks bodies as you type"},
    Example{"mrctl schema endpoints | jq '.properties | keys'", "members of an answer"},
    Example{"mrctl schema endpoints-diff > diff.schema.json",
            "for a script that reads what 'mrctl endpoints diff -o json' prints"},
};

inline constexpr std::array completion_examples{
    Example{"mrctl completion bash > ~/.local/share/bash-completion/completions/mrctl",
            "bash with the package bash-completion; effective in new shells"},
    Example{"source <(mrctl completion bash)",
            "bash without that package: add this line to ~/.bashrc"},
    Example{"mrctl completion zsh > ~/.zfunc/_mrctl",
            "zsh; ~/.zshrc needs 'fpath+=(~/.zfunc)' before 'compinit'"},
    Example{"mrctl completion fish > ~/.config/fish/completions/mrctl.fish",
            "fish; effective at once"},
};

inline constexpr std::array help_examples{
    Example{"mrctl help preset create", "the same as 'mrctl preset create --help'"},
    Example{"mrctl help exit-codes", "a topic"},
    Example{"mrctl help temperature.range", "a word: the rule of a problem"},
    Example{"mrctl help --json | jq -r '.commands[].name'",
            "the names of all commands, for a program"},
};

inline constexpr std::array version_examples{
    Example{"mrctl version -o json | jq -r .version", "for a script"},
    Example{"mrctl version --build", "for a bug report"},
};

inline constexpr std::array program_commands{
    Command{
        .noun = "schema",
        .summary = "Print a JSON Schema: body, answer, result or project file",
        .about = "request is the schema of a body: it rejects what mrctl rejects and accepts what "
                 "mrctl only warns about. preset, endpoints and credential describe answers of the "
                 "service, project describes mrctl.toml, error describes the errors of "
                 "--error-format json, notes its warnings and notes, and each of the others what "
                 "the command of that name prints with -o json.",
        .arguments = schema_argument,
        .examples = schema_examples,
        .settings = SettingsUse::unused,
        .prints = Prints::text,
        .refusal = schema_is_one_document,
    },
    Command{
        .noun = "completion",
        .summary = "Print a completion script for a shell",
        .about = "The script asks mrctl, which must be in PATH, and never uses the network. It "
                 "completes commands, flags and their values, columns, settings, profiles, slugs "
                 "of presets, models and tags of --listing files, and files.\n\nPackages install "
                 "the scripts. Without a package, write the script "
                 "for your shell to the file that the examples show; create its folder first.",
        .arguments = shell_argument,
        .examples = completion_examples,
        .settings = SettingsUse::unused,
    },
    Command{
        .noun = "help",
        .summary = "Show help on a command, topic or word",
        .about = help_about,
        .arguments = topic_argument,
        .examples = help_examples,
        .settings = SettingsUse::unused,
        .prints = Prints::text,
        .refusal = help_is_no_response,
    },
    Command{
        .noun = "version",
        .summary = "Show the version",
        .flags = version_flags,
        .examples = version_examples,
        .settings = SettingsUse::unused,
        .prints = Prints::text,
        .refusal = no_response,
    },
};

} // namespace mrctl::spec
