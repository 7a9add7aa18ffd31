#include "mrctl/base/error.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/help/topics.hpp"
#include "mrctl/spec/command.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

using namespace mrctl;
using namespace mrctl::help;

namespace {

std::set<std::string> names_in(std::string_view topic) {
  std::set<std::string> names;
  for (const auto& part : parts_of(*find_topic(topic)))
    for (const auto& line : part.lines)
      names.insert(line.name);
  return names;
}

} // namespace

TEST_CASE("the topics are those of the contract, and none is named like a command") {
  std::set<std::string_view> names;
  for (const auto& topic : topics()) {
    names.insert(topic.name);
    CHECK(spec::find_command(topic.name, {}) == nullptr);
  }
  CHECK(names == std::set<std::string_view>{"global", "environment", "exit-codes", "output", "auth",
                                            "automation", "presets", "project", "gates", "state",
                                            "plugins", "routing"});
  CHECK(find_topic("nothing") == nullptr);
}

TEST_CASE("every topic has something to say, in plain ASCII and without empty lines") {
  const auto check = [](std::string_view text) {
    CHECK_FALSE(text.empty());
    CHECK(std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; }));
  };
  for (const auto& topic : topics()) {
    CAPTURE(topic.name);
    check(topic.title);
    for (const auto& part : parts_of(topic)) {
      CHECK((!part.text.empty() || !part.lines.empty()));
      for (const auto& line : part.lines) {
        check(line.name);
        check(line.says);
      }
    }
  }
}

TEST_CASE("environment: the variable of every setting is there, and the key's") {
  const auto names = names_in("environment");
  CHECK(names.count("MRCTL_API_KEY") == 1);
  for (const auto& setting : config::settings())
    if (!setting.variable.empty()) CHECK(names.count(std::string(setting.variable)) == 1);
}

TEST_CASE("project and gates: every key of the project file is there") {
  auto names = names_in("project");
  names.merge(names_in("gates"));
  for (const auto* name : {"presets", "default_target", "slug_prefix", "zdr", "id", "where",
                           "at_least, --at-least", "until"})
    CHECK_MESSAGE(names.count(name) == 1, name);
}

TEST_CASE("exit-codes: every code is there") {
  const auto names = names_in("exit-codes");
  CHECK(names.count("0") == 1);
  for (const auto& row : exit_codes())
    CHECK(names.count(std::to_string(row.code)) == 1);
}

TEST_CASE("output: every format is there") {
  const auto names = names_in("output");
  for (const auto format : format_names)
    CHECK(names.count(std::string(format)) == 1);
}

TEST_CASE("auth: every setting that leads to a key is there") {
  std::string text;
  for (const auto& part : parts_of(*find_topic("auth")))
    for (const auto& line : part.lines)
      text += line.says + "\n";
  for (const auto* name : {"--api-key-file", "MRCTL_API_KEY\n", "MRCTL_API_KEY_FILE",
                           "api_key_file", "credential_command", "auth login"})
    CHECK_MESSAGE(text.find(name) != std::string::npos, name);
}
