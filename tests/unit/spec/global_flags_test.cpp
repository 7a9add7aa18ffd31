#include "mrctl/base/output_format.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/setting.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

using namespace mrctl::spec;

namespace {

const Flag* find_global_flag(std::string_view name) {
  const auto flags = global_flags();
  const auto* found =
      std::find_if(flags.begin(), flags.end(), [&](const Flag& flag) { return flag.name == name; });
  return found == flags.end() ? nullptr : found;
}

} // namespace

TEST_CASE("the choices of --output are the formats") {
  const auto* output = find_global_flag("--output");
  REQUIRE(output != nullptr);
  const auto& formats = mrctl::format_names;
  CHECK(std::equal(output->choices.begin(), output->choices.end(), formats.begin(), formats.end()));
  for (const std::string_view format : {"table", "text", "json", "jsonl", "raw", "name"})
    CHECK(std::find(formats.begin(), formats.end(), format) != formats.end());
}

TEST_CASE("no flag takes the key itself, since every process may read it") {
  for (const std::string_view name : {"--api-key", "--key", "--token", "--management-key"})
    CHECK(find_global_flag(name) == nullptr);
  REQUIRE(find_global_flag("--api-key-file") != nullptr);
  CHECK(find_global_flag("--api-key-file")->value_name.starts_with("FILE"));
}

TEST_CASE("short forms are those of the contract") {
  CHECK(find_global_flag("--output")->letter == 'o');
  CHECK(find_global_flag("--quiet")->letter == 'q');
  CHECK(find_global_flag("--verbose")->letter == 'v');
  CHECK(find_global_flag("--help")->letter == 'h');
}

TEST_CASE("a setting's flag says what the setting does, and its default") {
  std::size_t count = 0;
  for (const auto& setting : settings()) {
    if (setting.flag.empty() || setting.flag_of == FlagOf::some_commands) continue;
    CAPTURE(std::string(setting.key));
    const auto* flag = find_global_flag(setting.flag);
    REQUIRE(flag != nullptr);
    CHECK(flag->help == setting.help);
    CHECK(flag->fallback == (flag->takes_value() ? setting.fallback : ""));
    ++count;
  }
  CHECK(count == 16);
}

TEST_CASE("the flags of a setting and of those that follow it stand together") {
  const auto flags = global_flags();
  const auto position = [&](std::string_view name) {
    return find_global_flag(name) - flags.begin();
  };
  CHECK(position("--report") == position("--output") + 1);
  CHECK(position("--quiet") == position("--error-format") + 1);
  CHECK(position("--version") + 1 == static_cast<std::ptrdiff_t>(flags.count));
}
