#include "fixture.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace {

mrctl::Error error_in(const Home& home, std::string_view text) {
  home.write_config(text);
  const auto settings = home.try_load();
  REQUIRE_MESSAGE(!settings.has_value(), std::string(text));
  return settings.error();
}

// The problems of a text as "line:column: message [suggestion]".
std::vector<std::string> problems_in(std::string_view text) {
  const Home home;
  std::vector<std::string> lines;
  for (const auto& problem : error_in(home, text).problems) {
    REQUIRE(problem.place.has_value());
    CHECK(problem.place->file == home.config_file());
    auto line = std::to_string(problem.place->line) + ":" + std::to_string(problem.place->column) +
                ": " + problem.message;
    if (!problem.suggestion.empty()) line += " [" + problem.suggestion + "]";
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

std::string keys_of(mrctl::config::SettingPlace place) {
  std::string keys;
  for (const auto& setting : mrctl::config::settings())
    if (setting.place == place) keys += (keys.empty() ? "" : ", ") + std::string(setting.key);
  return keys;
}

} // namespace

TEST_CASE("an unknown key is refused with its place and the nearest one") {
  const std::string of_top = keys_of(mrctl::config::SettingPlace::top) + ", profiles";
  const auto of_profile = keys_of(mrctl::config::SettingPlace::profile);
  CHECK(problems_in("[profiles.work]\nretries = 1\nbase_ulr = \"x\"\n") ==
        Lines{"3:1: unknown key 'base_ulr' [base_url]"});
  CHECK(problems_in("profil = \"work\"\n") == Lines{"1:1: unknown key 'profil' [profile]"});
  CHECK(problems_in("zzz = 1\n") == Lines{"1:1: unknown key 'zzz' [one of " + of_top + "]"});
  CHECK(problems_in("[profiles.a.b]\nc = 1\n") ==
        Lines{"1:13: unknown key 'b' [one of " + of_profile + "]"});
}

TEST_CASE("what is no TOML is told in words of its own, with what to write") {
  struct Row {
    std::string_view text;
    std::string_view place_and_message;
    std::string_view advice;
  };
  for (const auto& row : {
           Row{"a = \"x\nb = 1\n", "1:7: the text is not closed on its line", "same quote"},
           Row{"a = 'x\n", "1:7: the text is not closed on its line", "same quote"},
           Row{"[profiles.\"x]\n", "1:14: the text is not closed on its line", "same quote"},
           Row{"a = \"\"\"x\n", "1:10: the file ends within a value", "close the text"},
           Row{"a = [1\n", "1:8: the file ends within a value", "close the text"},
           Row{"a = 1\na = 2\n", "2:5: the key has a value already, further up", "keep one"},
           Row{"a = [1]\n[[a]]\n", "2:1: the key has a value already, further up", "[[NAME]]"},
           Row{"[a]\n[a]\n", "2:1: a table has this name already, further up", "[[NAME]]"},
           Row{"[a]\n[[a]]\n", "2:1: a table further up has this name in single", "[[NAME]] there"},
           Row{"a = 1\na.b = 2\n", "2:1: the key has a value already, further up", "keep one"},
           Row{"a: 1\n", "1:2: expected '=' after the key, got ':'", "KEY = VALUE"},
           Row{"a =\n", "1:4: the key has no value", "KEY = VALUE"},
           Row{"{\"a\": 1}\n", "1:1: expected a key or a table, got '{'", "KEY = VALUE"},
           Row{"[a\n", "1:3: expected ']' after the name of the table", "[[NAME]]"},
           Row{"[]\n", "1:2: the table has no name", "[NAME]"},
           Row{"a = \"x\" y\n", "1:9: expected the end of the line, got 'y'", "KEY = VALUE"},
           Row{"a = \"C:\\q\"\n", "1:9: '\\' begins an escape", "single quotes"},
           Row{"a = [1 2]\n", "1:8: expected ',' or ']', got '2'", "separate"},
           Row{"a = [1,, 2]\n", "1:8: expected a value or ']'", "remove one comma"},
           Row{"a = {b = 1,}\n", "1:12: a table in braces must not end", "remove the comma"},
           Row{"a = {b = 1\n", "1:11: expected a key or '}'", "one line"},
           Row{"a = 007\n", "1:8: a number must not begin with 0", "1_000"},
           Row{"a = 99999999999999999999\n", "1:25: the number is too large",
               "9223372036854775807"},
           Row{"a = 1__0\n", "1:7: an underscore in a number", "1_000"},
           Row{"a = 2026-02-30\n", "1:15: there is no such date", "2026-12-31"},
           Row{"a = 2026-2-3\n", "1:11: not a valid date", "2026-12-31"},
           Row{"a = 25:00:00\n", "1:7: there is no such time", ""},
           Row{"a = yes\n", "1:5: not a valid value", "true or false"},
           Row{"a = True\n", "1:5: not a valid value", "lower case"},
       }) {
    CAPTURE(row.text);
    const auto problems = problems_in(row.text);
    REQUIRE(problems.size() == 1);
    CHECK_MESSAGE(problems.front().starts_with(row.place_and_message), problems.front());
    CHECK_MESSAGE(problems.front().find(row.advice) != std::string::npos, problems.front());
  }
}

TEST_CASE("a text without quotes is told so") {
  const std::string said = "not a valid value: a text must be in double quotes";
  for (const auto* value : {"json", "https://router.example/api/v1", "@x"})
    CHECK(problems_in(fmt::format("[profiles.work]\noutput = {} # mine\n", value)) ==
          Lines{fmt::format("2:10: {} [write \"{}\"]", said, value)});
  CHECK(problems_in("[profiles.work]\ntimeout = 5s\n") ==
        Lines{fmt::format("2:12: {} [write \"5s\"]", said)});
  CHECK(problems_in("[profiles.work]\ncredential_command = [pass, show]\n") ==
        Lines{fmt::format("2:23: {} [other values are numbers, true, false, dates such as "
                          "2026-12-31, [lists] and {{tables}}]",
                          said)});
}

TEST_CASE("a table in the wrong place is told where profiles belong") {
  CHECK(problems_in("[work]\nretries = 1\n") ==
        Lines{"1:2: unknown table 'work' [[profiles.work]]"});
  CHECK(problems_in("[profile.work]\nretries = 1\n") ==
        Lines{"1:2: unknown table 'profile' [[profiles.work]]"});
  CHECK(problems_in("[profile]\nretries = 1\n") ==
        Lines{"1:2: unknown table 'profile' [[profiles.default]]"});
}

TEST_CASE("a setting that no file may hold is unknown to it") {
  CHECK(problems_in("[profiles.work]\ninsecure = true\n") ==
        Lines{"2:1: 'insecure' cannot be set in config.toml; use --insecure each time"});
  CHECK(problems_in("insecure = true\n") ==
        Lines{"1:1: 'insecure' cannot be set in config.toml; use --insecure each time"});
}

TEST_CASE("a profile's key at the top is told where it belongs") {
  CHECK(problems_in("base_url = \"https://a.example\"\n") ==
        Lines{"1:1: 'base_url' belongs to a profile [put base_url under [profiles.default]]"});
  CHECK(problems_in("base-url = \"https://a.example\"\n") ==
        Lines{"1:1: 'base-url' belongs to a profile [put base_url under [profiles.default]]"});
}

TEST_CASE("a wrong type is refused with what was expected and what was found") {
  CHECK(problems_in("profile = 1\n") == Lines{"1:11: profile must be a string, got an integer"});
  CHECK(problems_in("profiles = 1\n") == Lines{"1:12: profiles must be a table, got an integer"});
  CHECK(problems_in("[profiles]\nwork = \"x\"\n") ==
        Lines{"2:8: profiles.work must be a table, got a string [settings of a profile follow a "
              "line such as [profiles.default]]"});
  CHECK(problems_in("[profiles.a]\nbase_url = true\ntimeout = []\nretries = \"2\"\nstrip = 1.5\n"
                    "output = 1979-05-27\ncredential_command = \"pass show\"\n") ==
        Lines{"2:12: base_url must be a string, got a boolean",
              "3:11: timeout must be a duration such as \"10s\", got an array",
              "4:11: retries must be an integer, got a string",
              "5:9: strip must be true or false, got a number",
              "6:10: output must be a string, got a date or time",
              "7:22: credential_command must be an array of strings, got a string [write "
              "[\"pass\", \"show\"]]"});
  CHECK(problems_in("[profiles.a]\ncredential_command = [\"pass\", 1]\n") ==
        Lines{"2:31: credential_command must be an array of strings, got an integer among its "
              "elements"});
}

TEST_CASE("a wrong value is refused, in profiles that are not in use too") {
  CHECK(problems_in("[profiles.other]\ncolor = \"nevr\"\ntimeout = \"soon\"\n") ==
        Lines{"2:9: color must be one of auto, always, never; got 'nevr' [never]",
              "3:11: timeout must be a duration such as 500ms, 10s or 2m, got 'soon'"});
  CHECK(problems_in("[profiles.a]\napi_key_file = \"-\"\n") ==
        Lines{"2:16: api_key_file must name a file, got '-'"});
  CHECK(problems_in("[profiles.a]\nretries = -1\ncredential_command = []\n").size() == 2);
}

TEST_CASE("a text that is no TOML is refused with its place") {
  CHECK(problems_in("[profiles.a]\nretries = \n").size() == 1);
  CHECK(problems_in("[profiles.a]\nretries = 1\nretries = 2\n").front().starts_with("3:"));
  CHECK(problems_in("\xff").front().starts_with("1:1: "));
  CHECK(problems_in(std::string(100'000, '[')).size() == 1);
}

TEST_CASE("a broken header of a table is refused, never run into") {
  for (const std::string_view text : {"[\n", "[[\n", "[=]\n", "[[[a]]]\n", "[#]\n", "[ "})
    CHECK_MESSAGE(problems_in(text).size() == 1, std::string(text));
}

TEST_CASE("characters of any script stand in comments and strings, and nowhere else") {
  const Home home;
  home.write_config("\xEF\xBB\xBF# é \"\n[profiles.\"é€😀\"] # ü '\n"
                    "proxy = 'Ā€😀é\\' # '\n"
                    "ca_cert = \"/\\u00e9\\U00100041é\"\ncolor = \"never\" # ,\xEF\xBB\xBF\n");
  const auto settings = home.load({{"profile", "é€😀"}});
  CHECK(settings.proxy == "Ā€😀é\\");
  CHECK(settings.ca_cert == "/é\xF4\x80\x81\x81é");
  CHECK(text_of(settings, "color") == "never");
  CHECK(problems_in("é = 1\n") == Lines{"1:1: 'é' outside of quotes [put a text, or a key of such "
                                        "characters, in double quotes]"});
  CHECK(problems_in("a = \"\"\"x\"\"\"\"\" é\n").front().starts_with("1:15: 'é' outside"));
  CHECK(problems_in("[profiles.é]\n").front().starts_with("1:11: "));
  CHECK(problems_in("[profiles.\"é\"]\nproxy = \"é\"é\n").front().starts_with("2:12: "));
  CHECK(problems_in("[profiles.a]\nproxy =\u00a0\"x\"\n").front().starts_with("2:8: "));
}

TEST_CASE("what is no UTF-8 is refused at its character") {
  CHECK(problems_in("# é\n#é\xff\n") == Lines{"2:3: not valid UTF-8"});
  CHECK(problems_in("# \xF4\x90\x80\x80\n") == Lines{"1:3: not valid UTF-8"});
}

TEST_CASE("columns count characters, not bytes") {
  CHECK(problems_in("profiles.\"é\" = 1").front().starts_with("1:16: "));
}

TEST_CASE("the error is one of usage and says how many there are, and where") {
  const Home home;
  const auto one = error_in(home, "x = 1\n");
  CHECK(one.kind == mrctl::ErrorKind::usage);
  CHECK(one.message == "1 error in " + home.config_file());
  CHECK(one.problems.front().rule == "config.unknown-key");
  CHECK(one.problems.front().path == "/x");
  CHECK(error_in(home, "x = 1\ny = 2\n").message == "2 errors in " + home.config_file());
}

TEST_CASE("a line is shown with its problem unless a secret may stand in it") {
  const Home home;
  const auto timeout = error_in(home, "[profiles.a]\ntimeout = true\r\n");
  CHECK(timeout.problems.front().place->line_text == "timeout = true");
  for (const std::string_view text :
       {"[profiles.a]\napi_key = \"sk-mgmt-test-0000\"\n", "api_key = \"sk-mgmt-test-0000\"\n",
        "[profiles.a]\nbase_url = \"https://sk-mgmt-test-0000@a.example\"\n",
        "[profiles.a]\ncredential_command = \"sk-mgmt-test-0000\"\n",
        "[profiles.a]\nbase_url = \"sk-mgmt-test-0000\n"}) {
    const auto problem = error_in(home, text).problems.front();
    CHECK(problem.place->line_text.empty());
    CHECK(problem.message.find("0000") == std::string::npos);
  }
}
