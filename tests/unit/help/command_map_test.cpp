#include "mrctl/base/error.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/help/help.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/rule.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::help;

namespace {

Json map_of(const std::vector<std::string>& words) {
  return command_map(find_subject(words).value());
}

const Json& with_name(const Json& array, std::string_view name) {
  const auto found = std::find_if(array.begin(), array.end(),
                                  [&](const Json& entry) { return entry.at("name") == name; });
  REQUIRE_MESSAGE(found != array.end(), std::string(name));
  return *found;
}

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& member : object.items())
    keys.push_back(member.key());
  return keys;
}

using Keys = std::vector<std::string>;

} // namespace

TEST_CASE("the map has every command with its own flags, and the flags of all of them") {
  const auto map = map_of({});
  CHECK(map.at("commands").size() == spec::commands().count);
  CHECK(map.at("global_flags").size() == spec::global_flags().count);
  for (const auto& command : spec::commands()) {
    const auto& entry = with_name(map.at("commands"), command.name());
    CHECK(entry.at("summary") == command.summary);
    CHECK(entry.at("examples").size() == spec::examples_of(command).count);
    CHECK(entry.at("arguments").size() == command.arguments.count);
    for (const auto& flag : command.flags)
      CHECK(with_name(entry.at("flags"), flag.name).at("help") == flag.help);
  }
}

TEST_CASE("the map has every code, setting, column, format, rule and topic") {
  const auto map = map_of({});
  CHECK(map.at("settings").size() == config::settings().size());
  CHECK(map.at("columns").size() == service::all_columns().size());
  CHECK(map.at("formats").size() == report_format_names.size());
  CHECK(map.at("topics").size() == topics().size());
  CHECK(map.at("rules").size() == spec::general_rules().count);
  CHECK(map.at("rules").at(0).at("id") == "body.empty");
  CHECK(map.at("field_groups").at(0) == "Model");
  CHECK(map.at("field_groups").size() == 8);
  std::size_t kinds = 0;
  for (const auto& code : map.at("exit_codes"))
    kinds += code.at("kinds").size();
  CHECK(kinds == exit_codes().size());
  CHECK(map.at("exit_codes").at(0).at("code") == 0);
  CHECK(map.at("exit_codes").at(2).at("kinds") == Json::array({"usage", "validation"}));
}

TEST_CASE("members keep their names") {
  const auto map = map_of({});
  CHECK(keys_of(map) == Keys{"name", "version", "summary", "usage", "examples", "commands",
                             "global_flags", "formats", "exit_codes", "environment", "settings",
                             "columns", "field_groups", "rules", "field_rules", "foreign_fields",
                             "topics"});
  const auto& command = map.at("commands").at(0);
  CHECK(keys_of(command) ==
        Keys{"name", "summary", "about", "usage", "prints", "arguments", "flags", "examples"});
  CHECK(keys_of(command.at("arguments").at(0)) ==
        Keys{"name", "required", "repeats", "choices", "help"});
  for (const auto& flags : {command.at("flags"), map.at("global_flags")})
    for (const auto& flag : flags)
      CHECK(keys_of(flag) == Keys{"name", "letter", "value", "value_optional", "repeats", "choices",
                                  "help", "default", "group", "path"});
}

TEST_CASE("a flag of a field has the path of the field") {
  const auto flags = map_of({"preset", "create"}).at("flags");
  CHECK(with_name(flags, "--provider-sort").at("path") == "provider.sort");
  CHECK(with_name(flags, "--plugins-web-engine").at("path") == "plugins[web].engine");
  CHECK(with_name(flags, "--temperature").at("group") == "Sampling");
  CHECK(with_name(flags, "--dry-run").at("path").is_null());
  std::size_t paths = 0;
  for (const auto& flag : flags)
    paths += flag.at("path").is_null() ? 0U : 1U;
  CHECK(paths == spec::field_flags().size());
}

TEST_CASE("a flag says what it takes") {
  const auto map = map_of({});
  const auto& output = with_name(map.at("global_flags"), "--output");
  CHECK(output.at("letter") == "o");
  CHECK(output.at("value") == "FORMAT");
  CHECK(output.at("choices").size() == format_names.size());
  CHECK(output.at("default").is_null());
  CHECK(with_name(map.at("global_flags"), "--retries").at("default") == "2");
  const auto& quiet = with_name(map.at("global_flags"), "--quiet");
  CHECK(quiet.at("value").is_null());
  CHECK(quiet.at("choices") == Json::array());
  const auto& create = with_name(map.at("commands"), "preset create").at("flags");
  CHECK(with_name(create, "--stream").at("value_optional") == true);
  CHECK(with_name(create, "--set").at("repeats") == true);
}

TEST_CASE("the map of a part is that part of the map") {
  const auto map = map_of({});
  CHECK(map_of({"preset", "lint"}) == with_name(map.at("commands"), "preset lint"));
  CHECK(map_of({"output"}) == with_name(map.at("topics"), "output"));
  CHECK(map_of({"config"}).size() == 5);
  CHECK(map_of({"config"}).at(0) == with_name(map.at("commands"), "config list"));
  CHECK(map_of({"auth"}).at("commands").size() == 3);
}

TEST_CASE("an index has a name and a summary for each thing") {
  const auto index_of = [](const std::vector<std::string>& words) {
    return command_index(find_subject(words).value());
  };
  CHECK(index_of({}).size() == spec::commands().count + topics().size());
  CHECK(index_of({"config"}).size() == 5);
  CHECK(with_name(index_of({"preset", "create"}), "--response-format")
            .at("summary")
            .get<std::string>()
            .find(": text|") != std::string::npos);
  CHECK(with_name(index_of({"exit-codes"}), "4").at("summary") == "404");
}
