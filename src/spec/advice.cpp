#include "mrctl/spec/advice.hpp"

#include "word_list.hpp"

#include <algorithm>
#include <array>

namespace mrctl::spec {

namespace {

struct Advice {
  Rows<std::string_view> words;
  std::string_view hint;
  std::string_view place{}; // the flag or argument that a command must have; the noun of a verb
};

constexpr auto keys = word_list("--api-key", "--apikey", "--key", "--token");
constexpr auto files = word_list("-f", "--file", "--from-file", "--input", "-d", "--data");
constexpr auto formats = word_list("--json", "--format", "--yaml", "--csv");
constexpr auto prompts = word_list("--system-prompt", "--prompt");
constexpr auto addresses = word_list("--url", "--host", "--endpoint", "--server");
constexpr auto readers = word_list("list", "ls", "get", "show");
constexpr auto removers = word_list("delete", "rm", "remove");
constexpr auto makers = word_list("create", "add", "set", "update");
constexpr auto changers = word_list("update", "set", "edit", "add", "new");
constexpr auto starters = word_list("start", "run", "up");
constexpr auto listers = word_list("get", "show", "ls");

constexpr std::array on_flags{
    Advice{keys, "no flag takes the key itself: set MRCTL_API_KEY, use --api-key-file FILE, or run "
                 "'mrctl auth login'"},
    Advice{files, "use --body FILE; --body - reads standard input", "--body"},
    Advice{formats, "use -o FORMAT, for example -o json"},
    Advice{prompts, "use --system TEXT", "--system"},
    Advice{addresses, "use --base-url URL"},
    Advice{files, "files and folders are arguments: 'mrctl preset lint presets/'", "PATH"},
};

constexpr std::array on_verbs{
    Advice{readers,
           "the service has no operation to read presets; 'preset create' prints what the service "
           "stored",
           "preset"},
    Advice{removers, "the service has no operation to delete presets", "preset"},
    Advice{changers, "'mrctl preset create SLUG' creates a new version of a preset", "preset"},
    Advice{readers,
           "the service has no operation to list credentials; 'mrctl byok get ID' shows one",
           "byok"},
    Advice{makers, "the service has no operation to change credentials", "byok"},
    Advice{listers, "did you mean 'mrctl endpoints list MODEL'?", "endpoints"},
    Advice{listers, "did you mean 'mrctl config list'?", "config"},
    Advice{starters, "use 'mrctl emulator serve' or 'mrctl emulator exec -- COMMAND'", "emulator"},
};

// Words of the service, for which commands are named otherwise.
constexpr auto models = word_list("model", "models");
constexpr auto credentials = word_list("credential", "credentials", "key", "keys");

constexpr std::array on_nouns{
    Advice{models, "'mrctl endpoints list MODEL' lists the endpoints of a model, 'mrctl api GET "
                   "/models' the models, if the service has that operation"},
    Advice{credentials,
           "'mrctl byok get ID' shows a provider credential, 'mrctl auth login' stores "
           "your key"},
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

} // namespace mrctl::spec
