#include "mrctl/spec/advice.hpp"

#include <algorithm>
#include <array>

namespace mrctl::spec {

namespace {

using Words = std::string_view;

struct Advice {
  Rows<std::string_view> words;
  std::string_view place; // the flag or argument that a command must have; the noun of a verb
  std::string_view hint;
};

constexpr std::array keys{Words("--api-key"), Words("--apikey"), Words("--key"), Words("--token")};
constexpr std::array files{Words("-f"),      Words("--file"), Words("--from-file"),
                           Words("--input"), Words("-d"),     Words("--data")};
constexpr std::array formats{Words("--json"), Words("--format"), Words("--yaml"), Words("--csv")};
constexpr std::array prompts{Words("--system-prompt"), Words("--prompt")};
constexpr std::array addresses{Words("--url"), Words("--host"), Words("--endpoint"),
                               Words("--server")};
constexpr std::array readers{Words("list"), Words("ls"), Words("get"), Words("show")};
constexpr std::array removers{Words("delete"), Words("rm"), Words("remove")};
constexpr std::array makers{Words("create"), Words("add"), Words("set"), Words("update")};
constexpr std::array changers{Words("update"), Words("set"), Words("edit"), Words("add"),
                              Words("new")};
constexpr std::array starters{Words("start"), Words("run"), Words("up")};
constexpr std::array listers{Words("get"), Words("show"), Words("ls")};

constexpr std::array on_flags{
    Advice{keys,
           {},
           "no flag takes the key itself: set MRCTL_API_KEY, use --api-key-file FILE, or run "
           "'mrctl auth login'"},
    Advice{files, "--body", "use --body FILE; --body - reads standard input"},
    Advice{formats, {}, "use -o FORMAT, for example -o json"},
    Advice{prompts, "--system", "use --system TEXT"},
    Advice{addresses, {}, "use --base-url URL"},
    Advice{files, "PATH", "files and folders are arguments: 'mrctl preset lint presets/'"},
};

constexpr std::array on_verbs{
    Advice{readers, "preset",
           "the service has no operation to read presets; 'preset create' prints what the service "
           "stored"},
    Advice{removers, "preset", "the service has no operation to delete presets"},
    Advice{changers, "preset", "'mrctl preset create SLUG' creates a new version of a preset"},
    Advice{readers, "byok",
           "the service has no operation to list credentials; 'mrctl byok get ID' shows one"},
    Advice{makers, "byok", "the service has no operation to change credentials"},
    Advice{listers, "endpoints", "did you mean 'mrctl endpoints list MODEL'?"},
    Advice{listers, "config", "did you mean 'mrctl config list'?"},
    Advice{starters, "emulator", "use 'mrctl emulator serve' or 'mrctl emulator exec -- COMMAND'"},
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

std::string_view advice_on_verb(std::string_view noun, std::string_view verb) {
  const auto* found = std::find_if(on_verbs.begin(), on_verbs.end(), [&](const Advice& advice) {
    return advice.place == noun && has_word(advice, verb);
  });
  return found == on_verbs.end() ? std::string_view() : found->hint;
}

} // namespace mrctl::spec
