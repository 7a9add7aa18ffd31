#include "mrctl/spec/advice.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/command.hpp"

#include "word_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace mrctl::spec {

namespace {

struct Advice {
  Rows<std::string_view> words;
  std::string_view hint;
  std::string_view place{}; // the flag or argument that a command must have; the noun of a verb
};

constexpr auto keys = word_list("--api-key", "--apikey", "--key", "--token", "--auth");
constexpr auto files = word_list("-f", "--file", "--from-file", "--input", "-d", "--data");
constexpr auto formats = word_list("--json", "--format", "--yaml", "--csv");
constexpr auto prompts = word_list("--system-prompt", "--prompt");
constexpr auto addresses = word_list("--url", "--host", "--endpoint", "--server");
constexpr auto ports = word_list("--port", "-p", "--bind", "--address");
constexpr auto consents =
    word_list("-y", "--auto-approve", "--force", "--assume-yes", "--approve", "--confirm");
constexpr auto outs = word_list("--out", "--outfile", "--output-file", "--save-plan");
constexpr auto colourless = word_list("--no-color", "--no-colour", "--nocolor", "--plain");
constexpr auto unattended = word_list("--non-interactive", "--no-interactive", "--batch", "--ci");
constexpr auto listers = word_list("list", "ls");
constexpr auto readers = word_list("list", "ls", "get", "show", "view", "describe");
constexpr auto removers = word_list("delete", "rm", "remove", "destroy", "drop");
constexpr auto makers = word_list("create", "add", "set", "update", "edit", "rotate");
constexpr auto changers = word_list("update", "set", "edit", "add", "new", "put");
constexpr auto checkers = word_list("validate", "verify", "test");
constexpr auto senders = word_list("deploy", "push", "sync", "publish", "send");
constexpr auto comparers = word_list("diff", "compare", "changes");
constexpr auto historians = word_list("history", "versions", "rollback", "revert");
constexpr auto starters = word_list("start", "run", "up");
constexpr auto stoppers = word_list("stop", "down", "kill");
constexpr auto key_printers = word_list("token", "print", "key", "get");
constexpr auto identities = word_list("whoami", "show", "list", "check", "verify", "test");
constexpr auto editors = word_list("edit", "open");
constexpr auto profile_users = word_list("use", "use-profile", "profile", "switch");
constexpr auto places = word_list("file", "where", "location");
constexpr auto views = word_list("get", "show", "ls", "view");
constexpr auto all_settings = word_list("show", "ls", "view", "dump");

constexpr std::array on_flags{
    Advice{keys, "no flag takes the key itself: set MRCTL_API_KEY, use --api-key-file FILE, or run "
                 "'mrctl auth login'"},
    Advice{files, "use --body FILE; --body - reads standard input", "--body"},
    Advice{formats, "use -o FORMAT, for example -o json"},
    Advice{prompts, "use --system TEXT", "--system"},
    Advice{ports, "use --listen HOST:PORT", "--listen"},
    Advice{addresses, "use --base-url URL"},
    Advice{files, "files and folders are arguments: 'mrctl preset lint presets/'", "PATH"},
    Advice{consents, "use --yes", "--yes"},
    Advice{outs,
           "the last line of the plan has its fingerprint, which 'preset apply --plan FINGERPRINT' "
           "takes; --report json=FILE writes the plan to a file",
           "--fail-changed"},
    Advice{outs, "use --report FORMAT=FILE, for example --report json=result.json"},
    Advice{colourless, "use --color never"},
    Advice{unattended, "use --no-input"},
};

constexpr std::array on_verbs{
    Advice{listers,
           "'mrctl preset state' lists the presets that were applied from here, and 'mrctl api GET "
           "/presets' lists all, if the service can",
           "preset"},
    Advice{readers, "'mrctl api GET /presets/SLUG' reads a preset, if the service can", "preset"},
    Advice{removers,
           "mrctl has no command that deletes presets; 'mrctl preset forget SLUG' drops the record "
           "of one",
           "preset"},
    Advice{historians,
           "mrctl has no command that reads or restores versions; apply an older file with 'mrctl "
           "preset apply PATH'",
           "preset"},
    Advice{changers, "'mrctl preset create SLUG' creates a new version of a preset", "preset"},
    Advice{comparers, "'mrctl preset plan PATH' shows what changed since the last apply", "preset"},
    Advice{checkers, "use 'mrctl preset check PATH', or 'mrctl preset lint PATH' without network",
           "preset"},
    Advice{senders, "use 'mrctl preset apply PATH'", "preset"},
    Advice{listers,
           "'mrctl byok get ID' shows a credential, and 'mrctl api GET /byok' lists all, if the "
           "service can",
           "byok"},
    Advice{views, "use 'mrctl byok get ID'", "byok"},
    Advice{makers, "mrctl has no command that changes credentials", "byok"},
    Advice{removers, "mrctl has no command that deletes credentials", "byok"},
    Advice{views, "use 'mrctl endpoints list MODEL'", "endpoints"},
    Advice{comparers, "use 'mrctl endpoints diff BEFORE'", "endpoints"},
    Advice{key_printers,
           "mrctl never prints a key; 'mrctl auth status' says which key is used, masked", "auth"},
    Advice{identities, "use 'mrctl auth status'", "auth"},
    Advice{makers, "use 'mrctl auth login'", "auth"},
    Advice{removers, "use 'mrctl auth logout'", "auth"},
    Advice{all_settings, "use 'mrctl config list'", "config"},
    Advice{editors, "mrctl starts no editor: run \"$EDITOR\" \"$(mrctl config path)\"", "config"},
    Advice{profile_users, "use 'mrctl config set profile NAME'", "config"},
    Advice{places, "use 'mrctl config path'", "config"},
    Advice{makers, "use 'mrctl config set KEY VALUE'", "config"},
    Advice{removers, "use 'mrctl config unset KEY'", "config"},
    Advice{starters, "use 'mrctl emulator serve' or 'mrctl emulator exec -- COMMAND'", "emulator"},
    Advice{stoppers, "press Ctrl-C where it runs, or run 'kill \"$MRCTL_EMULATOR_PID\"'",
           "emulator"},
};

// Words of the service, for which commands are named otherwise.
constexpr auto models = word_list("model", "models");
constexpr auto credentials = word_list("credential", "credentials", "key", "keys");
constexpr auto completions = word_list("chat", "chat/completions", "complete");
constexpr auto settings_words = word_list("settings", "profile", "profiles", "configure");
constexpr auto identity = word_list("whoami", "me");

constexpr std::array on_nouns{
    Advice{models, "'mrctl endpoints list MODEL' lists the endpoints of a model, 'mrctl api GET "
                   "/models' the models, if the service has that operation"},
    Advice{credentials,
           "'mrctl byok get ID' shows a provider credential, 'mrctl auth login' stores "
           "your key"},
    Advice{completions, "mrctl has no command for chats; 'mrctl api POST /chat/completions --body "
                        "FILE' sends a body"},
    Advice{settings_words,
           "use 'mrctl config list', 'mrctl config set KEY VALUE' or --profile NAME"},
    Advice{identity, "use 'mrctl auth status'"},
};

bool has_word(const Advice& advice, std::string_view word) {
  return std::find(advice.words.begin(), advice.words.end(), word) != advice.words.end();
}

bool has_place(const Command& command, std::string_view place) {
  const auto is_named = [&](const auto& row) { return row.name == place; };
  return std::any_of(command.flags.begin(), command.flags.end(), is_named) ||
         std::any_of(command.arguments.begin(), command.arguments.end(), [&](const Argument& row) {
           return is_named(row) && row.takes == Takes::preset_file;
         });
}

} // namespace

std::string_view advice_on_flag(std::string_view flag, const Command* command) {
  const auto* found = std::find_if(on_flags.begin(), on_flags.end(), [&](const Advice& advice) {
    const bool fits =
        advice.place.empty() || (command != nullptr && has_place(*command, advice.place));
    return fits && has_word(advice, flag);
  });
  return found == on_flags.end() ? std::string_view() : found->hint;
}

std::string_view advice_on_noun(std::string_view noun) {
  const auto* found = std::find_if(on_nouns.begin(), on_nouns.end(),
                                   [&](const Advice& advice) { return has_word(advice, noun); });
  return found == on_nouns.end() ? std::string_view() : found->hint;
}

std::string_view advice_on_verb(std::string_view noun, std::string_view verb) {
  const auto* found = std::find_if(on_verbs.begin(), on_verbs.end(), [&](const Advice& advice) {
    return advice.place == noun && has_word(advice, verb);
  });
  return found == on_verbs.end() ? std::string_view() : found->hint;
}

std::string advice_on_format(std::string_view name) {
  const auto* row = find_row(format_rows, &FormatRow::name, name);
  if (row == nullptr || !is_of_findings(row->format)) return {};
  std::vector<std::string> judges;
  for (const auto& command : commands())
    if (command.findings == HasFindings::yes) judges.push_back(command.name());
  return fmt::format("use --report {}=FILE, with one of {}", name, fmt::join(judges, ", "));
}

namespace {

std::vector<std::string_view> verbs() {
  std::vector<std::string_view> verbs;
  for (const auto& command : commands())
    if (!command.verb.empty()) verbs.push_back(command.verb);
  return verbs;
}

// "preset-create" and "preset create" as one word.
std::string nearest_name(std::string_view word) {
  std::vector<std::string> names;
  for (const auto& command : commands())
    names.push_back(command.name());
  return nearest_word(word, names);
}

} // namespace

std::vector<std::string_view> nouns() {
  std::vector<std::string_view> nouns;
  for (const auto& command : commands())
    if (nouns.empty() || nouns.back() != command.noun) nouns.push_back(command.noun);
  return nouns;
}

bool is_noun(std::string_view word) {
  const auto known = nouns();
  return std::find(known.begin(), known.end(), word) != known.end();
}

std::vector<std::string> nearest_commands(std::string_view word) {
  if (const auto noun = nearest_word(word, nouns()); !noun.empty()) return {std::string(noun)};
  const auto verb = nearest_word(word, verbs());
  std::vector<std::string> names;
  for (const auto& command : commands())
    if (!verb.empty() && command.verb == verb) names.push_back(command.name());
  if (names.empty())
    if (auto name = nearest_name(word); !name.empty()) names.push_back(std::move(name));
  return names;
}

std::string nearest_command(std::string_view noun, std::string_view verb) {
  std::vector<std::string_view> known;
  for (const auto& command : commands())
    if (command.noun == noun) known.push_back(command.verb);
  const auto near = nearest_word(verb, known);
  return near.empty() ? std::string() : std::string(noun) + " " + std::string(near);
}

namespace {

std::string_view kind_words(ShapeKind kind) {
  switch (kind) {
  case ShapeKind::string:
  case ShapeKind::choice:
    return "a string";
  case ShapeKind::integer:
    return "an integer";
  case ShapeKind::number:
    return "a number";
  case ShapeKind::boolean:
    return "true or false";
  case ShapeKind::list:
    return "an array";
  case ShapeKind::map:
  case ShapeKind::object:
  case ShapeKind::tagged:
    return "an object";
  case ShapeKind::any:
  case ShapeKind::alternatives:
    break;
  }
  return "anything";
}

} // namespace

std::string type_words(const Shape& shape) {
  std::string words(kind_words(shape.kind));
  if (shape.kind == ShapeKind::alternatives) {
    words.clear();
    for (const auto& alternative : shape.alternatives)
      words += (words.empty() ? "" : " or ") + std::string(kind_words(alternative.kind));
  }
  return shape.nullable ? words + " or null" : words;
}

std::string bound_words(const Bounds& bounds) {
  const Bounds none;
  if (bounds.most >= none.most) return fmt::format("at least {}", bounds.least);
  if (bounds.least <= none.least) return fmt::format("at most {}", bounds.most);
  return fmt::format("between {} and {}", bounds.least, bounds.most);
}

} // namespace mrctl::spec
