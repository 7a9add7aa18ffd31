#include "mrctl/help/value_facts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
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

TEST_CASE("an argument has its choices, and the keys of settings") {
  const auto choices_of = [](std::string_view noun, std::string_view verb) {
    return argument_facts(*spec::find_command(noun, verb)).at(0).choices;
  };
  CHECK(choices_of("schema", {}).front() == "request");
  CHECK(choices_of("config", "get").front() == "base_url");
  CHECK(choices_of("preset", "create").empty());
  CHECK(choices_of("help", {}).empty());
}
