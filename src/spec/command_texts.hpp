#pragma once

#include "mrctl/spec/command.hpp"

namespace mrctl::spec {

// The long help of commands. In an `about`, each line is a paragraph, paragraphs are separated by
// empty lines, and lines that begin with two spaces are rows: "  NAME  what it means".

inline constexpr std::string_view create_about =
    "The body comes from --body. Field flags override it, then --system and --message, then --set, "
    "--set-string, --set-json and --unset in the order given. Each call creates a new version, "
    "which is live at once.\n\nThe service requires messages but keeps only the text of system and "
    "developer messages. If a body has no messages, mrctl adds a placeholder.\n\nThe flag for an "
    "object takes JSON, @FILE, or @- for standard input. A field without a flag is left out; null "
    "is sent as null.";

inline constexpr std::string_view lint_about =
    "The rules are those of preset create. In a folder, mrctl checks the *.json, *.yaml and *.yml "
    "files, also in subfolders, and skips names that begin with '.' or '_'. It follows links to "
    "files, not to folders, and checks each file once.\n\nThe report goes to standard output as "
    "text, also on a pipe. --output chooses another format; -o name prints the files that have "
    "problems. With --error-format json or github, the problems also go to standard error in that "
    "format.\n\nExit codes: 0 no errors; 2 errors, including unreadable files; 10 only warnings, "
    "with --strict.";

inline constexpr std::string_view plan_about =
    "Each file is one preset: support.yaml is the preset support. Folders are searched as in "
    "preset lint. The top-level members of the file override those of --base; --set, --set-string, "
    "--set-json and --unset override both. mrctl removes what a preset does not keep, checks every "
    "body and shows all problems of all files.\n\nThe plan compares each body with the one that "
    "preset apply sent last, recorded in the folder .mrctl beside the presets. It needs the base "
    "URL of the service but no key, and sends nothing.\n\n  create     not applied yet\n  update   "
    "  the body differs from the one last applied\n  retry      the answer to the last request was "
    "lost\n  unchanged  the body is the one last applied from here\n  orphan     applied before, "
    "but its file is gone; the preset is still live\n\nExit codes: 0 success; 2 a file or a state "
    "file is invalid; 10 something would be sent, with --fail-changed, or there are warnings, with "
    "--strict.";

inline constexpr std::string_view explain_about =
    "Each endpoint of the models that a preset names is eligible, excluded or unknown. Unknown "
    "means that the listing does not show enough to decide; it never counts as eligible. Every "
    "reason names the member that asks for it, its place, and what the endpoint offers. 'mrctl "
    "help routing' explains the rules.\n\nThe endpoints come from the service, with one request "
    "for each model, or from --listing files, which need no network.\n\n--at-least, --max-cost and "
    "--require are for CI: if one is not met, mrctl exits with code 10 after printing the result. "
    "A condition with nothing to check is not met.";

inline constexpr std::string_view list_about =
    "Token prices are per million tokens in tables, charts, Markdown and --where. Other formats "
    "give them as the service does, per token.\n\nA CONDITION is COLUMN OP VALUE. OP is = or !=; "
    "for numbers also < <= > >=; for text and lists also ~, which means contains, in any case. For "
    "a list, = means that it contains the value. A missing value matches '=null' only. Numbers may "
    "end in k (1,000) or M (1,000,000): 'context>=128k'. A status is ok, degraded or a "
    "number.\n\n--sort also accepts price, latency, throughput and uptime for the columns prompt, "
    "latency_p50, throughput_p50 and uptime_1d.\n\n--wide shows every column. If they do not fit "
    "the terminal, each endpoint is shown as a card.";

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
    "  initech/coder       for code\n"
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
    "  sk-mgmt-emulator-0000000000000000   management key\n"
    "  sk-infer-emulator-0000000000000000  inference key";

inline constexpr std::string_view exec_about =
    "The command runs with the address and the management key of an emulator in its environment. "
    "The emulator stops when the command ends, and mrctl exits with the command's exit code. "
    "'mrctl emulator serve --help' lists the models, credentials and keys.";

inline constexpr std::string_view help_about =
    "A TOPIC is a command such as 'preset create', a group of commands such as 'preset', or one of "
    "environment, exit-codes, output, auth, automation and routing.\n\nWith --json, the same as -o "
    "json, help is a description for programs, of everything or of the named command or topic. "
    "Each command has its arguments, flags and examples; each flag has its value, its choices and, "
    "if it sets a field of the body, the path of that field. Members keep their names and "
    "meanings; later versions may add more.";

inline constexpr std::array create_examples{
    Example{"mrctl preset create support --model acme/large --temperature 0.2 --system 'Answer "
            "briefly.'",
            "from flags"},
    Example{"mrctl preset create support --body presets/support.yaml --set provider.sort=price",
            "from a file, with one change"},
    Example{"mrctl preset create support --body presets/support.yaml --dry-run | jq .",
            "show the body, send nothing"},
};
inline constexpr std::string_view apply_about =
    "mrctl makes the plan that preset plan shows, asks for confirmation on a terminal, and sends "
    "each preset that changed, several at once (--jobs). It records what it sent in the folder "
    ".mrctl beside the presets: commit that folder. If the body of any file is invalid, nothing is "
    "sent.\n\nIf an answer is lost or mrctl is killed, the state says so. The next apply sends the "
    "preset again and tells by the version number whether the lost request had arrived. Ctrl-C "
    "starts no new requests and waits for running ones; a second Ctrl-C gives up on them.";
inline constexpr std::array apply_examples{
    Example{"mrctl preset apply presets/", "show the plan, ask, and send what changed"},
    Example{"mrctl preset apply presets/ --yes", "in CI"},
    Example{"mrctl preset apply presets/ --yes --jobs 32 -o jsonl",
            "many presets, one line for each as soon as it is done"},
};
inline constexpr std::array plan_examples{
    Example{"mrctl preset plan presets/", "what an apply would send"},
    Example{"mrctl preset plan presets/ --fail-changed",
            "in CI: fail if something is not applied yet"},
    Example{"mrctl preset plan presets/ --base environments/_staging.yaml --slug-prefix staging- "
            "--target staging",
            "the same presets in another environment"},
    Example{"mrctl preset plan presets/ -o json | jq -r '.presets[] | select(.action == "
            "\"update\") | .slug'",
            "presets that would get a new version"},
};
inline constexpr std::array lint_examples{
    Example{"mrctl preset lint presets/", "every body in a folder"},
    Example{"mrctl preset lint --strict --error-format github presets/",
            "in CI: fail on warnings, and annotate the changed lines"},
    Example{"mrctl preset lint presets/ -o json | jq -r '.problems[] | \"\\(.file) \\(.rule)\"'",
            "files and the rules they break"},
};
inline constexpr std::array explain_examples{
    Example{"mrctl preset explain presets/support.yaml", "why endpoints cannot be reached"},
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
            "endpoints under a price limit that support tools"},
    Example{"mrctl endpoints list acme/large --chart latency", "a bar chart"},
    Example{"mrctl endpoints list acme/large globex/vision --columns model,tag,context",
            "two models, selected columns"},
    Example{"mrctl endpoints list acme/large | jq -r '.endpoints[].tag'", "JSON on a pipe"},
};
inline constexpr std::array get_examples{
    Example{"mrctl byok get 11111111-1111-4111-8111-111111111111", "a card"},
};
inline constexpr std::array api_examples{
    Example{"mrctl api GET /models/acme/large/endpoints",
            "the whole answer, including its envelope"},
};
inline constexpr std::array login_examples{
    Example{"mrctl auth login", "prompt for the key without showing it"},
    Example{"pass show router/management | mrctl auth login", "from a password manager"},
};
inline constexpr std::array status_examples{
    Example{"mrctl auth status --profile work", "check the key before a deployment"},
};
inline constexpr std::array logout_examples{
    Example{"mrctl auth logout --base-url https://router.example/api/v1",
            "the key for one host; without --base-url, all keys of the profile"},
};
inline constexpr std::array settings_examples{
    Example{"mrctl config list --show-origin", "where each setting comes from"},
};
inline constexpr std::array config_get_examples{
    Example{"mrctl config get base_url", "the value in effect; exit 10 if there is none"},
};
inline constexpr std::array unset_examples{
    Example{"mrctl config unset proxy --profile work", "return to the default"},
};
inline constexpr std::array path_examples{
    Example{"\"$EDITOR\" \"$(mrctl config path)\"", "edit the file by hand"},
};
inline constexpr std::array set_examples{
    Example{"mrctl config set base_url https://router.example/api/v1", "one value"},
    Example{"mrctl config set credential_command pass show router/management", "a list of words"},
};
inline constexpr std::array serve_examples{
    Example{"eval \"$(mrctl emulator serve --listen 127.0.0.1:0 &)\"",
            "in the background; exec is simpler in most cases"},
};
inline constexpr std::array exec_examples{
    Example{"mrctl emulator exec -- mrctl endpoints list acme/large",
            "one command against a fresh emulator"},
};
inline constexpr std::array help_examples{
    Example{"mrctl help preset create", "the same as 'mrctl preset create --help'"},
    Example{"mrctl help exit-codes", "a topic"},
    Example{"mrctl help --json | jq -r '.commands[].name'",
            "the names of all commands, for a program"},
};
inline constexpr std::array version_examples{
    Example{"mrctl version -o json | jq -r .version", "for a script"},
    Example{"mrctl version --build", "for a bug report"},
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
inline constexpr std::array schema_examples{
    Example{"mrctl schema > request.schema.json", "for an editor that checks bodies as you type"},
    Example{"mrctl schema endpoints | jq '.properties | keys'", "members of an answer"},
};

} // namespace mrctl::spec
