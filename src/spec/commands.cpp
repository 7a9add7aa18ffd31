#include "mrctl/spec/command.hpp"

#include <algorithm>

namespace mrctl::spec {

namespace {

using Words = std::string_view;

constexpr std::array slug{
    Argument{"SLUG", Arity::one, "URL-safe name of the preset; created where it does not exist"}};
constexpr std::array paths{
    Argument{"PATH",
             Arity::at_least_one,
             "JSON or YAML file, folder of such files, or - for standard input",
             false,
             {},
             true}};
constexpr std::array models{Argument{
    "MODEL", Arity::at_least_one, "author/slug, variants such as acme/large:free included", true}};
constexpr std::array ids{Argument{"ID", Arity::at_least_one, "UUID of the credential"}};
constexpr std::array child{Argument{"COMMAND", Arity::at_least_one, "command to run, behind --"}};
constexpr std::array methods{Words("GET"), Words("POST"), Words("PUT"), Words("PATCH"),
                             Words("DELETE")};
constexpr std::array call{
    Argument{"METHOD", Arity::one, "GET, POST, PUT, PATCH or DELETE", false, methods},
    Argument{"PATH", Arity::one, "path below the base URL, with its query"}};
constexpr std::array key{Argument{"KEY", Arity::one, "name of the setting"}};
constexpr std::array key_and_value{
    Argument{"KEY", Arity::one, "name of the setting"},
    Argument{"VALUE", Arity::at_least_one, "its value; several words make a list"}};
constexpr std::array schemas{Words("request"), Words("preset"), Words("endpoints"),
                             Words("credential")};
constexpr std::array schema{
    Argument{"SCHEMA", Arity::one,
             "request, preset, endpoints or credential; request when left out", true, schemas}};
constexpr std::array topic{Argument{"COMMAND", Arity::at_least_one, "command to explain", true}};

constexpr std::array create_flags{
    Flag{"--body", 0, FlagKind::value, "FILE",
         "JSON or YAML body to start from; - is standard input"},
    Flag{"--system", 0, FlagKind::value, "TEXT", "system message, as text or @FILE"},
    Flag{"--message", 0, FlagKind::list, "ROLE=TEXT", "one more message, as text or ROLE=@FILE"},
    Flag{"--set", 0, FlagKind::list, "PATH=VALUE",
         "set a member: true, false, null, a number, else text"},
    Flag{"--set-string", 0, FlagKind::list, "PATH=TEXT", "set a member to text"},
    Flag{"--set-json", 0, FlagKind::list, "PATH=JSON", "set a member to JSON or @FILE"},
    Flag{"--unset", 0, FlagKind::list, "PATH", "remove a member"},
    Flag{"--dry-run", 0, FlagKind::on_off, {}, "print the body, send nothing"},
    Flag{"--print-curl",
         0,
         FlagKind::on_off,
         {},
         "print a curl command that would send it, send nothing"},
    Flag{"--strip", 0, FlagKind::on_off, {}, "drop what a preset does not keep before sending"},
    Flag{"--strict",
         0,
         FlagKind::on_off,
         {},
         "treat warnings as errors; exit 10 when something was not kept"},
    Flag{"--allow-unknown",
         0,
         FlagKind::on_off,
         {},
         "let undocumented values through with a warning"},
    Flag{"--no-validate", 0, FlagKind::on_off, {}, "do not check the body"},
};
constexpr std::array lint_flags{
    Flag{"--strict", 0, FlagKind::on_off, {}, "exit 10 where there are only warnings"},
    Flag{"--allow-unknown",
         0,
         FlagKind::on_off,
         {},
         "let undocumented values through with a warning"},
    Flag{"--strip", 0, FlagKind::on_off, {}, "check what preset create --strip sends"},
};
constexpr std::array list_flags{
    Flag{"--columns", 0, FlagKind::value, "a,b", "columns to show; help lists them"},
    Flag{"--wide", 0, FlagKind::on_off, {}, "show every column; the same as -o wide"},
    Flag{"--where", 0, FlagKind::list, "CONDITION",
         "only endpoints such as 'prompt<=0.5' or 'supports=tools'; all must hold"},
    Flag{"--sort", 0, FlagKind::value, "[-]COLUMN", "sort by a column, - descending"},
    Flag{"--limit", 0, FlagKind::value, "N", "at most so many endpoints, after sorting"},
    Flag{"--chart", 0, FlagKind::value, "COLUMN",
         "draw bars: price, latency, throughput, uptime or any column of numbers"},
    Flag{"--no-header", 0, FlagKind::on_off, {}, "only the rows in tables, csv and tsv"},
    Flag{"--fail-empty", 0, FlagKind::on_off, {}, "exit 10 when no endpoint is left"},
};
constexpr std::array api_flags{
    Flag{"--body", 0, FlagKind::value, "FILE", "body to send, as it is; - is standard input"},
    Flag{"--header", 'H', FlagKind::list, "NAME: VALUE", "one more header; never the key's"},
};
constexpr std::array show_origin{
    Flag{"--show-origin", 0, FlagKind::on_off, {}, "say where each value comes from"}};
constexpr std::array serve_flags{
    Flag{"--listen", 0, FlagKind::value, "HOST:PORT", "loopback address; port 0 picks a free one"},
    Flag{"--db", 0, FlagKind::value, "FILE", "keep presets in a SQLite file; else in memory"},
    Flag{"--management-key", 0, FlagKind::value, "K", "key that may manage"},
    Flag{"--inference-key", 0, FlagKind::value, "K", "key that may only infer"},
    Flag{"--latency", 0, FlagKind::value, "D", "wait before each answer"},
    Flag{"--fault", 0, FlagKind::list, "RULE",
         "misbehave, for example 'GET * = 503 retry-after 1 rate 0.2'"},
    Flag{"--seed", 0, FlagKind::value, "N", "seed of the faults' dice"},
    Flag{"--log", 0, FlagKind::on_off, {}, "a line for each request on standard error"},
};

constexpr std::string_view emulator_about =
    "Prints two lines for eval, then serves until it is interrupted. docs/emulator.md has the "
    "rules\n"
    "of --fault, and says what was chosen where the service's specification is silent.\n"
    "\n"
    "Models:\n"
    "  acme/tiny           two endpoints\n"
    "  acme/large          eight, with variants, tiers and nulls\n"
    "  acme/large:free     none\n"
    "  globex/vision       text and images\n"
    "  initech/coder       for programs\n"
    "  ~acme/large-latest  the newest of a family\n"
    "\n"
    "Credentials:\n"
    "  11111111-1111-4111-8111-111111111111  plain\n"
    "  22222222-2222-4222-8222-222222222222  disabled\n"
    "  33333333-3333-4333-8333-333333333333  a fallback\n"
    "  44444444-4444-4444-8444-444444444444  restricted lists\n"
    "  55555555-5555-4555-8555-555555555555  no name, and a label that is not masked\n"
    "\n"
    "Keys: sk-mgmt-emulator-0000000000000000 may manage, sk-infer-emulator-0000000000000000 may "
    "not.";

constexpr std::array create_examples{
    Example{"mrctl preset create support --model acme/large --temperature 0.2 --system 'Answer "
            "briefly.'",
            "from flags"},
    Example{"mrctl preset create support --body presets/support.yaml --set provider.sort=price",
            "from a file, with one change"},
    Example{"mrctl preset create support --body presets/support.yaml --dry-run | jq .",
            "look before sending"},
};
constexpr std::array lint_examples{
    Example{"mrctl preset lint presets/", "every body of a folder"},
    Example{"mrctl preset lint --strict --error-format github presets/",
            "in CI: warnings count, and each problem stands at its line of the change"},
    Example{"mrctl preset lint presets/ -o json | jq -r '.problems[] | \"\\(.file) \\(.rule)\"'",
            "which rules which files break"},
};
constexpr std::array list_examples{
    Example{"mrctl endpoints list acme/large --sort prompt", "cheapest first"},
    Example{"mrctl endpoints list acme/large --where 'prompt<=2.5' --where supports=tools",
            "those that may be used"},
    Example{"mrctl endpoints list acme/large --chart latency", "a picture"},
    Example{"mrctl endpoints list acme/large globex/vision --columns model,tag,context",
            "two models, three columns"},
    Example{"mrctl endpoints list acme/large | jq -r '.endpoints[].tag'", "JSON on a pipe"},
};
constexpr std::array get_examples{
    Example{"mrctl byok get 11111111-1111-4111-8111-111111111111", "a card"},
};
constexpr std::array api_examples{
    Example{"mrctl api GET /models/acme/large/endpoints", "the answer as it is, envelope included"},
};
constexpr std::array login_examples{
    Example{"mrctl auth login", "asks for the key without showing it"},
    Example{"pass show router/management | mrctl auth login", "from a password manager"},
};
constexpr std::array set_examples{
    Example{"mrctl config set base_url https://router.example/api/v1", "one value"},
    Example{"mrctl config set credential_command pass show router/management", "a list"},
};
constexpr std::array serve_examples{
    Example{"eval \"$(mrctl emulator serve --listen 127.0.0.1:0 &)\"",
            "in the background; exec is simpler for most"},
};
constexpr std::array exec_examples{
    Example{"mrctl emulator exec -- mrctl endpoints list acme/large",
            "one command against a fresh service"},
};

constexpr std::array schema_examples{
    Example{"mrctl schema > request.schema.json", "for an editor that checks bodies while typing"},
    Example{"mrctl schema endpoints | jq '.properties | keys'", "what an answer may hold"},
};

constexpr std::array rows{
    Command{"preset", "create",
            "Create a preset, or a new version of it, from a chat-completions body",
            "The body comes from --body, and every flag below goes over it. Each call makes a new "
            "version, which\n"
            "is live at once. Messages are required by the service but not kept, except for the "
            "text of system\n"
            "and developer messages; where there are none, one placeholder is added.",
            slug, create_flags, BodyFlags::yes, create_examples},
    Command{"preset", "lint", "Check bodies, without network or key",
            "The rules are those of preset create. A folder stands for the *.json, *.yaml and "
            "*.yml files in it\n"
            "and in the folders below; names that begin with a dot are left out. A file is "
            "checked once.\n"
            "\n"
            "Standard output says what is wrong in the form of --output, for people or for "
            "programs. Where it is\n"
            "for programs, standard error says it to people as well; --error-format json or "
            "github changes the\n"
            "form of that. With an explicit -o json or jsonl, the error on standard error holds "
            "only the counts.\n"
            "\n"
            "Exit codes: 0 no errors, 2 errors, unreadable files included, 10 only warnings "
            "and --strict.",
            paths, lint_flags, BodyFlags::no, lint_examples},
    Command{
        "endpoints", "list", "List the endpoints of models",
        "Prices of tokens are for a million of them in tables, charts and --where, and as the "
        "service gives\n"
        "them elsewhere: for one.\n"
        "\n"
        "A CONDITION is COLUMN OP VALUE. OP is = or !=; with numbers also < <= > >=; with text "
        "and lists also\n"
        "~, contains in any case. Of a list, = asks whether it holds the value. A value that is "
        "not there meets\n"
        "'=null' and nothing else.",
        models, list_flags, BodyFlags::no, list_examples},
    Command{"byok",
            "get",
            "Show stored provider credentials, masked",
            {},
            ids,
            {},
            BodyFlags::no,
            get_examples},
    Command{"api",
            {},
            "Call any operation of the service",
            "The answer is printed as it is, without unwrapping. The path is relative to the base "
            "URL, so the key\n"
            "goes nowhere else.",
            call,
            api_flags,
            BodyFlags::no,
            api_examples},
    Command{"auth",
            "login",
            "Store a management key read from standard input or a prompt",
            "The key is stored with mode 0600 and only ever sent to the host it was stored for.",
            {},
            {},
            BodyFlags::no,
            login_examples},
    Command{"auth", "status",
            "Say which key is used, where it comes from, and whether the service takes it"},
    Command{"auth", "logout", "Forget the stored key of the profile"},
    Command{"config", "list", "List the settings in effect", {}, {}, show_origin},
    Command{"config", "get", "Print one setting", {}, key},
    Command{"config",
            "set",
            "Change a setting of the current profile",
            {},
            key_and_value,
            {},
            BodyFlags::no,
            set_examples},
    Command{"config", "unset", "Remove a setting from the current profile", {}, key},
    Command{"config", "path", "Print the path of the configuration file"},
    Command{"emulator",
            "serve",
            "Answer as the service does, on loopback",
            emulator_about,
            {},
            serve_flags,
            BodyFlags::no,
            serve_examples},
    Command{"emulator",
            "exec",
            "Run a command against a fresh emulator",
            {},
            child,
            serve_flags,
            BodyFlags::no,
            exec_examples},
    Command{"schema",
            {},
            "Print the JSON Schema of a body or an answer",
            "The schema of a body refuses what mrctl refuses, and accepts what it warns of. Those "
            "of answers are of\n"
            "the record that -o json prints.",
            schema,
            {},
            BodyFlags::no,
            schema_examples,
            Settings::unused},
    Command{"help", {}, "Show help on a command", {}, topic},
    Command{"version", {}, "Show the version", {}, {}, {}, BodyFlags::no, {}, Settings::unused},
};

constexpr bool nouns_stand_together() {
  for (std::size_t i = 2; i < rows.size(); ++i)
    for (std::size_t j = 0; j + 1 < i; ++j)
      if (rows[j].noun == rows[i].noun && rows[i - 1].noun != rows[i].noun) return false;
  return true;
}
static_assert(nouns_stand_together());

constexpr bool every_row_has_a_summary() {
  return std::all_of(rows.begin(), rows.end(),
                     [](const Command& row) { return !row.summary.empty(); });
}
static_assert(every_row_has_a_summary());

} // namespace

Rows<Command> commands() {
  return rows;
}

std::string Command::name() const {
  return verb.empty() ? std::string(noun) : std::string(noun) + " " + std::string(verb);
}

const Command* find_command(std::string_view noun, std::string_view verb) {
  const auto* found = std::find_if(rows.begin(), rows.end(), [&](const Command& row) {
    return row.noun == noun && row.verb == verb;
  });
  return found == rows.end() ? nullptr : found;
}

} // namespace mrctl::spec
