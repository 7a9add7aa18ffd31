#include "mrctl/config/setting.hpp"
#include "mrctl/help/value_facts.hpp"
#include "mrctl/model/endpoint_columns.hpp"
#include "mrctl/spec/field.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

using namespace mrctl;
using namespace mrctl::help;

namespace {

FlagFacts flag_of(std::string_view noun, std::string_view verb, std::string_view name) {
  auto flags = command_flags(*spec::find_command(noun, verb));
  for (auto& flag : shared_flags())
    flags.push_back(std::move(flag));
  const auto found = std::find_if(flags.begin(), flags.end(),
                                  [&](const FlagFacts& flag) { return flag.name == name; });
  REQUIRE_MESSAGE(found != flags.end(), std::string(name));
  return *found;
}

FlagFacts body_flag(std::string_view name) {
  return flag_of("preset", "create", name);
}

ArgumentFacts argument_of(std::string_view noun, std::string_view verb, std::size_t index = 0) {
  return argument_facts(*spec::find_command(noun, verb)).at(index);
}

std::string words_in(const std::vector<Word>& words) {
  std::vector<std::string> texts;
  for (const auto& word : words)
    texts.push_back(word.text);
  return fmt::format("{}", fmt::join(texts, " "));
}

bool has_word(const std::vector<Word>& words, std::string_view text) {
  return std::any_of(words.begin(), words.end(),
                     [&](const Word& word) { return word.text == text; });
}

} // namespace

TEST_CASE("what a field's value is called says what it takes") {
  const std::map<std::string_view, std::string> names{
      {"--model", "VALUE"},
      {"--temperature", "N|null"},
      {"--seed", "N|null"},
      {"--service-tier", "VALUE|null"},
      {"--stream", "true|false"},
      {"--logprobs", "true|false|null"},
      {"--tools", "TYPE|JSON"},
      {"--plugins", "ID|JSON"},
      {"--metadata", "KEY=VALUE"},
      {"--trace", "KEY=VALUE"},
      {"--messages", "JSON"},
      {"--provider", "JSON|null"},
      {"--modalities", "VALUE"},
      {"--stop", "VALUE|null"},
      {"--response-format", "TYPE|JSON"},
  };
  for (const auto& row : names)
    CHECK_MESSAGE(body_flag(row.first).value_name == row.second, std::string(row.first));
}

TEST_CASE("only a boolean of the body takes its value behind '=' alone") {
  CHECK(body_flag("--stream").is_value_optional);
  CHECK_FALSE(body_flag("--stream").takes_value());
  CHECK(body_flag("--temperature").takes_value());
  CHECK(body_flag("--output").takes_value());
  CHECK_FALSE(body_flag("--strict").is_value_optional);
  CHECK_FALSE(body_flag("--strict").takes_value());
}

TEST_CASE("a flag repeats where each use adds to the others") {
  for (const auto* flag :
       {"--message", "--set", "--models", "--stop", "--metadata", "--trace", "--plugins", "--tools",
        "--modalities", "--provider-order", "--provider-quantizations", "--verbose"})
    CHECK_MESSAGE(body_flag(flag).repeats, flag);
  for (const auto* flag : {"--model", "--messages", "--provider", "--response-format", "--stream",
                           "--stop-server-tools-when", "--output", "--body", "--strict"})
    CHECK_FALSE_MESSAGE(body_flag(flag).repeats, flag);
}

TEST_CASE("a shell offers the values of a field that are known") {
  const std::map<std::string_view, std::string> words{
      {"--stream", "true false"},
      {"--logprobs", "true false null"},
      {"--service-tier", "auto default flex priority scale null"},
      {"--modalities", "text image audio"},
      {"--tool-choice", "none auto required"},
      {"--response-format", "text json_object python"},
      {"--provider-data-collection", "allow deny null"},
      {"--plugins-web-enabled", "true false"},
      {"--model", ""},
      {"--temperature", ""},
  };
  for (const auto& row : words)
    CHECK_MESSAGE(words_in(body_flag(row.first).words) == row.second, std::string(row.first));
}

TEST_CASE("files are offered for what takes them, behind an @ for what takes text as well") {
  for (const auto* flag : {"--body", "--config", "--ca-cert", "--api-key-file"})
    CHECK_MESSAGE(body_flag(flag).offer == Offer::files, flag);
  for (const auto* flag : {"--system", "--messages", "--provider", "--metadata", "--plugins",
                           "--tool-choice", "--response-format", "--plugins-web-engine"})
    CHECK_MESSAGE(body_flag(flag).offer == Offer::text, flag);
  for (const auto* flag : {"--message", "--set-json"})
    CHECK_MESSAGE(body_flag(flag).offer == Offer::pairs, flag);
  for (const auto* flag : {"--model", "--user", "--temperature", "--models", "--jq", "--timeout"})
    CHECK_MESSAGE(body_flag(flag).offer == Offer::nothing, flag);
}

TEST_CASE("every column is offered where columns are named") {
  for (const auto& column : model::all_columns()) {
    const std::string name(column.name);
    CAPTURE(name);
    CHECK(has_word(flag_of("endpoints", "list", "--columns").words, name));
    CHECK(has_word(flag_of("endpoints", "list", "--where").words, name));
    CHECK(has_word(flag_of("endpoints", "list", "--sort").words, name));
    CHECK(has_word(flag_of("endpoints", "list", "--sort").words, "-" + name));
  }
  CHECK(has_word(flag_of("endpoints", "list", "--columns").words, "help"));
  CHECK(has_word(flag_of("endpoints", "list", "--chart").words, "latency"));
  CHECK_FALSE(has_word(flag_of("endpoints", "list", "--chart").words, "tag"));
}

TEST_CASE("an argument offers its choices, settings, commands or paths") {
  CHECK(words_in(argument_of("api", {}).words) == "GET POST PUT PATCH DELETE");
  CHECK(words_in(argument_of("schema", {}).words) == "request preset endpoints credential");
  CHECK(words_in(argument_of("completion", {}).words) == "bash zsh fish");
  CHECK(argument_of("preset", "lint").offer == Offer::files);
  CHECK(argument_of("emulator", "exec").offer == Offer::command_line);
  CHECK(argument_of("config", "set", 1).offer == Offer::setting_values);
  CHECK(argument_of("help", {}).offer == Offer::commands);
  CHECK(has_word(argument_of("help", {}).words, "exit-codes"));
  CHECK(argument_of("preset", "create").offer == Offer::nothing);
  CHECK(argument_of("endpoints", "list").offer == Offer::nothing);
}

TEST_CASE("a setting is offered to be read, and to be written where config.toml may hold it") {
  for (const auto& setting : config::settings()) {
    const std::string key(setting.key);
    CAPTURE(key);
    const bool is_writable = setting.place != config::SettingPlace::nowhere;
    CHECK(has_word(argument_of("config", "get").words, key));
    CHECK(has_word(argument_of("config", "set").words, key) == is_writable);
    CHECK(has_word(argument_of("config", "unset").words, key) == is_writable);
  }
}

// What a shell knows of a flag it knows by the flag's name alone.
TEST_CASE("a name of a flag means the same in every command that has it") {
  std::map<std::string, FlagFacts> known;
  for (const auto& flag : shared_flags())
    CHECK_MESSAGE(known.emplace(flag.name, flag).second, flag.name);
  for (const auto& command : spec::commands())
    for (const auto& flag : command_flags(command)) {
      CAPTURE(flag.name);
      const auto& first = known.emplace(flag.name, flag).first->second;
      CHECK(first.letter == flag.letter);
      CHECK(first.takes_value() == flag.takes_value());
      CHECK(first.repeats == flag.repeats);
      CHECK(first.offer == flag.offer);
      CHECK(words_in(first.words) == words_in(flag.words));
    }
}

TEST_CASE("whoever adds a flag with a value says what a shell is to offer for it") {
  const std::set<std::string, std::less<>> without_offer{
      "URL", "EXPR", "D", "N", "K", "HOST:PORT", "RULE", "NAME: VALUE",
  };
  const auto check = [&](const FlagFacts& flag) {
    const bool has_offer = flag.value_name.empty() || flag.offer != Offer::nothing ||
                           without_offer.count(flag.value_name) != 0;
    CHECK_MESSAGE(has_offer, (flag.name + " " + flag.value_name));
  };
  for (const auto& flag : shared_flags())
    check(flag);
  for (const auto& command : spec::commands())
    if (command.body_flags == spec::BodyFlags::no)
      for (const auto& flag : command_flags(command))
        check(flag);
}

// Bash splits a list of them at blanks, and takes what looks like a pattern for one.
TEST_CASE("no word that is offered needs quotes") {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.=";
  const auto check = [&](const std::vector<Word>& words) {
    for (const auto& word : words) {
      CHECK_MESSAGE(!word.text.empty(), "a word without text");
      CHECK_MESSAGE(word.text.find_first_not_of(plain) == std::string::npos, word.text);
      CHECK_MESSAGE(word.says.find_first_of("\t\n") == std::string::npos, word.says);
    }
  };
  for (const auto& flag : shared_flags())
    check(flag.words);
  for (const auto& command : spec::commands()) {
    for (const auto& flag : command_flags(command))
      check(flag.words);
    for (const auto& argument : argument_facts(command))
      check(argument.words);
  }
}
