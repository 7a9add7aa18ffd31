#include "mrctl/base/list.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

using mrctl::Takes;
using namespace mrctl::spec;

namespace {

// Every name and short form that a command line may use behind the command.
std::multiset<std::string> flags_of(const Command& command) {
  std::multiset<std::string> names;
  const auto add = [&](const Rows<Flag>& flags) {
    for (const auto& flag : flags) {
      names.emplace(flag.name);
      if (flag.letter != 0) names.insert(std::string("-") + flag.letter);
    }
  };
  add(global_flags());
  add(command.flags);
  for (const auto& flag : field_flags(command.body_flags))
    names.insert(flag.name);
  return names;
}

// The names of values that no shell can complete. Others have a kind in their row.
const std::set<std::string_view> names_of_text{
    "URL",  "EXPR",      "DURATION",  "N",           "K",           "USD",
    "RULE", "TEXT",      "HOST:PORT", "NAME: VALUE", "FINGERPRINT", "TARGET",
    "DATE", "CODE=FILE", "BRANCH",    "NAME",        "REV",         "a,b"};

void check_flag(const Flag& flag) {
  CAPTURE(std::string(flag.name));
  CHECK(flag.name.starts_with("--"));
  CHECK(flag.name.find('_') == std::string_view::npos);
  CHECK_FALSE(flag.help.empty());
  CHECK(flag.takes_value() == !flag.value_name.empty());
  CHECK((flag.choices.empty() || flag.takes_value()));
  CHECK((flag.takes == Takes::text || flag.takes == Takes::boolean || flag.takes_value()));
  if (flag.takes_value() && flag.takes == Takes::text && flag.choices.empty())
    CHECK_MESSAGE(names_of_text.count(flag.value_name) == 1, std::string(flag.value_name));
}

} // namespace

TEST_CASE("a command is found by its words") {
  REQUIRE(find_command("preset", "create") != nullptr);
  CHECK(find_command("preset", "create")->name() == "preset create");
  CHECK(find_command("version", "")->name() == "version");
  CHECK(find_command("preset", "") == nullptr);
  CHECK(find_command("create", "preset") == nullptr);
}

TEST_CASE("no command stands twice") {
  std::set<std::string> names;
  for (const auto& command : commands())
    CHECK(names.insert(command.name()).second);
}

TEST_CASE("a noun that stands alone has no verbs beside it") {
  for (const auto& alone : commands())
    for (const auto& other : commands())
      if (alone.verb.empty() && &alone != &other) CHECK(alone.noun != other.noun);
}

TEST_CASE("the flags of a command collide neither with each other nor with the global ones") {
  for (const auto& command : commands()) {
    const auto names = flags_of(command);
    for (const auto& name : names) {
      CAPTURE(command.name());
      CAPTURE(name);
      // The version of a preset; the program's own has no value.
      const bool is_of_preset =
          (command.name() == "preset adopt" || command.name() == "preset get") &&
          name == "--version";
      CHECK(names.count(name) == (is_of_preset ? 2 : 1));
    }
  }
}

TEST_CASE("every flag has help, and a name for its value where it takes one") {
  for (const auto& flag : global_flags())
    check_flag(flag);
  for (const auto& command : commands())
    for (const auto& flag : command.flags)
      check_flag(flag);
}

TEST_CASE("only the last argument of a command may stand for several or be left out") {
  for (const auto& command : commands())
    for (std::size_t i = 0; i + 1 < command.arguments.count; ++i) {
      CAPTURE(command.name());
      CHECK(command.arguments[i].arity == Arity::one);
      CHECK_FALSE(command.arguments[i].is_optional);
    }
}

TEST_CASE("preset explain has the flags of the fields that the rules of routing read") {
  const auto has = [](std::string_view name) {
    return mrctl::find_row(field_flags(BodyFlags::routed), &FieldFlag::name, name) != nullptr;
  };
  for (const auto* name :
       {"--model", "--provider-order", "--service-tier", "--max-tokens", "--seed", "--plugins",
        "--cache-control", "--reasoning-effort", "--tool-choice"})
    CHECK_MESSAGE(has(name), name);
  for (const auto* name : {"--user", "--metadata", "--stream", "--plugins-web-max-results",
                           "--prediction", "--image-config"})
    CHECK_FALSE_MESSAGE(has(name), name);
}

TEST_CASE("only the commands that build one body take its flags") {
  for (const auto& command : commands()) {
    const bool builds_one = command.name() == "preset create" || command.name() == "preset explain";
    CHECK((command.body_flags != BodyFlags::no) == builds_one);
  }
}

TEST_CASE("of all commands, one takes another command") {
  for (const auto& command : commands())
    CHECK_MESSAGE(command.has_argument(Takes::command) == (command.name() == "emulator exec"),
                  command.name());
}

TEST_CASE("every example calls its command") {
  for (const auto& command : commands())
    for (const auto& example : spec::examples_of(command)) {
      CAPTURE(std::string(example.command));
      CHECK(example.command.find("mrctl " + command.name()) != std::string_view::npos);
      CHECK_FALSE(example.says.empty());
    }
}

TEST_CASE("flags with one name have one member, and flags with different names do not") {
  std::vector<Flag> all(global_flags().begin(), global_flags().end());
  for (const auto& command : commands())
    append(all, command.flags);
  for (const auto& one : all)
    for (const auto& other : all) {
      CAPTURE(std::string(one.name));
      CAPTURE(std::string(other.name));
      // `preset adopt` takes the version that is live, and `endpoints list` the paths as arguments.
      const bool has_two_members = one.name == "--version" || one.name == "--presets";
      if (has_two_members && one.name == other.name) continue;
      CHECK((one.name == other.name) == (one.member == other.member));
    }
}
