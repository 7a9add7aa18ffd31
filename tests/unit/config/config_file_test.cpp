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

// The problems of a text as "line:column PATH [suggestion]"; what they say is in the cases of
// config.
std::vector<std::string> problems_in(std::string_view text) {
  const Home home;
  std::vector<std::string> lines;
  for (const auto& problem : error_in(home, text).problems) {
    REQUIRE(problem.place.has_value());
    CHECK(problem.place->file == home.config_file());
    CHECK_FALSE(problem.message.empty());
    auto line = fmt::format("{}:{} {}", problem.place->line, problem.place->column, problem.path);
    if (!problem.suggestion.text.empty()) line += " [" + problem.suggestion.text + "]";
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

TEST_CASE("a key, table or value that is wrong is told with its place and what is meant") {
  const std::string of_top = keys_of(mrctl::config::SettingPlace::top) + ", profiles";
  const auto of_profile = keys_of(mrctl::config::SettingPlace::profile);
  struct Row {
    std::string_view text;
    Lines problems;
  };
  for (const auto& row : {
           Row{"[profiles.work]\nretries = 1\nbase_ulr = \"x\"\n",
               {"3:1 /profiles/work/base_ulr [base_url]"}},
           Row{"profil = \"work\"\n", {"1:1 /profil [profile]"}},
           Row{"zzz = 1\n", {"1:1 /zzz [one of " + of_top + "]"}},
           Row{"[profiles.a.b]\nc = 1\n", {"1:13 /profiles/a/b [one of " + of_profile + "]"}},
           Row{"[work]\nretries = 1\n", {"1:2 /work [[profiles.work]]"}},
           Row{"[profile.work]\nretries = 1\n", {"1:2 /profile [[profiles.work]]"}},
           Row{"[profile]\nretries = 1\n", {"1:2 /profile [[profiles.default]]"}},
           Row{"[profiles.work]\ninsecure = true\n", {"2:1 /profiles/work/insecure"}},
           Row{"insecure = true\n", {"1:1 /insecure"}},
           Row{"base-url = \"https://a.example\"\n",
               {"1:1 /base-url [put base_url under [profiles.default]]"}},
           Row{"profile = 1\n", {"1:11 /profile"}},
           Row{"profiles = 1\n", {"1:12 /profiles"}},
           Row{"[profiles.a]\nbase_url = true\ntimeout = []\nretries = \"2\"\nstrip = 1.5\n"
               "output = 1979-05-27\ncredential_command = \"pass show\"\n",
               {"2:12 /profiles/a/base_url", "3:11 /profiles/a/timeout",
                "4:11 /profiles/a/retries [write a number without quotes, such as 2]",
                "5:9 /profiles/a/strip", "6:10 /profiles/a/output",
                "7:22 /profiles/a/credential_command [write [\"pass\", \"show\"]]"}},
           Row{"[profiles.a]\ncredential_command = [\"pass\", 1]\n",
               {"2:31 /profiles/a/credential_command"}},
           Row{"[profiles.other]\ncolor = \"nevr\"\ntimeout = \"soon\"\n",
               {"2:9 /profiles/other/color [never]", "3:11 /profiles/other/timeout [the units are "
                                                     "ms, s, m and h; a number alone is seconds]"}},
           Row{"[profiles.a]\napi_key_file = \"-\"\n", {"2:16 /profiles/a/api_key_file"}},
       }) {
    CAPTURE(std::string(row.text));
    CHECK(problems_in(row.text) == row.problems);
  }
  CHECK(problems_in("[profiles.a]\nretries = -1\ncredential_command = []\n").size() == 2);
  CHECK(problems_in("[profiles]\nwork = \"x\"\n").front().starts_with("2:8 /profiles/work ["));
}

TEST_CASE("what is no TOML is told in words of its own, with what to write") {
  struct Row {
    std::string_view text;
    std::string_view place;
    std::string_view advice;
  };
  for (const auto& row : {
           Row{"a = \"x\nb = 1\n", "1:7", "same quote"},
           Row{"a = 'x\n", "1:7", "same quote"},
           Row{"[profiles.\"x]\n", "1:14", "same quote"},
           Row{"a = \"\"\"x\n", "1:10", "close the text"},
           Row{"a = [1\n", "1:8", "close the text"},
           Row{"a = 1\na = 2\n", "2:5", "keep one"},
           Row{"a = [1]\n[[a]]\n", "2:1", "[[NAME]]"},
           Row{"[a]\n[a]\n", "2:1", "[[NAME]]"},
           Row{"[a]\n[[a]]\n", "2:1", "[[NAME]] there"},
           Row{"a = 1\na.b = 2\n", "2:1", "keep one"},
           Row{"a: 1\n", "1:2", "KEY = VALUE"},
           Row{"a =\n", "1:4", "KEY = VALUE"},
           Row{"{\"a\": 1}\n", "1:1", "KEY = VALUE"},
           Row{"[a\n", "1:3", "[[NAME]]"},
           Row{"[]\n", "1:2", "[NAME]"},
           Row{"a = \"x\" y\n", "1:9", "KEY = VALUE"},
           Row{"a = \"C:\\q\"\n", "1:9", "single quotes"},
           Row{"a = [1 2]\n", "1:8", "separate"},
           Row{"a = [1,, 2]\n", "1:8", "remove one comma"},
           Row{"a = {b = 1,}\n", "1:12", "remove the comma"},
           Row{"a = {b = 1\n", "1:11", "one line"},
           Row{"a = 007\n", "1:8", "1_000"},
           Row{"a = 99999999999999999999\n", "1:25", "9223372036854775807"},
           Row{"a = 1__0\n", "1:7", "1_000"},
           Row{"a = 2026-02-30\n", "1:15", "2026-12-31"},
           Row{"a = 2026-2-3\n", "1:11", "2026-12-31"},
           Row{"a = 25:00:00\n", "1:7", ""},
           Row{"a = yes\n", "1:5", "true or false"},
           Row{"a = True\n", "1:5", "lower case"},
           Row{"[profiles.work]\noutput = json # mine\n", "2:10", "write \"json\""},
           Row{"[profiles.work]\noutput = @x\n", "2:10", "write \"@x\""},
           Row{"[profiles.work]\ntimeout = 5s\n", "2:12", "write \"5s\""},
           Row{"[profiles.work]\ncredential_command = [pass, show]\n", "2:23", "true, false"},
       }) {
    CAPTURE(std::string(row.text));
    const auto problems = problems_in(row.text);
    REQUIRE(problems.size() == 1);
    CHECK_MESSAGE(problems.front().starts_with(std::string(row.place) + " "), problems.front());
    CHECK_MESSAGE(problems.front().find(row.advice) != std::string::npos, problems.front());
  }
}

TEST_CASE("a text that is no TOML is refused with its place") {
  CHECK(problems_in("[profiles.a]\nretries = \n").size() == 1);
  CHECK(problems_in("[profiles.a]\nretries = 1\nretries = 2\n").front().starts_with("3:"));
  CHECK(problems_in("\xff").front().starts_with("1:1 "));
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
  CHECK(problems_in("é = 1\n").front().starts_with("1:1 "));
  CHECK(problems_in("a = \"\"\"x\"\"\"\"\" é\n").front().starts_with("1:15 "));
  CHECK(problems_in("[profiles.é]\n").front().starts_with("1:11 "));
  CHECK(problems_in("[profiles.\"é\"]\nproxy = \"é\"é\n").front().starts_with("2:12 "));
  CHECK(problems_in("[profiles.a]\nproxy =\u00a0\"x\"\n").front().starts_with("2:8 "));
}

TEST_CASE("what is no UTF-8 is refused at its character") {
  CHECK(problems_in("# é\n#é\xff\n") == Lines{"2:3 "});
  CHECK(problems_in("# \xF4\x90\x80\x80\n") == Lines{"1:3 "});
}

TEST_CASE("columns count characters, not bytes") {
  CHECK(problems_in("profiles.\"é\" = 1").front().starts_with("1:16 "));
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
