#pragma once

#include "mrctl/spec/command.hpp"

namespace mrctl::spec {

// What the long help of commands says. In an `about`, a line is a paragraph, empty lines part them,
// and lines that begin with two spaces are rows: "  NAME  what it means".

inline constexpr std::string_view create_about =
    "The body comes from --body; the flags of the fields go over it, then --system and "
    "--message, then --set, --set-string, --set-json and --unset in the order given. Each "
    "call makes a new version, which is live at once.\n"
    "\n"
    "Messages are required by the service but not kept, except for the text of system and "
    "developer messages; where there are none, one placeholder is added.\n"
    "\n"
    "The flag of an object takes JSON, @FILE, or @- for standard input. A flag that is not "
    "given leaves its field out; null is sent as null.";

inline constexpr std::string_view lint_about =
    "The rules are those of preset create. A folder stands for the *.json, *.yaml and "
    "*.yml files in it and in the folders below; names that begin with '.' or '_' are left "
    "out. Links to files are followed, links to folders are not. A file is checked once.\n"
    "\n"
    "The report goes to standard output, as text on a terminal and on a pipe; --output chooses "
    "another form, and -o name prints the files that have problems. With --error-format json or "
    "github, standard error has the problems as well, in that form.\n"
    "\n"
    "Exit codes: 0 no errors, 2 errors, unreadable files included, 10 only warnings "
    "and --strict.";

inline constexpr std::string_view plan_about =
    "Each file is one preset: support.yaml is the preset support. Folders are searched as preset "
    "lint searches them. A body is the file's top-level members over those of --base, then --set, "
    "--set-string, --set-json and --unset; what a preset does not keep is left out. Every body is "
    "checked, and all problems of all files are shown.\n"
    "\n"
    "The plan compares each body with the one that preset apply sent last, which it finds in the "
    "folder .mrctl beside the presets. It needs the base URL of the service, but no key, and sends "
    "nothing.\n"
    "\n"
    "  create     nothing was applied yet\n"
    "  update     another body was applied last\n"
    "  retry      the answer to the last request was lost\n"
    "  unchanged  as last applied from here\n"
    "  orphan     applied once, and its file is gone: the preset is still live\n"
    "\n"
    "Exit codes: 0 the plan is made, 2 something is wrong with a file or a record, 10 "
    "--fail-changed "
    "and something would be sent, or --strict and there are warnings.";

inline constexpr std::string_view explain_about =
    "Each endpoint of the models that a preset names is eligible, excluded or unknown. Unknown "
    "means that a listing does not show what decides: it is never counted as eligible. Every "
    "reason names the member that asks, its place, and what the endpoint offers. 'mrctl help "
    "routing' has the rules.\n"
    "\n"
    "The endpoints come from the service, one request for each model, or from the files of "
    "--listing, which needs no network.\n"
    "\n"
    "--at-least, --max-cost and --require are for CI: exit code 10, after the result, where one "
    "does not hold. A condition that finds nothing to check does not hold either.";

inline constexpr std::string_view list_about =
    "Prices of tokens are for a million of them in tables, charts, Markdown and --where, and as "
    "the service gives them elsewhere: for one.\n"
    "\n"
    "A CONDITION is COLUMN OP VALUE. OP is = or !=; with numbers also < <= > >=; with text "
    "and lists also ~, contains in any case. Of a list, = asks whether it holds the value. A "
    "value that is not there meets '=null' and nothing else. Numbers may end in k (1,000) or M "
    "(1,000,000): 'context>=128k'. A status is ok, degraded or a number.\n"
    "\n"
    "--sort also takes price, latency, throughput and uptime: the columns prompt, latency_p50, "
    "throughput_p50 and uptime_1d.\n"
    "\n"
    "--wide shows every column. If they do not fit the terminal, each endpoint becomes a card.";

inline constexpr std::string_view emulator_about =
    "Prints variables for eval: MRCTL_BASE_URL, MRCTL_API_KEY, MRCTL_STATE and "
    "MRCTL_EMULATOR_PID. Then it "
    "runs until you interrupt or kill it, even after the shell exits. docs/emulator.md "
    "has the "
    "rules of --fault, and says what was chosen where the service's specification is silent.\n"
    "\n"
    "Models:\n"
    "  acme/tiny           two endpoints\n"
    "  acme/large          eight, with variants, tiers and nulls\n"
    "  acme/large:free     none\n"
    "  globex/vision       text and images\n"
    "  initech/coder       for programs\n"
    "  ~acme/large-latest  the newest of a family\n"
    "  hooli/relay         regions, quantizations and tiers\n"
    "\n"
    "Credentials:\n"
    "  11111111-1111-4111-8111-111111111111  plain\n"
    "  22222222-2222-4222-8222-222222222222  disabled\n"
    "  33333333-3333-4333-8333-333333333333  a fallback\n"
    "  44444444-4444-4444-8444-444444444444  restricted lists\n"
    "  55555555-5555-4555-8555-555555555555  no name, and a label that is not masked\n"
    "\n"
    "Keys:\n"
    "  sk-mgmt-emulator-0000000000000000   may manage\n"
    "  sk-infer-emulator-0000000000000000  may only infer";

inline constexpr std::string_view exec_about =
    "The command gets the address and the management key of an emulator that lives as long as it "
    "does. mrctl ends with the exit code of the command. 'mrctl emulator serve --help' lists the "
    "models, credentials and keys.";

inline constexpr std::string_view help_about =
    "A TOPIC is a command, such as 'preset create', the first word of several, or one of "
    "environment, exit-codes, output, auth, automation and routing.\n"
    "\n"
    "With --json, which is -o json, it is a description for programs: of everything, or of the "
    "command or topic that is named. Each command has its arguments, flags and examples; each flag "
    "its value, choices and, where it stands for a field of the body, the path of that field. "
    "Members keep their names and meanings; there may be more of them one day.";

inline constexpr std::array create_examples{
    Example{"mrctl preset create support --model acme/large --temperature 0.2 --system 'Answer "
            "briefly.'",
            "from flags"},
    Example{"mrctl preset create support --body presets/support.yaml --set provider.sort=price",
            "from a file, with one change"},
    Example{"mrctl preset create support --body presets/support.yaml --dry-run | jq .",
            "look before sending"},
};
inline constexpr std::string_view apply_about =
    "Makes the plan that preset plan shows, asks on a terminal, and sends each preset that "
    "changed, "
    "several at once (--jobs). What was sent is recorded in the folder .mrctl beside the presets: "
    "commit it. Nothing is sent if a body of any file is wrong.\n"
    "\n"
    "If an answer is lost, or mrctl is killed, the record says so, and the next apply sends the "
    "preset again and tells by the version whether the lost request had arrived. Ctrl-C starts no "
    "new requests and waits for those on the way; a second one gives them up.";
inline constexpr std::array apply_examples{
    Example{"mrctl preset apply presets/", "show the plan, ask, and send what changed"},
    Example{"mrctl preset apply presets/ --yes", "in CI"},
    Example{"mrctl preset apply presets/ --yes --jobs 32 -o jsonl",
            "many presets, a line as each is known"},
};
inline constexpr std::array plan_examples{
    Example{"mrctl preset plan presets/", "what an apply would send"},
    Example{"mrctl preset plan presets/ --fail-changed", "in CI: is everything applied?"},
    Example{"mrctl preset plan presets/ --base environments/_staging.yaml --slug-prefix staging- "
            "--target staging",
            "the same presets for another environment"},
    Example{"mrctl preset plan presets/ -o json | jq -r '.presets[] | select(.action == "
            "\"update\") | .slug'",
            "which presets would get a new version"},
};
inline constexpr std::array lint_examples{
    Example{"mrctl preset lint presets/", "every body of a folder"},
    Example{"mrctl preset lint --strict --error-format github presets/",
            "in CI: warnings count, and each problem stands at its line of the change"},
    Example{"mrctl preset lint presets/ -o json | jq -r '.problems[] | \"\\(.file) \\(.rule)\"'",
            "which rules which files break"},
};
inline constexpr std::array explain_examples{
    Example{"mrctl preset explain presets/support.yaml", "why an endpoint is not reached"},
    Example{"mrctl preset explain --model acme/large --provider-sort price --prompt-tokens 2000 "
            "--completion-tokens 500",
            "without a file: the cheapest first, with the cost of a request"},
    Example{"mrctl preset explain presets/ --listing endpoints.json --at-least 2",
            "in CI, without a network: two endpoints for every preset, or exit 10"},
    Example{"mrctl preset explain presets/support.yaml --why acme/fp8",
            "all checks of one endpoint"},
};
inline constexpr std::array list_examples{
    Example{"mrctl endpoints list acme/large --sort prompt", "cheapest first"},
    Example{"mrctl endpoints list acme/large --where 'prompt<=2.5' --where supports=tools",
            "those that may be used"},
    Example{"mrctl endpoints list acme/large --chart latency", "a picture"},
    Example{"mrctl endpoints list acme/large globex/vision --columns model,tag,context",
            "two models, three columns"},
    Example{"mrctl endpoints list acme/large | jq -r '.endpoints[].tag'", "JSON on a pipe"},
};
inline constexpr std::array get_examples{
    Example{"mrctl byok get 11111111-1111-4111-8111-111111111111", "a card"},
};
inline constexpr std::array api_examples{
    Example{"mrctl api GET /models/acme/large/endpoints", "the answer as it is, envelope included"},
};
inline constexpr std::array login_examples{
    Example{"mrctl auth login", "asks for the key without showing it"},
    Example{"pass show router/management | mrctl auth login", "from a password manager"},
};
inline constexpr std::array status_examples{
    Example{"mrctl auth status --profile work", "whether a deployment would get through"},
};
inline constexpr std::array logout_examples{
    Example{"mrctl auth logout --base-url https://router.example/api/v1",
            "the key for one host; without it, all keys of the profile"},
};
inline constexpr std::array settings_examples{
    Example{"mrctl config list --show-origin", "why it does what it does"},
};
inline constexpr std::array config_get_examples{
    Example{"mrctl config get base_url", "the value that holds now; exit 10 where there is none"},
};
inline constexpr std::array unset_examples{
    Example{"mrctl config unset proxy --profile work", "the default holds again"},
};
inline constexpr std::array path_examples{
    Example{"\"$EDITOR\" \"$(mrctl config path)\"", "edit the file by hand"},
};
inline constexpr std::array set_examples{
    Example{"mrctl config set base_url https://router.example/api/v1", "one value"},
    Example{"mrctl config set credential_command pass show router/management", "a list"},
};
inline constexpr std::array serve_examples{
    Example{"eval \"$(mrctl emulator serve --listen 127.0.0.1:0 &)\"",
            "in the background; exec is simpler for most"},
};
inline constexpr std::array exec_examples{
    Example{"mrctl emulator exec -- mrctl endpoints list acme/large",
            "one command against a fresh service"},
};
inline constexpr std::array help_examples{
    Example{"mrctl help preset create", "as 'mrctl preset create --help'"},
    Example{"mrctl help exit-codes", "a topic"},
    Example{"mrctl help --json | jq -r '.commands[].name'", "what there is, for a program"},
};
inline constexpr std::array version_examples{
    Example{"mrctl version -o json | jq -r .version", "for a script"},
};
inline constexpr std::array completion_examples{
    Example{"mrctl completion bash > ~/.local/share/bash-completion/completions/mrctl",
            "bash, where the package bash-completion is there; from the next shell on"},
    Example{"source <(mrctl completion bash)", "bash without it: a line for ~/.bashrc"},
    Example{"mrctl completion zsh > ~/.zfunc/_mrctl",
            "zsh, where ~/.zshrc has 'fpath+=(~/.zfunc)' before 'compinit'"},
    Example{"mrctl completion fish > ~/.config/fish/completions/mrctl.fish",
            "fish; at once, in every shell"},
};
inline constexpr std::array schema_examples{
    Example{"mrctl schema > request.schema.json", "for an editor that checks bodies while typing"},
    Example{"mrctl schema endpoints | jq '.properties | keys'", "what an answer may hold"},
};

} // namespace mrctl::spec
