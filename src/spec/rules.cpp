#include "mrctl/base/table.hpp"
#include "mrctl/spec/gate.hpp"
#include "mrctl/spec/rule.hpp"

#include <array>

namespace mrctl::spec {

namespace {

constexpr auto error = Severity::error;
constexpr auto warning = Severity::warning;

// clang-format off
constexpr std::array own_rules{
    Rule{"body.empty",         error,   "The file contains no body; write at least one field"},
    Rule{"body.not-a-preset",  error,   "The file is not a body, but for example a plan, a listing, a record, a project file or several bodies"},
    Rule{"body.curl",          error,   "mrctl cannot take one body from the curl command: it has none or two, needs a shell, or something follows it"},
    Rule{"body.type",          error,   "The body is not an object"},
    Rule{"body.unknown",       error,   "The field is misspelled or belongs elsewhere (see below), so the service would drop it; a warning for other unknown fields, which are sent unchanged"},
    Rule{"body.nothing-to-store", error, "The body has no field and no system text that a preset keeps; a warning in lint and --dry-run"},
    Rule{"body.byte-order-mark", warning, "The file starts with a byte order mark, which other tools may reject"},
    Rule{"body.more",          error,   "More problems than are shown"},

    Rule{"json.syntax",        error,   "The text is not valid JSON; check this place and the lines before it"},
    Rule{"json.depth",         error,   "Values are nested more than 512 levels deep"},
    Rule{"json.duplicate-key", error,   "An object has the same key twice; readers differ in which one they use"},
    Rule{"json.utf-8",         error,   "The text is not valid UTF-8"},
    Rule{"json.number",        error,   "A number is not finite, or has more than 1,000 digits without its exponent"},
    Rule{"json.values",        error,   "The text has more than 8,000,000 objects, arrays and texts of over 256 bytes"},
    Rule{"json.members",       error,   "An object has more than 10,000 members"},

    Rule{"yaml.syntax",        error,   "The text is not valid YAML; check this place and the lines before it"},
    Rule{"yaml.depth",         error,   "Values are nested more than 498 levels deep"},
    Rule{"yaml.duplicate-key", error,   "An object has the same key twice; readers differ in which one they use"},
    Rule{"yaml.utf-8",         error,   "The text is not valid UTF-8"},
    Rule{"yaml.control",       error,   "YAML does not allow control characters; write an escape in double quotes"},
    Rule{"yaml.escape",        error,   "An escape sequence is invalid"},
    Rule{"yaml.number",        error,   "A number is not finite, has more than 1,000 digits, or exceeds 64 bits in octal or hexadecimal; write a string in quotes"},
    Rule{"yaml.key",           error,   "A key is not a string"},
    Rule{"yaml.alias",         error,   "An alias refers to a value that contains it"},
    Rule{"yaml.members",       error,   "An object has more than 10,000 members"},
    Rule{"yaml.aliases",       error,   "Anchors and aliases add up to more than 64 MiB"},
    Rule{"yaml.merge",         error,   "The value of '<<' must be an object or a list of objects"},
    Rule{"yaml.tag",           error,   "A tag is not supported: only !file PATH, !!str, !!int, !!float, !!bool, !!null, !!seq and !!map are"},
    Rule{"yaml.file",          error,   "The file of !file is missing, lies outside the repository, is larger than 1 MiB, or holds a key, settings or records"},
    Rule{"yaml.documents",     error,   "The file contains a second document"},
    Rule{"yaml.comment",       warning, "The text of a message ends where ' #' begins a comment; put it in quotes if the rest belongs to it"},

    Rule{"slug.invalid",       error,   "The name of a preset file cannot be a slug, because it is not URL-safe"},
    Rule{"slug.case",          warning, "The slugs of two preset files differ in case only; some disks keep one record for both"},
    Rule{"slug.duplicate",     error,   "Two preset files have the same slug"},

    Rule{"secret.found",       error,   "A body holds the management key, or what looks like a key or a token, and a whole organisation can read a preset; a warning with --allow-secrets, but for the management key"},

    Rule{"model.unlisted",     error,   "No listing has a model that a preset names"},
    Rule{"model.unanswered",   error,   "The service did not answer for a model that a preset names"},
    Rule{"reach.none",         warning, "A preset reaches no endpoint of its models"},
    Rule{"drill.single-provider", warning, "A preset has no eligible endpoint left if one provider fails; an error with --fail-on dead"},
    Rule{"routing.dead-entry", warning, "An entry of only, ignore, order or quantizations matches no endpoint"},
    Rule{"messages.ignored",          warning, "A preset keeps only system and developer messages; --strip drops the others"},
    Rule{"messages.content",          error,   "The content of a system or developer message is neither a text nor a list of text parts; a warning for parts of another kind"},
    Rule{"messages.empty",            warning, "A system or developer message has no text, for example because a script's variable is not set"},
    Rule{"messages.file-name",        warning, "The text of a message is the name of a file; --system @FILE or, in YAML, !file reads it"},
    Rule{"messages.flag",             error,   "The value of --message is not ROLE=TEXT or ROLE=@FILE"},
    Rule{"models.many",               warning, "There are more than 3 models, which some services refuse"},
    Rule{"tool_choice.function.name.not-a-tool", warning, "tool_choice names a tool that the body does not have"},
    Rule{"tool_choice.type.not-a-tool", warning, "tool_choice names a tool that the body does not have"},
    Rule{"model.preset",               warning, "A model is another preset, which a preset cannot build on; an error in explain and check"},
    Rule{"model.unusual",              warning, "A model is not author/slug, optionally with ~ before it and :variant after it"},
    Rule{"models.unusual",             warning, "A model is not author/slug, optionally with ~ before it and :variant after it"},
    Rule{"reasoning.effort.unusual",   warning, "No known service accepts this value"},
    Rule{"reasoning_effort.unusual",   warning, "No known service accepts this value"},
    Rule{"provider.sort.unusual",      warning, "No known service accepts this value"},
    Rule{"provider.sort.by.unusual",   warning, "No known service accepts this value"},
    Rule{"provider.order.unusual",     warning, "An entry is what provider.sort takes, not a provider, or holds a variable"},
    Rule{"provider.quantizations.unusual", warning, "No known service accepts this value"},
    Rule{"provider.preferred_max_latency.unusual", warning, "No known service accepts this value"},
    Rule{"provider.preferred_min_throughput.unusual", warning, "No known service accepts this value"},
    Rule{"provider.max_price.unusual", warning, "A price is not a decimal number, for example because it has a decimal comma, or is negative"},
    Rule{"provider.max_price.prompt.unit", warning, "A price looks like one per token; max_price is in USD per million tokens"},
    Rule{"provider.max_price.completion.unit", warning, "A price looks like one per token; max_price is in USD per million tokens"},
    Rule{"list.several",               error,   "One list entry holds several names; a warning if it may be one, such as 'Acme, Inc.'"},
    Rule{"list.pattern",               warning, "A list entry is a pattern, the model, or a name with invisible characters, which services take literally"},
    Rule{"response_format.json_schema.schema.open", warning, "A strict schema allows additional properties or does not require all; services refuse it"},
    Rule{"response_format.json_schema.schema.invalid", warning, "Services refuse the schema, for example because an array has no items"},
    Rule{"tools.function.parameters.invalid", warning, "Services refuse the schema, for example because an array has no items"},
    Rule{"tools.function.parameters.open", warning, "A strict schema allows additional properties or does not require all; services refuse it"},
    Rule{"tools.function.name.duplicate", warning, "Two functions have the same name; services refuse both"},
    Rule{"tools.type.unusual",         warning, "Only some services know this server tool, or its name is misspelled"},
    Rule{"max_tokens.unusual",         warning, "Services refuse a limit that is not positive, and some one below 16"},
    Rule{"max_completion_tokens.unusual", warning, "Services refuse a limit that is not positive, and some one below 16"},
    Rule{"provider.only.unusual",      warning, "An entry holds a variable, which mrctl does not replace"},
    Rule{"provider.ignore.unusual",    warning, "An entry holds a variable, which mrctl does not replace"},
    Rule{"reasoning.max_tokens.budget", warning, "The limit of tokens is not above reasoning.max_tokens, so nothing is left for the answer"},
    Rule{"reasoning.max_tokens.conflict", warning, "Services refuse reasoning.max_tokens together with an effort; an error if one is from a base"},
    Rule{"reasoning.max_tokens.shorthand-conflict", warning, "Services refuse reasoning.max_tokens together with an effort; an error if one is from a base"},
    Rule{"reasoning_effort.conflict", error,   "reasoning_effort and reasoning.effort differ; remove one of them"},

    Rule{"flag.path",          error,   "The path of --set, --set-string, --set-json or --unset is invalid, or a value on it is neither an object nor a list"},
    Rule{"flag.empty",         warning, "A list flag is empty, for example because a variable is not set"},
    Rule{"flag.escape",        warning, "A flag's value is a backslash and a letter, which no shell replaces"},
    Rule{"flag.list",          warning, "A flag for texts has a JSON array as one text"},
    Rule{"flag.unset",         warning, "The path of --unset does not exist; it may be misspelled"},
    Rule{"flag.utf-8",         error,   "The value of a flag is not valid UTF-8"},
    Rule{"text.control",       error,   "A text file contains a NUL character"},
    Rule{"text.unwritten",     error,   "A text is an unfetched large file's pointer, encrypted, or in a merge conflict"},
    Rule{"text.utf-8",         error,   "A text file is not valid UTF-8"},

    Rule{"stored.changed",     warning, "The service stored another value than was sent; an error with --strict"},
    Rule{"stored.not-kept",    warning, "The service did not store what a preset should keep; an error with --strict"},
    Rule{"stored.more",        warning, "There are more differences than are shown"},

    Rule{"file.unreadable",    error,   "A file cannot be read"},
    Rule{"folder.empty",       warning, "A folder contains no *.json, *.yaml or *.yml file"},

    Rule{"config.syntax",      error,   "The configuration file is not valid TOML"},
    Rule{"config.unknown-key", error,   "A key of the configuration file is unknown or in the wrong place"},
    Rule{"config.type",        error,   "A setting has the wrong type"},
    Rule{"config.unusable",    warning, "The configuration file is invalid; mrctl continues without it"},
    Rule{"config.unreadable",  warning, "This user may not read the configuration file; only a POST needs it"},
    Rule{"config.value",       error,   "A setting has an invalid value"},
    Rule{"config.flag-only",   error,   "The configuration file holds a setting that only the command line may have, such as insecure"},

    Rule{"project.unknown-key",   error, "A key of the project file is unknown or in the wrong place"},
    Rule{"project.forbidden-key", error, "A project file may not set this, because it comes with a repository; use a flag, a variable or your own configuration"},
    Rule{"project.missing-key",   error, "A table of the project file lacks a required key"},
    Rule{"project.type",          error, "A value of the project file has the wrong type"},
    Rule{"project.value",         error, "A value of the project file is invalid"},
    Rule{"project.outside",       error, "A path of the project file is outside the repository or in its .git"},
    Rule{"project.unknown-name",  error, "The project file names a target or a gate that it does not have"},
    Rule{"project.duplicate",     error, "Two gates of the project file have the same id, two waivers cover the same failures, or two targets write the same presets"},

    Rule{"connection.insecure", warning, "With --insecure, mrctl accepts any certificate and may send the key over plain http"},

    Rule{"gate.project",       error,   "A preset does not meet a gate of the project file, or the gate selects no preset"},
    Rule{"waiver.expired",     warning, "A waiver has expired, so its failures count again"},
    Rule{"waiver.unused",      warning, "A waiver has no effect"},
    Rule{"routing.unreachable", error,  "No endpoint of a model is eligible; only in reports, and only without gates"},
    Rule{"gate.fail-on",       error,   "There is nothing to compare, so --fail-on cannot be checked"},

    Rule{"state.branch",       warning, "The state branch could not be fetched, was lost, or received what an earlier run could not push"},
    Rule{"source.order",       warning, "The commit to apply is on another line of history than the one applied last"},
    Rule{"state.elsewhere",    warning, "MRCTL_STATE_BRANCH overrides where the project file keeps records"},
    Rule{"live.unread",        warning, "The service does not say which version of a preset is live (--live)"},
    Rule{"live.changed",       error,   "A live preset that would be sent was changed elsewhere, or has no record; nothing is sent"},
    Rule{"live.other-body",    warning, "The live version of an adopted preset does not hold the body that was recorded for it"},
    Rule{"answer.secret",      warning, "An answer contains the key as an id; mrctl records null instead"},
    Rule{"label.unmasked",     warning, "The label of a credential does not look masked; mrctl masks it in every format except raw"},
};
// clang-format on

constexpr auto rule_rows = joined(own_rules, made_of(gate_rows_with_flags, [](const GateRow& row) {
                                    return Rule{row.rule, error, row.failure};
                                  }));
static_assert(are_unique(rule_rows, &Rule::id));

} // namespace

Rows<Rule> general_rules() {
  return rule_rows;
}

} // namespace mrctl::spec
