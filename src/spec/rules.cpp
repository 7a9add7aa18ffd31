#include "mrctl/spec/rule.hpp"

#include <algorithm>
#include <array>

namespace mrctl::spec {

namespace {

constexpr auto error = Severity::error;
constexpr auto warning = Severity::warning;

// clang-format off
constexpr std::array rows{
    Rule{"body.empty",         error,   "There is no body in the file; write at least one field"},
    Rule{"body.type",          error,   "The body is not an object; write its fields as members of one"},
    Rule{"body.unknown",       error,   "A field is not documented, and one of a similar name is; where none is, this is a warning, and the field is sent as it is"},
    Rule{"body.nothing-to-store", error, "The body holds nothing that a preset keeps: no field, and no system or developer text; a warning in lint and --dry-run"},
    Rule{"body.byte-order-mark", warning, "The file begins with a byte order mark, which other tools may refuse; save it as UTF-8 without one"},
    Rule{"body.more",          error,   "There are more problems of one severity than are shown; mend those and check again"},

    Rule{"json.syntax",        error,   "The text is not JSON; look at the place and the lines before it"},
    Rule{"json.depth",         error,   "Values are nested more than 512 levels deep"},
    Rule{"json.duplicate-key", error,   "A key stands twice in one object, and readers differ in which one they take; remove one"},
    Rule{"json.utf-8",         error,   "The text is not valid UTF-8; save it as UTF-8"},
    Rule{"json.number",        error,   "A number is not finite, beyond a double, or an integer beyond 64 bits, which would be rounded; write another one, or a string"},
    Rule{"json.members",       error,   "An object has more than 1,000,000 members"},

    Rule{"yaml.syntax",        error,   "The text is not YAML; look at the place and the lines before it"},
    Rule{"yaml.depth",         error,   "Values are nested more than 498 levels deep"},
    Rule{"yaml.duplicate-key", error,   "A key stands twice in one object, and readers differ in which one they take; remove one"},
    Rule{"yaml.utf-8",         error,   "The text is not valid UTF-8; save it as UTF-8"},
    Rule{"yaml.control",       error,   "YAML does not allow control characters; write an escape in double quotes"},
    Rule{"yaml.escape",        error,   "An escape cannot be read; write it as four hexadecimal digits"},
    Rule{"yaml.number",        error,   "A number is not finite or beyond 64 bits, which JSON cannot carry; write another one, or a string in quotes"},
    Rule{"yaml.key",           error,   "A key is not a string; JSON has no other keys"},
    Rule{"yaml.alias",         error,   "An alias stands inside what it names, so that it never ends"},
    Rule{"yaml.members",       error,   "An object has more than 1,000,000 members"},
    Rule{"yaml.aliases",       error,   "Anchors and aliases add up to more than 64 MiB; write out what is needed"},
    Rule{"yaml.merge",         error,   "'<<' takes an object or a list of objects"},
    Rule{"yaml.documents",     error,   "The file holds a second document; a body is one"},

    Rule{"slug.invalid",       error,   "The name of a preset file, without its ending, is not URL-safe, so it cannot be a slug"},
    Rule{"slug.duplicate",     error,   "Two preset files have the same slug; rename one of them"},

    Rule{"routing.dead-entry", warning, "An entry of only, ignore, order or quantizations matches no endpoint; correct it or remove it"},
    Rule{"messages.placeholder",      warning, "There are no messages, which the service requires; one placeholder is added, which a preset does not keep"},
    Rule{"messages.ignored",          warning, "Messages other than system and developer ones are not kept in a preset; --strip drops them"},
    Rule{"messages.flag",             error,   "--message is not of the form ROLE=TEXT or ROLE=@FILE"},
    Rule{"models.many",               warning, "There are more than 3 models, which some services refuse"},
    Rule{"tool_choice.function.name.not-a-tool", warning, "tool_choice names a function that is not among the tools of the body"},
    Rule{"tool_choice.type.not-a-tool", warning, "tool_choice names a server tool that is not among the tools of the body"},
    Rule{"model.unusual",              warning, "The model is empty"},
    Rule{"models.unusual",             warning, "A model is empty"},
    Rule{"reasoning.effort.unusual",   warning, "The effort is none of those that services are known to take"},
    Rule{"reasoning_effort.unusual",   warning, "The effort is none of those that services are known to take"},
    Rule{"provider.sort.unusual",      warning, "The order is none of those that services are known to take"},
    Rule{"provider.sort.by.unusual",   warning, "The order is none of those that services are known to take"},
    Rule{"provider.quantizations.unusual", warning, "A quantization is none of those that services are known to have"},
    Rule{"provider.max_price.unusual", warning, "A price is no decimal number, for example because it has a decimal comma"},
    Rule{"tools.type.unusual",         warning, "The server tool is none of those that are known"},
    Rule{"reasoning_effort.conflict", error,   "reasoning_effort and reasoning.effort differ; leave one of them out"},

    Rule{"flag.path",          error,   "The path of --set, --set-string, --set-json or --unset cannot be read, or leads through something that is no object or list"},
    Rule{"flag.unset",         warning, "There is nothing at the path of --unset; it may be misspelt"},
    Rule{"flag.utf-8",         error,   "The value of a flag is not valid UTF-8"},
    Rule{"text.utf-8",         error,   "A file of text that a flag names is not valid UTF-8; save it as UTF-8"},

    Rule{"stored.changed",     warning, "The service stored another value than was sent; an error under --strict"},
    Rule{"stored.not-kept",    warning, "The service did not store what a preset should keep; an error under --strict"},
    Rule{"stored.more",        warning, "There are more differences than are shown"},

    Rule{"file.unreadable",    error,   "A file that is to be checked cannot be read"},
    Rule{"folder.empty",       warning, "There is no *.json, *.yaml or *.yml file in a folder that is to be checked"},

    Rule{"config.syntax",      error,   "The configuration file is not TOML"},
    Rule{"config.unknown-key", error,   "A key of the configuration file is not known, or does not belong where it stands"},
    Rule{"config.type",        error,   "A setting is not of its type, for example a number in place of a string"},
    Rule{"config.unusable",    warning, "The configuration file cannot be used; the command goes on without it"},
    Rule{"config.value",       error,   "A setting does not have one of the values that it takes"},
    Rule{"config.flag-only",   error,   "A setting of the command line stands in the configuration file, such as insecure; it has to be asked for each time"},

    Rule{"connection.insecure", warning, "--insecure is given: certificates are not checked, and the key may travel over plain http"},

    Rule{"label.unmasked",     warning, "The label of a credential did not look masked; mrctl masks it in every format but raw"},
};
// clang-format on

constexpr bool ids_are_unique() {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = i + 1; j < rows.size(); ++j)
      if (rows[i].id == rows[j].id) return false;
  return true;
}
static_assert(ids_are_unique());

} // namespace

Rows<Rule> general_rules() {
  return rows;
}

bool is_rule(std::string_view id) {
  const auto& fields = field_rules();
  return std::any_of(rows.begin(), rows.end(), [&](const Rule& rule) { return rule.id == id; }) ||
         std::any_of(fields.begin(), fields.end(),
                     [&](const FieldRule& rule) { return rule.id == id; });
}

} // namespace mrctl::spec
