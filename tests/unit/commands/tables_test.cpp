#include "mrctl/commands/result_schemas.hpp"
#include "mrctl/commands/run.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/output/format.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"

#include "../../../src/commands/commands.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace mrctl;

namespace {

using Words = std::vector<std::string_view>;

template <class Range>
Words words_of(const Range& range) {
  return Words(range.begin(), range.end());
}

const spec::Flag* find_global_flag(std::string_view name) {
  const auto flags = spec::global_flags();
  const auto* found =
      std::find_if(flags.begin(), flags.end(), [&](const auto& flag) { return flag.name == name; });
  return found == flags.end() ? nullptr : found;
}

bool has_flag(const spec::Command& command, std::string_view name) {
  return std::any_of(command.flags.begin(), command.flags.end(),
                     [&](const auto& flag) { return flag.name == name; });
}

// --target and --state are flags of plan and apply.
bool is_flag_of_a_command(std::string_view name) {
  const auto commands = spec::commands();
  return std::any_of(commands.begin(), commands.end(),
                     [&](const auto& command) { return has_flag(command, name); });
}

} // namespace

TEST_CASE("every command has a function, and every function a command") {
  CHECK(commands::command_functions.size() == spec::commands().count);
  std::set<commands::Function> functions;
  for (const auto& command : spec::commands()) {
    CAPTURE(command.name());
    CHECK(functions.insert(commands::function_of(command)).second);
  }
}

TEST_CASE("functions are in the order of the commands") {
  const auto function = [](std::string_view noun, std::string_view verb) {
    return commands::function_of(*spec::find_command(noun, verb));
  };
  CHECK((function("preset", "create") == commands::preset_create));
  CHECK((function("endpoints", "diff") == commands::endpoints_diff));
  CHECK((function("api", "") == commands::api_call));
  CHECK((function("emulator", "exec") == commands::emulator_exec));
  CHECK((function("version", "") == commands::version));
}

TEST_CASE("flags and settings name the formats that can be rendered") {
  CHECK(words_of(find_global_flag("--output")->choices) == words_of(format_names));
  CHECK(words_of(config::find_setting("output")->choices) == words_of(format_names));
  CHECK(words_of(find_global_flag("--error-format")->choices) == words_of(error_format_names));
}

TEST_CASE("every setting's flag is a flag of the program, with the same choices") {
  for (const auto& setting : config::settings()) {
    CAPTURE(setting.key);
    if (setting.flag.empty()) continue;
    const auto* flag = find_global_flag(setting.flag);
    CHECK((flag != nullptr || is_flag_of_a_command(setting.flag)));
    if (flag != nullptr) CHECK(words_of(flag->choices) == words_of(setting.choices));
  }
}

TEST_CASE("every schema that can be named can be printed, and every schema of a result is named") {
  const auto& names = spec::find_command("schema", "")->arguments[0].choices;
  for (const auto name : names) {
    CAPTURE(name);
    CHECK(help::schema_text(name, commands::result_schemas()).has_value());
  }
  for (const auto& schema : commands::result_schemas()) {
    CAPTURE(schema.name);
    CHECK(std::count(names.begin(), names.end(), schema.name) == 1);
  }
}
