#include "mrctl/base/error.hpp"
#include "mrctl/help/help.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace mrctl;
using namespace mrctl::help;

namespace {

using Words = std::vector<std::string>;

std::string help_on(const Words& words, HelpLength length = HelpLength::full,
                    std::size_t width = widest_help) {
  const auto subject = find_subject(words);
  REQUIRE_MESSAGE(subject.has_value(), (subject ? "" : subject.error().message));
  return help_text(*subject, length, width);
}

Error not_understood(const Words& words) {
  const auto subject = find_subject(words);
  REQUIRE_FALSE(subject.has_value());
  CHECK(subject.error().kind == ErrorKind::usage);
  return subject.error();
}

// Every subject that there is, as the words behind `mrctl help`.
std::vector<Words> all_subjects() {
  std::vector<Words> subjects{{}};
  for (const auto& topic : topics())
    subjects.push_back({std::string(topic.name)});
  for (const auto& command : spec::commands()) {
    subjects.push_back({std::string(command.noun)});
    if (!command.verb.empty())
      subjects.push_back({std::string(command.noun), std::string(command.verb)});
  }
  return subjects;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);)
    longest = std::max(longest, line.size());
  return longest;
}

} // namespace

TEST_CASE("no help is wider than the terminal, nor than people like to read") {
  for (const auto& words : all_subjects()) {
    CAPTURE(words);
    for (const std::size_t width : {60U, 80U, 100U, 300U})
      CHECK(longest_line(help_on(words, HelpLength::full, width)) <=
            std::min<std::size_t>(width, 100));
  }
}

TEST_CASE("in 40 columns only what cannot be broken is wider: a long name, or part of a command") {
  for (const auto& words : all_subjects()) {
    std::istringstream lines(help_on(words, HelpLength::full, 40));
    bool is_in_examples = false;
    for (std::string line; std::getline(lines, line);) {
      if (line.ends_with(':')) is_in_examples = line == "Examples:";
      const auto begin = std::min(line.find_first_not_of(' '), line.size());
      const bool is_one_word = line.find(' ', begin) == std::string::npos;
      CAPTURE(line);
      const bool is_heading = line.ends_with("):");
      CHECK((line.size() <= 40 || is_one_word || is_heading || is_in_examples));
    }
  }
}

TEST_CASE("no terminal is too narrow for help") {
  for (const auto& words : all_subjects())
    for (const std::size_t width : {0U, 1U, 7U})
      CHECK_FALSE(help_on(words, HelpLength::full, width).empty());
}

TEST_CASE(
    "help is plain ASCII, without spaces at the end of lines and with one line break at the end") {
  for (const auto& words : all_subjects()) {
    const auto text = help_on(words);
    CAPTURE(words);
    CHECK(std::all_of(text.begin(), text.end(),
                      [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
    CHECK_FALSE(has(text, " \n"));
    CHECK_FALSE(has(text, "\n\n\n"));
    CHECK(text.ends_with('\n'));
    CHECK_FALSE(text.ends_with("\n\n"));
  }
}

TEST_CASE(
    "every command has a summary, examples and its flags in its help, and says where others are") {
  for (const auto& command : spec::commands()) {
    const auto text = help_text({&command, nullptr, {}}, HelpLength::full, widest_help);
    CAPTURE(command.name());
    CHECK(text.starts_with(std::string(command.summary) + "\n\nUsage: mrctl " + command.name()));
    CHECK(has(text, "\nExamples:\n"));
    for (const auto& flag : command.flags)
      CHECK_MESSAGE(has(text, flag.name), std::string(flag.name));
    CHECK(text.ends_with(
        "\nSee also: mrctl help global, mrctl help environment, mrctl help exit-codes\n"));
    CHECK_FALSE(has(text, "--connect-timeout"));
    for (const auto& flag : spec::field_flags(command.body_flags))
      CHECK_MESSAGE(has(text + help_on({"plugins"}), "  " + flag.name), flag.name);
  }
}

TEST_CASE("examples come first, then what there is to know of the command") {
  const auto text = help_on({"preset", "create"});
  std::vector<std::size_t> positions;
  for (const auto* title : {"Examples", "Description", "Arguments", "Flags", "Model", "Tracking"})
    positions.push_back(text.find("\n" + std::string(title) + ":\n"));
  CHECK(std::find(positions.begin(), positions.end(), std::string::npos) == positions.end());
  CHECK(std::is_sorted(positions.begin(), positions.end()));
}

TEST_CASE("the brief help has examples and the command's own flags, and says where the rest is") {
  const auto text = help_on({"preset", "create"}, HelpLength::brief);
  CHECK(has(text, "--dry-run"));
  CHECK(text.find("\nExamples:\n") < text.find("\nFlags:\n"));
  CHECK(has(text, "Run 'mrctl preset create --help' for"));
  for (const auto* part : {"Description:", "--top-p", "--base-url", "Environment:"})
    CHECK_FALSE_MESSAGE(has(text, part), part);
}

TEST_CASE("the brief help fits a screen, whatever the command") {
  const auto lines_of = [](const Subject& subject, std::size_t width) {
    const auto text = help_text(subject, HelpLength::brief, width);
    return std::count(text.begin(), text.end(), '\n');
  };
  for (const auto& command : spec::commands()) {
    CAPTURE(command.name());
    CHECK(lines_of({.command = &command}, 100) <= 40);
    CHECK(lines_of({.command = &command}, 80) <= 50);
  }
  CHECK(lines_of({}, 100) <= 50);
  CHECK(lines_of({}, 80) <= 50);
}

TEST_CASE("flags that do not fit the brief help are there by name") {
  const auto text =
      help_text({.command = spec::find_command("preset", "explain")}, HelpLength::brief, 100);
  for (const auto* part : {"\nFlags for bodies:\n", "--set-json", "--at-least N", "--base"})
    CHECK_MESSAGE(has(text, part), part);
}

TEST_CASE("the overview has every command, topic and exit code") {
  const auto text = help_on({});
  for (const auto& command : spec::commands())
    CHECK(has(text, "\n  " + command.name() + " "));
  for (const auto& topic : topics())
    CHECK(has(text, topic.title));
  for (const auto& row : exit_codes())
    CHECK(has(text, row.meaning));
  CHECK_FALSE(has(help_on({}, HelpLength::brief), "--base-url"));
}

TEST_CASE("a flag says its value, its choices and whether it repeats") {
  const auto text = help_on({"preset", "create"});
  for (const auto* line :
       {"  --stream[=true|false] ", "  --temperature N|null ", "(deprecated, use", "; repeatable"})
    CHECK_MESSAGE(has(text, line), line);
  for (const auto* line : {"  -o, --output FORMAT ", "      --jq EXPR ", "text|json|github"})
    CHECK_MESSAGE(has(help_on({"global"}), line), line);
}

TEST_CASE("texts of the tables have no line breaks inside a paragraph") {
  for (const auto& command : spec::commands()) {
    std::istringstream lines{spec::about_of(command)};
    for (std::string line; std::getline(lines, line);) {
      CAPTURE(line);
      CHECK((line.empty() || line.starts_with("  ") || line.ends_with('.') || line.ends_with(':')));
    }
  }
}

TEST_CASE("the flags of plugins stand in the help of a command, and have a topic") {
  for (const auto& text : {help_on({"preset", "create"}), help_on({"plugins"})})
    CHECK(has(text, "  --plugins-web-max-results N "));
  CHECK_FALSE(has(help_on({"preset", "explain"}), "--plugins-")); // the rules read the ids alone
}

TEST_CASE("help on a noun is the list of its commands") {
  const auto text = help_on({"config"});
  CHECK(has(text, "config set"));
  CHECK_FALSE(has(text, "preset create"));
}

TEST_CASE("an unknown command, topic or word gets the nearest one of all") {
  const std::pair<Words, std::string> rows[]{
      {{"enviroment"}, "'environment'?"},
      {{"exit-code"}, "'exit-codes'?"},
      {{"presetz"}, "'preset'?"},
      {{"temperture.range"}, "'temperature.range'?"},
      {{"--asume"}, "'--assume'?"},
      {{"preset-create"}, "'preset create'?"},
      {{"presets", "lint"}, "'preset lint'?"},
      {{"preset", "crate"}, "'preset create'?"},
      {{"preset", "zzz"}, "'mrctl preset --help'"},
      {{"zzzz"}, "'mrctl help'"},
      {{""}, "'mrctl help'"},
      {{"temperature", "range"}, "takes one"},
      {{"api", "GET"}, "takes one"},
      {{"auth", "login", "x"}, "takes one"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.first);
    const auto error = not_understood(row.first);
    CHECK_MESSAGE(has(error.hint, row.second), error.hint);
    CHECK_MESSAGE(has(error.message, row.first.back()), error.message);
  }
}

TEST_CASE("a command or a topic that has further meanings shows them behind its help") {
  const auto text = help_on({"preset"});
  CHECK(text.find("preset create") < text.find("\npreset (word):\n"));
  CHECK_FALSE(has(help_on({"preset", "create"}), "(word)"));
}

TEST_CASE("'auth' is a noun and a topic, and help has both") {
  const auto text = help_on({"auth"});
  CHECK(has(text, "auth login"));
  CHECK(has(text, "Where mrctl finds keys"));
}
