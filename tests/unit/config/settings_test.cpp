#include "mrctl/config/settings.hpp"

#include "fixture.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace mrctl::config;

namespace {

std::string shown(std::string_view key, const std::string& text) {
  Settings settings;
  settings.values[std::string(key)] = {text, {OriginKind::flag, "from a test"}};
  const auto line = named_value(settings, key);
  REQUIRE(line.has_value());
  REQUIRE(line->value.has_value());
  return line->value->text;
}

} // namespace

TEST_CASE("the base URL has no trailing slash") {
  const Home home;
  CHECK(require_base_url(home.load({{"base_url", "https://a.example/api/v1/"}})) ==
        "https://a.example/api/v1");
}

TEST_CASE("without a base URL one error says what to type") {
  const auto missing = require_base_url(Home{}.load());
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().kind == mrctl::ErrorKind::usage);
  CHECK(missing.error().message == "no base URL");
  for (const std::string_view way :
       {"--base-url", "MRCTL_BASE_URL", "config set base_url", "'mrctl emulator exec -- bash'"})
    CHECK(missing.error().hint.find(way) != std::string::npos);
}

TEST_CASE("without a base URL the profiles that have one are named") {
  const Home home;
  home.write_config("[profiles.lab]\nbase_url = \"https://lab.example/api/v1\"\n"
                    "[profiles.plain]\noutput = \"csv\"\n"
                    "[profiles.work]\nbase_url = \"https://work.example/api/v1\"\n");
  const auto hint = require_base_url(home.load()).error().hint;
  CHECK(hint.find("or choose a profile that has one: --profile lab, --profile work;") !=
        std::string::npos);
  CHECK(hint.find("plain") == std::string::npos);
}

TEST_CASE("the list has a line for every setting, in the order of the table") {
  const auto lines = list_values(Home{}.load({{"output", "csv"}}));
  REQUIRE(lines.size() == settings().size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CHECK(lines[i].key == settings()[i].key);
    if (lines[i].key == "output") {
      REQUIRE(lines[i].value.has_value());
      CHECK(lines[i].value->text == "csv");
    }
    if (lines[i].key == "base_url") CHECK_FALSE(lines[i].value.has_value());
  }
}

TEST_CASE("a user name and a password in the proxy's URL are hidden") {
  CHECK(shown("proxy", "http://user:pass@proxy.example:3128") == "http://…@proxy.example:3128");
  CHECK(shown("proxy", "user:p@ss@proxy.example") == "…@proxy.example");
  CHECK(shown("proxy", "http://user:pa/ss@proxy.example") == "http://…@proxy.example");
  CHECK(shown("proxy", "http://proxy.example/a") == "http://proxy.example/a");
  CHECK(shown("base_url", "https://a.example") == "https://a.example");
}

TEST_CASE("so are those of a URL where a setting takes none") {
  CHECK(shown("state", "https://ci:token@git.example/records") == "https://…@git.example/records");
  CHECK(shown("state", "records@2") == "records@2");
}

TEST_CASE("one value is had by its key, an unknown key has no value") {
  const auto settings = Home{}.load();
  CHECK(named_value(settings, "color")->value->text == "auto");
  CHECK_FALSE(named_value(settings, "base_url")->value.has_value());
  CHECK(named_value(settings, "colour").error().hint == "did you mean 'color'?");
}

TEST_CASE("a setting without a value is empty, zero or off") {
  const Settings nothing;
  CHECK(nothing.base_url.empty());
  CHECK(nothing.timeout == mrctl::Duration(0));
  CHECK(nothing.retries == 0);
  CHECK_FALSE(nothing.strip);
  CHECK_FALSE(nothing.output.has_value());
}

TEST_CASE("a value is read as the type of its setting") {
  Settings settings;
  const auto give = [&](std::string_view key, std::string text) {
    put(settings, *find_setting(key), {std::move(text), {}});
  };
  give("base_url", "https://a.example");
  give("credential_command", R"(["pass","show","a b"])");
  give("color", "never");
  give("error_format", "github");
  give("timeout", "1.5s");
  give("jobs", "100");
  give("insecure", "true");
  CHECK(settings.base_url == "https://a.example");
  CHECK(settings.credential_command == std::vector<std::string>{"pass", "show", "a b"});
  CHECK((settings.color == mrctl::spec::WhenColoured::never));
  CHECK((settings.error_format == mrctl::ErrorFormat::github));
  CHECK(settings.timeout == mrctl::Duration(1'500));
  CHECK(settings.jobs == 100);
  CHECK(settings.insecure);
}

TEST_CASE("every name of a format is read as its format") {
  for (const auto& row : mrctl::format_rows) {
    if (row.use != mrctl::FormatUse::anywhere) continue;
    Settings settings;
    put(settings, *find_setting("output"), {std::string(row.name), {}});
    CHECK((settings.output == row.format));
  }
}
