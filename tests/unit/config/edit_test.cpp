#include "mrctl/config/edit.hpp"

#include "fixture.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <utility>

using namespace mrctl::config;
using mrctl::Takes;

namespace {

constexpr std::string_view commented = "# who: ours\n"
                                       "profile = \"work\" # the usual\n"
                                       "\n"
                                       "[profiles.work] # é\n"
                                       "# where it is\n"
                                       "base_url = \"https://work.example/api/v1\" # ü\n"
                                       "credential_command = [ # several lines\n"
                                       "  \"pass\",\n"
                                       "  \"show\",\n"
                                       "]\n"
                                       "\n"
                                       "# at home\n"
                                       "[profiles.home]\n"
                                       "retries=1";

// A home whose config.toml is to be changed.
struct Desk {
  Home home;
  SettingTexts flags;

  explicit Desk(std::string_view text) { home.write_config(text); }

  Settings settings() const {
    auto loaded = load(flags, home.environment, Missing::allow, Faults::pass_over);
    REQUIRE_MESSAGE(loaded.has_value(), loaded.error().message);
    return *std::move(loaded);
  }
  mrctl::Status set(std::string_view key, std::string_view value) const {
    return set_value(settings(), key, value);
  }
  mrctl::Result<Unset> unset(std::string_view key) const { return unset_value(settings(), key); }
};

std::string text_after_set(std::string_view text, std::string_view key, std::string_view value,
                           const SettingTexts& flags = {}) {
  Desk desk(text);
  desk.flags = flags;
  const auto done = desk.set(key, value);
  REQUIRE_MESSAGE(done.has_value(), done.error().message);
  return desk.home.read_config();
}

std::string text_after_unset(std::string_view text, std::string_view key,
                             const SettingTexts& flags = {}) {
  Desk desk(text);
  desk.flags = flags;
  const auto done = desk.unset(key);
  REQUIRE_MESSAGE(done.has_value(), done.error().message);
  CHECK(*done == Unset::removed);
  return desk.home.read_config();
}

std::string_view example_of(const Setting& setting) {
  if (!setting.choices.empty()) return setting.choices[0];
  switch (setting.takes) {
  case Takes::url:
    return "https://models.example/api/v1";
  case Takes::file:
  case Takes::folder:
    return "/etc/mrctl/file";
  case Takes::text:
    return "http://proxy.example:3128";
  case Takes::duration:
    return "5s";
  case Takes::count:
    return "4";
  case Takes::boolean:
    return "true";
  case Takes::program:
    return R"(["pass","show"])";
  default:
    return "work";
  }
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

} // namespace

TEST_CASE("a value takes the place of an older one and everything else stays") {
  CHECK(text_after_set(commented, "base_url", "https://new.example") ==
        replaced(std::string(commented), "https://work.example/api/v1", "https://new.example"));
  CHECK(text_after_set(commented, "retries", "5", {{"profile", "home"}}) ==
        replaced(std::string(commented), "retries=1", "retries=5"));
  CHECK(text_after_set(commented, "profile", "home") ==
        replaced(std::string(commented), "\"work\" # the", "\"home\" # the"));
}

TEST_CASE("a value of several lines is replaced as a whole") {
  CHECK(text_after_set(commented, "credential_command", R"(["op", "read", "a b"])") ==
        replaced(std::string(commented), "[ # several lines\n  \"pass\",\n  \"show\",\n]",
                 R"(["op","read","a b"])"));
}

TEST_CASE("a new key becomes the last line of its table") {
  CHECK(text_after_set(commented, "timeout", "5s") ==
        replaced(std::string(commented), "]\n\n# at home", "]\ntimeout = \"5s\"\n\n# at home"));
  CHECK(text_after_set(commented, "strip", "true", {{"profile", "home"}}) ==
        std::string(commented) + "\nstrip = true\n");
  CHECK(text_after_set("[profiles.default]\n[profiles.a]\nretries = 1\n", "retries", "007") ==
        "[profiles.default]\nretries = 7\n[profiles.a]\nretries = 1\n");
}

TEST_CASE("what was set can be read, whatever the setting's kind") {
  for (const auto& setting : settings()) {
    if (setting.place == SettingPlace::nowhere) continue;
    const std::string value(example_of(setting));
    const Desk desk("");
    REQUIRE_MESSAGE(desk.set(setting.key, value).has_value(), setting.key);
    CHECK_MESSAGE(text_of(desk.home.load({}, Missing::allow), setting.key) == value, setting.key);
  }
}

TEST_CASE("a new profile becomes the last table") {
  CHECK(text_after_set("", "output", "csv") == "[profiles.default]\noutput = \"csv\"\n");
  CHECK(text_after_set("# mine\n", "output", "csv", {{"profile", "ci-1"}}) ==
        "# mine\n\n[profiles.ci-1]\noutput = \"csv\"\n");
  CHECK(text_after_set("# mine", "output", "csv", {{"profile", "my \"own\""}}) ==
        "# mine\n\n[profiles.\"my \\\"own\\\"\"]\noutput = \"csv\"\n");
}

TEST_CASE("the choice of a profile is written at the top") {
  CHECK(text_after_set("# mine\n[profiles.work]\n", "profile", "work") ==
        "profile = \"work\"\n# mine\n[profiles.work]\n");
}

TEST_CASE("line ends are those of the file") {
  CHECK(text_after_set("[profiles.default]\r\nretries = 1\r\n", "strip", "true") ==
        "[profiles.default]\r\nretries = 1\r\nstrip = true\r\n");
}

TEST_CASE("quotes, backslashes and characters of any script are written so that they read back") {
  const std::string proxy = "http://a\"b\\c'é#:3128";
  Desk desk("");
  REQUIRE(desk.set("proxy", proxy).has_value());
  CHECK(desk.home.load().proxy == proxy);
}

TEST_CASE("a relative path is stored absolute, from the current folder") {
  Desk desk("");
  REQUIRE(desk.set("ca_cert", "certs/../roots.pem").has_value());
  CHECK(desk.home.load().ca_cert == (std::filesystem::current_path() / "roots.pem").string());
  REQUIRE(desk.set("ca_cert", "~/roots.pem").has_value());
  CHECK(desk.home.read_config().find("\"~/roots.pem\"") != std::string::npos);
}

TEST_CASE("a missing file and its folders are made, for the owner only") {
  const Home home;
  REQUIRE(set_value(home.load({}, Missing::allow), "output", "json").has_value());
  CHECK(home.folder.mode_of("home/.config/mrctl/config.toml") == 0600);
  CHECK(home.load().output == mrctl::Format::json);
}

TEST_CASE("a wrong key or value changes nothing") {
  const Desk desk(commented);
  CHECK(desk.set("insecure", "true").error().hint.find("--insecure") != std::string::npos);
  for (const auto& [key, value] : {std::pair("base_ulr", "x"), std::pair("timeout", "soon"),
                                   std::pair("insecure", "true"), std::pair("api_key_file", "-")})
    CHECK(desk.set(key, value).error().kind == mrctl::ErrorKind::usage);
  CHECK_FALSE(desk.unset("error_format").has_value());
  CHECK(desk.home.read_config() == commented);
}

TEST_CASE("a key is removed with its lines and nothing else") {
  CHECK(text_after_unset(commented, "base_url") ==
        replaced(std::string(commented), "base_url = \"https://work.example/api/v1\" # ü\n", ""));
  CHECK(text_after_unset(commented, "credential_command") ==
        replaced(std::string(commented),
                 "credential_command = [ # several lines\n  \"pass\",\n  \"show\",\n]\n", ""));
  CHECK(text_after_unset(commented, "retries", {{"profile", "home"}}) ==
        replaced(std::string(commented), "retries=1", ""));
  CHECK(text_after_unset(commented, "profile") ==
        replaced(std::string(commented), "profile = \"work\" # the usual\n", ""));
}

TEST_CASE("removing what is not there is no failure and writes nothing") {
  const Desk desk(commented);
  CHECK(desk.unset("timeout") == Unset::was_absent);
  CHECK(desk.home.read_config() == commented);
  const Home empty;
  CHECK(unset_value(empty.load(), "timeout") == Unset::was_absent);
  CHECK_FALSE(std::filesystem::exists(empty.config_file()));
}

TEST_CASE("a profile in another notation is changed where that is safe, else left alone") {
  CHECK(text_after_set("profiles.default.retries = 1\n", "retries", "2") ==
        "profiles.default.retries = 2\n");
  CHECK(text_after_set("profiles = { default = { retries = 1 } }\n", "retries", "2") ==
        "profiles = { default = { retries = 2 } }\n");
  for (const std::string_view text : {"profiles = { default = { retries = 1, strip = true } }\n",
                                      "profiles.default.retries = 1\n[profiles.other]\n"}) {
    const Desk desk(text);
    const auto refused = desk.set("timeout", "5s");
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().hint.find("by hand") != std::string::npos);
    CHECK(desk.home.read_config() == text);
  }
  const Desk inline_table("profiles = { default = { retries = 1, strip = true } }\n");
  CHECK_FALSE(inline_table.unset("retries").has_value());
}

TEST_CASE("without a place for the file one error says what to type") {
  const auto settings = load({}, Environment{}, Missing::allow);
  REQUIRE(settings.has_value());
  const auto refused = set_value(*settings, "output", "json");
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().hint.find("--config FILE") != std::string::npos);
}

TEST_CASE("a file that cannot be written is left as it was") {
  const Home home;
  home.folder.write("file", "");
  const auto settings = home.load({{"config", home.folder / "file/config.toml"}}, Missing::allow);
  const auto refused = set_value(settings, "output", "json");
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().kind == mrctl::ErrorKind::internal);
  CHECK(refused.error().message.starts_with("cannot lock "));
}

TEST_CASE("a wrong value or key does not keep another from being set or removed") {
  constexpr std::string_view faulty = "insecure = true\n"
                                      "retries = 1\n"
                                      "[profiles.default]\n"
                                      "retires = 2\n"
                                      "timeout = \"soon\"\n";
  const std::string text(faulty);
  CHECK(text_after_set(text, "timeout", "5s") == replaced(text, "\"soon\"", "\"5s\""));
  CHECK(text_after_set(text, "strip", "true") == text + "strip = true\n");
  CHECK(text_after_unset(text, "timeout") == replaced(text, "timeout = \"soon\"\n", ""));
  CHECK(text_after_unset(text, "retires") == replaced(text, "retires = 2\n", ""));
  CHECK(text_after_unset(text, "insecure") == replaced(text, "insecure = true\n", ""));
  CHECK(text_after_unset(text, "retries") == replaced(text, "retries = 1\n", ""));
  const Desk desk(text);
  CHECK(desk.unset("profiles").error().kind == mrctl::ErrorKind::usage);
  REQUIRE(desk.set("timeout", "5s").has_value());
  CHECK(faults_left(desk.settings()).size() == 3);
}

TEST_CASE("a file that is no TOML stays as it is, and the error has the place") {
  const std::string before = "[profiles.default]\nstrip = true\n";
  for (const auto* line :
       {"retries = \n", "retries = 1 2\n", "  retries=\"1\n", "strip = false\n"}) {
    CAPTURE(line);
    const Desk desk(before + line);
    for (const auto& refused :
         {desk.set("retries", "3"), desk.unset("retries").map([](Unset) {})}) {
      REQUIRE_FALSE(refused.has_value());
      CHECK(refused.error().kind == mrctl::ErrorKind::usage);
      REQUIRE(refused.error().problems.size() == 1);
      CHECK(refused.error().problems.front().place->line == 3);
    }
    CHECK(desk.home.read_config() == before + line);
  }
}

TEST_CASE("any text is an argument of the credential command, and reads back") {
  const std::string words = R"(["printf","%s\n","\t\u001b[0m\"\\","","é"])";
  Desk desk("");
  REQUIRE(desk.set("credential_command", words).has_value());
  CHECK(text_of(desk.home.load(), "credential_command") == words);
  REQUIRE(desk.set("credential_command", "[\"a\",\"\x7F\"]").has_value());
  CHECK(desk.home.load().credential_command[1] == "\x7F");
}

TEST_CASE("a file grows no larger than it can be read") {
  const std::string full = "# " + std::string(1024 * 1024 - 20, 'x') + "\n";
  const Desk desk(full);
  const auto refused = desk.set("base_url", "https://work.example/api/v1");
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().message.find("1048576 bytes") != std::string::npos);
  CHECK(desk.home.read_config() == full);
}

TEST_CASE("nothing is set in a device") {
  const Home home;
  auto settings = home.load({}, Missing::allow);
  settings.config_file = "/dev/null";
  const auto refused = set_value(settings, "output", "json");
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().message.find("a device") != std::string::npos);
  CHECK(std::filesystem::is_character_file("/dev/null"));
}
