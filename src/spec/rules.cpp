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
    Rule{"body.not-a-preset",  error,   "The file is something else than a body: a plan, a listing, a record, a stored preset, a project file, several bodies, or an object without any field of a request"},
    Rule{"body.curl",          error,   "A curl command is not one that mrctl can take a body from: it has none or two, needs a shell to fill in variables, or something follows it"},
    Rule{"body.type",          error,   "The body is not an object; write its fields as members of an object"},
    Rule{"body.unknown",       error,   "An unknown field is a misspelled documented field, or belongs elsewhere (see below), so the service would drop it silently; any other unknown field is a warning, and is sent unchanged"},
    Rule{"body.nothing-to-store", error, "The body contains nothing that a preset keeps: no field and no system or developer text; a warning in lint and --dry-run"},
    Rule{"body.byte-order-mark", warning, "The file starts with a byte order mark, which other tools may reject; save it as UTF-8 without one"},
    Rule{"body.more",          error,   "There are more problems of one severity than are shown; fix those and check again"},

    Rule{"json.syntax",        error,   "The text is not valid JSON; check this place and the lines before it"},
    Rule{"json.depth",         error,   "Values are nested more than 512 levels deep"},
    Rule{"json.duplicate-key", error,   "Duplicate key in one object; readers differ in which one they use; remove one"},
    Rule{"json.utf-8",         error,   "The text is not valid UTF-8; save it as UTF-8"},
    Rule{"json.number",        error,   "A number is not finite, or has more than 1,000 digits when written without an exponent; write another number or a string"},
    Rule{"json.values",        error,   "The text has more than 8,000,000 objects and arrays"},
    Rule{"json.members",       error,   "An object has more than 10,000 members"},

    Rule{"yaml.syntax",        error,   "The text is not valid YAML; check this place and the lines before it"},
    Rule{"yaml.depth",         error,   "Values are nested more than 498 levels deep"},
    Rule{"yaml.duplicate-key", error,   "Duplicate key in one object; readers differ in which one they use; remove one"},
    Rule{"yaml.utf-8",         error,   "The text is not valid UTF-8; save it as UTF-8"},
    Rule{"yaml.control",       error,   "YAML does not allow control characters; write an escape in double quotes"},
    Rule{"yaml.escape",        error,   "An escape sequence is invalid; write it with four hexadecimal digits"},
    Rule{"yaml.number",        error,   "A number is not finite, has more than 1,000 digits, or exceeds 64 bits in octal or hexadecimal digits; write another number or a string in quotes"},
    Rule{"yaml.key",           error,   "A key is not a string; JSON allows no other keys"},
    Rule{"yaml.alias",         error,   "An alias refers to a value that contains it"},
    Rule{"yaml.members",       error,   "An object has more than 10,000 members"},
    Rule{"yaml.aliases",       error,   "Anchors and aliases add up to more than 64 MiB; write out what is needed"},
    Rule{"yaml.merge",         error,   "The value of '<<' must be an object or a list of objects"},
    Rule{"yaml.tag",           error,   "A tag is not !file or one of !!str, !!int, !!float, !!bool, !!null, !!seq and !!map, or !file does not stand before the path of a file"},
    Rule{"yaml.file",          error,   "The file that !file names cannot be used: it is missing, lies outside the repository, is larger than 1 MiB, or holds a key, settings or records"},
    Rule{"yaml.documents",     error,   "The file contains a second document; a body is one document"},

    Rule{"slug.invalid",       error,   "The name of a preset file, without its extension, is not URL-safe, so it cannot be a slug"},
    Rule{"slug.case",          warning, "The slugs of two preset files differ only in case, so their records may be one file"},
    Rule{"slug.duplicate",     error,   "Two preset files have the same slug; rename one of them"},

    Rule{"secret.found",       error,   "A body holds the management key in use, or what looks like a key, a private key or a token; a preset is read by a whole organisation; remove it and revoke it, or use --allow-secrets, which makes it a warning"},

    Rule{"model.missing",      error,   "A preset names no model, or another preset instead of a model, so that its routing cannot be explained"},
    Rule{"routing.dead-entry", warning, "An entry of only, ignore, order or quantizations matches no endpoint; correct it or remove it"},
    Rule{"messages.ignored",          warning, "Messages other than system and developer ones are not kept in a preset; --strip drops them"},
    Rule{"messages.content",          error,   "The content of a system or developer message is neither a text nor a list of parts such as {\"type\": \"text\", \"text\": \"…\"}; a warning for a part of another kind"},
    Rule{"messages.empty",            warning, "A system or developer message has no text, for example because a variable of a script is not set, or the text of --message is empty"},
    Rule{"messages.file-name",        warning, "The text of a system or developer message is the name of a file that exists; read the file with --system @FILE, or with !file in YAML"},
    Rule{"messages.flag",             error,   "--message is not of the form ROLE=TEXT or ROLE=@FILE"},
    Rule{"models.many",               warning, "There are more than 3 models, which some services refuse"},
    Rule{"tool_choice.function.name.not-a-tool", warning, "tool_choice names a function that is not in the tools of the body"},
    Rule{"tool_choice.type.not-a-tool", warning, "tool_choice names a server tool that is not in the tools of the body"},
    Rule{"model.unusual",              warning, "The model is empty or not author/slug, optionally with ~ before it and :variant after it"},
    Rule{"models.unusual",             warning, "A model is empty or not author/slug, optionally with ~ before it and :variant after it"},
    Rule{"reasoning.effort.unusual",   warning, "The effort is not one that services are known to accept"},
    Rule{"reasoning_effort.unusual",   warning, "The effort is not one that services are known to accept"},
    Rule{"provider.sort.unusual",      warning, "The order is not one that services are known to accept"},
    Rule{"provider.sort.by.unusual",   warning, "The order is not one that services are known to accept"},
    Rule{"provider.quantizations.unusual", warning, "A quantization is not one that services are known to have"},
    Rule{"provider.max_price.unusual", warning, "A price is not a decimal number, for example because it has a decimal comma"},
    Rule{"tools.type.unusual",         warning, "The prefix of the server tool is not router, so that only some services know it, or its name is a misspelling of a known one"},
    Rule{"reasoning_effort.conflict", error,   "reasoning_effort and reasoning.effort differ; remove one of them"},

    Rule{"flag.path",          error,   "The path of --set, --set-string, --set-json or --unset is invalid, or leads through a value that is not an object or list"},
    Rule{"flag.unset",         warning, "The path of --unset does not exist; it may be misspelt"},
    Rule{"flag.utf-8",         error,   "The value of a flag is not valid UTF-8"},
    Rule{"text.control",       error,   "A text file holds a NUL character; it is probably not a text"},
    Rule{"text.utf-8",         error,   "A text file named by a flag or !file is not valid UTF-8; save it as UTF-8"},

    Rule{"stored.changed",     warning, "The service stored a different value from the one sent; an error with --strict"},
    Rule{"stored.not-kept",    warning, "The service did not store something that a preset should keep; an error with --strict"},
    Rule{"stored.more",        warning, "There are more differences than are shown"},

    Rule{"file.unreadable",    error,   "A file to check cannot be read"},
    Rule{"folder.empty",       warning, "A folder to check contains no *.json, *.yaml or *.yml file"},

    Rule{"config.syntax",      error,   "The configuration file is not valid TOML"},
    Rule{"config.unknown-key", error,   "A key of the configuration file is unknown or in the wrong place"},
    Rule{"config.type",        error,   "A setting has the wrong type, for example a number instead of a string"},
    Rule{"config.unusable",    warning, "The configuration file is invalid; the command continues without it"},
    Rule{"config.value",       error,   "A setting has an invalid value"},
    Rule{"config.flag-only",   error,   "A setting in the configuration file is allowed on the command line only, such as insecure"},

    Rule{"project.unknown-key",   error, "A key of the project file is unknown or in the wrong place"},
    Rule{"project.forbidden-key", error, "A project file may not set this, because it comes with a repository: use a flag, a variable or your own configuration"},
    Rule{"project.missing-key",   error, "A record of the project file lacks a key that it needs"},
    Rule{"project.type",          error, "A value of the project file has the wrong type"},
    Rule{"project.value",         error, "A value of the project file is invalid"},
    Rule{"project.outside",       error, "A path of the project file leads out of the repository, or into its .git; without a repository, out of the folder of the file"},
    Rule{"project.unknown-name",  error, "The project file names a target or a gate that it does not have"},
    Rule{"project.duplicate",     error, "Two gates of the project file have the same id, or two waivers are for the same failures"},

    Rule{"connection.insecure", warning, "--insecure is in effect: certificates are not checked, and the key may be sent over plain http"},

    Rule{"gate.project",       error,   "A preset does not meet a gate of the project file, or the gate selects none"},
    Rule{"waiver.expired",     warning, "A waiver of the project file has ended: the failures count again"},
    Rule{"waiver.unused",      warning, "A waiver of the project file waives no failure"},
    Rule{"routing.unreachable", error,  "No endpoint of a model is eligible; only in reports, and only without gates"},
    Rule{"gate.fail-on",       error,   "There is nothing to compare, so --fail-on cannot be checked"},

    Rule{"answer.secret",      warning, "An answer contains the key as an id; mrctl records null instead"},
    Rule{"label.unmasked",     warning, "The label of a credential did not look masked; mrctl masks it in every format except raw"},
};
// clang-format on

constexpr auto rule_rows = joined(own_rules, made_of(gate_rows, [](const GateRow& row) {
                                    return Rule{row.rule, error, row.failure};
                                  }));
static_assert(are_unique(rule_rows, &Rule::id));

} // namespace

Rows<Rule> general_rules() {
  return rule_rows;
}

} // namespace mrctl::spec
