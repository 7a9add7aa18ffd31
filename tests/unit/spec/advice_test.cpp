#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/field.hpp"

#include "../../../src/spec/foreign_global_flags.hpp"
#include "../../../src/spec/foreign_preset_flags.hpp"
#include "../../../src/spec/foreign_service_flags.hpp"
#include "../../../src/spec/foreign_words.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>

using namespace mrctl::spec;

TEST_CASE("a flag of other programs gets a hint that fits the command") {
  struct Row {
    std::string_view flag;
    std::string_view noun;
    std::string_view verb;
    std::string_view part; // of the hint; empty if there is none
  };
  for (const auto& row : {
           Row{"--api-key", "", "", "MRCTL_API_KEY"},
           Row{"-f", "preset", "create", "use --body FILE"},
           Row{"-f", "endpoints", "list", ""},
           Row{"--yaml", "", "", "-o json"},
           Row{"--url", "", "", "use --base-url"},
           Row{"--port", "emulator", "serve", "use --listen HOST:PORT"},
           Row{"--port", "preset", "lint", ""},
           Row{"--system-prompt", "preset", "create", "--system TEXT"},
           Row{"--system-prompt", "preset", "lint", ""},
           Row{"-y", "preset", "apply", "use --yes"},
           Row{"--force", "preset", "lint", "changes nothing"},
           Row{"--out", "preset", "plan", "--plan FINGERPRINT"},
           Row{"--out", "byok", "get", "--report json="},
           Row{"--detailed-exitcode", "preset", "plan", "--fail-on changed"},
           Row{"--detailed-exitcode", "preset", "lint", "preset plan --fail-on changed"},
           Row{"--context", "preset", "plan", "--target NAME"},
           Row{"--context", "byok", "get", "--profile NAME"},
           Row{"--name", "preset", "create", "its slug"},
           Row{"--all", "preset", "forget", "state -o name"},
           Row{"--all", "preset", "check", "leave it out"},
           Row{"--yes", "preset", "adopt", "does not ask"},
           Row{"-d", "emulator", "serve", "'&'"},
           Row{"-d", "preset", "create", "--body FILE"},
           Row{"--bodi", "preset", "create", ""},
       }) {
    CAPTURE(row.flag);
    CAPTURE(row.verb);
    const auto hint = advice_on_flag(row.flag, find_command(row.noun, row.verb));
    CHECK(hint.empty() == row.part.empty());
    CHECK(hint.find(row.part) != std::string_view::npos);
  }
}

TEST_CASE("a verb that the service has no operation for is told as such") {
  struct Row {
    std::string_view noun;
    std::string_view verb;
    std::string_view part;
  };
  for (const auto& row : {
           Row{"preset", "list", "api GET /presets"},
           Row{"endpoints", "get", "endpoints list"},
           Row{"preset", "update", "preset create"},
           Row{"preset", "import", "preset adopt"},
           Row{"config", "show", "config list"},
           Row{"emulator", "start", "emulator serve"},
           Row{"preset", "diff", "preset plan"},
           Row{"auth", "token", "mrctl never prints a key"},
           Row{"config", "edit", "mrctl config path"},
           Row{"byok", "show", "use 'mrctl byok get ID'"},
           Row{"preset", "lin", ""},
           Row{"config", "list", ""},
       }) {
    CAPTURE(row.verb);
    const auto hint = advice_in(row.noun, row.verb);
    CHECK(hint.empty() == row.part.empty());
    CHECK(hint.find(row.part) != std::string_view::npos);
  }
}

TEST_CASE("a verb without its noun means presets") {
  CHECK(advice_on_noun("destroy") == advice_in("preset", "destroy"));
  CHECK(advice_on_noun("man") == "use 'mrctl help COMMAND'");
  CHECK(advice_on_noun("zzzz").empty());
}

namespace {

std::set<std::string> matches(std::string_view text, const char* pattern) {
  const std::string copy(text);
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (auto at = std::sregex_iterator(copy.begin(), copy.end(), regex);
       at != std::sregex_iterator(); ++at)
    found.insert((*at)[1].str());
  return found;
}

bool is_flag_of_any(std::string_view name) {
  const auto has = [&](const auto& rows) {
    return std::ranges::any_of(rows, [&](const auto& row) { return row.name == name; });
  };
  return has(global_flags()) || has(field_flags()) ||
         std::ranges::any_of(commands(), [&](const Command& row) { return has(row.flags); });
}

template <class Table>
void check_hints(const Table& table) {
  for (const auto& row : table) {
    CAPTURE(row.hint);
    for (const auto& flag : matches(row.hint, "(--[a-z][a-z-]+)"))
      CHECK_MESSAGE(is_flag_of_any(flag), flag);
    for (const auto& words :
         matches(row.hint, "mrctl ((?:preset|endpoints|byok|auth|config|emulator) "
                           "[a-z]+)")) {
      const auto blank = words.find(' ');
      CHECK_MESSAGE(find_command(words.substr(0, blank), words.substr(blank + 1)) != nullptr,
                    words);
    }
  }
}

} // namespace

TEST_CASE("hints name flags and commands that there are") {
  check_hints(foreign_preset_flags);
  check_hints(foreign_service_flags);
  check_hints(foreign_global_flags);
  check_hints(foreign_verbs);
  check_hints(foreign_nouns);
}
