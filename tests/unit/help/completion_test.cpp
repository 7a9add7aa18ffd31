#include "mrctl/help/completion.hpp"
#include "mrctl/model/endpoint_columns.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"

#include "../../../src/help/completion_tables.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

using namespace mrctl;
using namespace mrctl::help;

namespace {

// The words of a script, whatever quotes it puts around them.
std::set<std::string> words_of(std::string_view shell) {
  constexpr std::string_view parts = " \t\n'\"()|:=;,\\";
  const auto script = *completion_script(shell);
  std::set<std::string> words;
  std::size_t begin = 0;
  while ((begin = script.find_first_not_of(parts, begin)) != std::string::npos) {
    const auto end = std::min(script.find_first_of(parts, begin), script.size());
    words.insert(script.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

void check_flag(const std::set<std::string>& words, const FlagFacts& flag) {
  CHECK_MESSAGE(words.count(flag.name) == 1, flag.name);
  if (flag.letter != 0) CHECK_MESSAGE(words.count(std::string("-") + flag.letter) == 1, flag.name);
}

} // namespace

TEST_CASE("every command and every flag is in the script of every shell") {
  for (const auto shell : shell_names()) {
    CAPTURE(std::string(shell));
    const auto words = words_of(shell);
    for (const auto& flag : shared_flags())
      check_flag(words, flag);
    for (const auto& command : spec::commands()) {
      CHECK(words.count(std::string(command.noun)) == 1);
      if (!command.verb.empty()) CHECK(words.count(std::string(command.verb)) == 1);
      for (const auto& flag : command_flags(command))
        check_flag(words, flag);
    }
    for (const auto& flag : spec::field_flags())
      CHECK_MESSAGE(words.count(flag.name) == 1, flag.name);
    for (const auto& column : model::all_columns())
      CHECK_MESSAGE(words.count(std::string(column.name)) == 1, std::string(column.name));
  }
}

TEST_CASE("the scripts that show help have the help of every flag and command") {
  for (const auto* shell : {"zsh", "fish"}) {
    CAPTURE(shell);
    auto script = *completion_script(shell);
    const std::string quote = std::string_view(shell) == "zsh" ? "'\\''" : "\\'";
    for (auto at = script.find(quote); at != std::string::npos; at = script.find(quote, at))
      script.replace(at, quote.size(), "'");
    for (const auto& command : spec::commands()) {
      CHECK_MESSAGE(script.find(command.summary) != std::string::npos, command.name());
      for (const auto& flag : command_flags(command))
        CHECK_MESSAGE(script.find(flag.help) != std::string::npos, flag.name);
    }
  }
}

TEST_CASE("every function that an offer calls is in the script") {
  const auto tables = completion_tables();
  const auto check = [](std::string_view shell, const std::string& definition) {
    CHECK_MESSAGE(completion_script(shell)->find("\n" + definition) != std::string::npos,
                  definition);
  };
  for (const auto& rows : {tables.flag_values, tables.arguments, tables.setting_values})
    for (const auto& row : rows) {
      const std::string name(function_name(row.offer));
      check("bash", "_mrctl_" + name + "() {");
      check("zsh", "_mrctl_" + name + "() {");
      check("fish", "function __mrctl_" + name + " -S");
    }
}

TEST_CASE("the tables have each beginning of a command once, and what may follow it") {
  const auto tables = completion_tables();
  const auto count = [&](const std::string& name) {
    return std::count(tables.commands.begin(), tables.commands.end(), name);
  };
  CHECK(count("preset") == 1);
  CHECK(count("config set") == 1);
  CHECK(count("schema") == 1);
  CHECK(tables.next_words.front().command.empty());
  const auto& preset = tables.next_words.front().words.front();
  CHECK(preset.text == "preset");
  CHECK(preset.says == "create, lint, plan, apply, explain");
}

TEST_CASE("an argument is offered at its place, or anywhere where it repeats") {
  std::set<std::string> keys;
  for (const auto& row : completion_tables().arguments)
    for (const auto& key : row.keys)
      CHECK_MESSAGE(keys.insert(key).second, key);
  for (const auto* key : {"config set:0", "config set:1", "preset lint:*", "help:*", "api:0",
                          "emulator exec:0", "--:emulator exec"})
    CHECK_MESSAGE(keys.count(key) == 1, key);
  CHECK(keys.count("api:1") == 0);
  CHECK(keys.count("preset create:0") == 0);
}

TEST_CASE("a script says in its first lines how it was made") {
  for (const auto shell : shell_names()) {
    const auto script = *completion_script(shell);
    const auto made =
        "# Generated from the tables of mrctl by 'mrctl completion " + std::string(shell) + "'\n";
    CHECK_MESSAGE(script.substr(0, 200).find(made) != std::string::npos, std::string(shell));
    CHECK(script.ends_with('\n'));
  }
  CHECK(completion_script("zsh")->starts_with("#compdef mrctl\n"));
}

TEST_CASE("a shell that there is no script for is a usage error with the nearest one") {
  const auto misspelt = completion_script("fisch");
  REQUIRE_FALSE(misspelt.has_value());
  CHECK(misspelt.error().kind == ErrorKind::usage);
  CHECK(misspelt.error().message == "unknown shell 'fisch'");
  CHECK(misspelt.error().hint == "did you mean 'fish'?");
  CHECK(completion_script("powershell").error().hint == "the shells are bash, zsh, fish");
}
