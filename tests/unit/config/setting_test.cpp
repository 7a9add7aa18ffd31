#include "mrctl/config/settings.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace mrctl::config;

namespace {

const Setting& row(std::string_view key) {
  const auto* setting = find_setting(key);
  REQUIRE(setting != nullptr);
  return *setting;
}

bool is_accepted(std::string_view key, std::string_view text) {
  return check_text(row(key), text, key).has_value();
}

} // namespace

TEST_CASE("no two settings share a flag or a variable") {
  std::set<std::string_view> names;
  std::size_t count = 0;
  for (const auto& setting : settings())
    for (const auto name : {setting.flag, setting.variable})
      if (!name.empty()) {
        names.insert(name);
        ++count;
      }
  CHECK(names.size() == count);
}

TEST_CASE("a flag is spelled as its key") {
  for (const auto& setting : settings()) {
    if (setting.flag.empty()) continue;
    auto spelled = "--" + std::string(setting.key);
    std::replace(spelled.begin(), spelled.end(), '_', '-');
    CHECK(setting.flag == spelled);
  }
}

TEST_CASE("every default is a value that its setting accepts") {
  for (const auto& setting : settings())
    if (!setting.fallback.empty())
      CHECK_MESSAGE(check_text(setting, setting.fallback, setting.key).has_value(),
                    std::string(setting.key));
}

TEST_CASE("a profile holds what the contract says, and nothing unsafe") {
  std::set<std::string_view> held;
  for (const auto& setting : settings())
    if (setting.place == SettingPlace::profile) held.insert(setting.key);
  CHECK(held == std::set<std::string_view>{"base_url", "credential_command", "api_key_file",
                                           "output", "color", "timeout", "connect_timeout",
                                           "retries", "jobs", "proxy", "ca_cert", "client_cert",
                                           "client_key", "strip", "target"});
  CHECK(row("insecure").place == SettingPlace::nowhere);
  CHECK(row("state").place == SettingPlace::nowhere);
}

TEST_CASE("no setting takes the key itself") {
  CHECK(find_setting("api_key") == nullptr);
  for (const auto& setting : settings())
    CHECK(setting.flag != "--api-key");
}

TEST_CASE("requests go out one at a time or up to a hundred at once") {
  const auto check = [](std::string_view text) { return check_text(row("jobs"), text, "--jobs"); };
  for (const auto* text : {"1", "8", "100", "010"})
    CHECK(check(text).has_value());
  for (const auto* text : {"0", "00", "101", "-1", "many", "", "1.5", "99999999999999999999"}) {
    CAPTURE(text);
    REQUIRE_FALSE(check(text).has_value());
    CHECK(check(text).error().message ==
          fmt::format("--jobs must be a whole number from 1 to 100, got '{}'", text));
  }
}

TEST_CASE("a target is a name that can stand in a path") {
  for (const auto* text : {"prod", "A.b_c-9", "..a", "-", "router.example_8443"})
    CHECK(is_accepted("target", text));
  for (const auto* text : {"", ".", "..", "...", "a/b", "/", "a b", "a\nb", "\xC3\xA4", "a:1"})
    CHECK_FALSE(is_accepted("target", text));
  CHECK(check_text(row("target"), "a/b", "MRCTL_TARGET").error().message ==
        "MRCTL_TARGET must be a name of letters, digits, '.', '_' and '-', not '.git' or dots "
        "alone, got 'a/b'");
}

TEST_CASE("a value that may hold a secret is not repeated where it is wrong") {
  for (const auto* key : {"proxy", "api_key_file", "credential_command"}) {
    CAPTURE(key);
    const auto checked = check_text(row(key), "hunter2\n", key);
    REQUIRE_FALSE(checked.has_value());
    CHECK(checked.error().message.find("hunter2") == std::string::npos);
  }
}

TEST_CASE("a key in the place of another value is refused, and nothing of it is shown") {
  const std::string key = "sk-mgmt-test-0000000000000000c4f1";
  const auto refused = [&](std::string_view setting, const std::string& text) {
    CAPTURE(setting);
    const auto checked = check_text(row(setting), text, setting);
    REQUIRE_FALSE(checked.has_value());
    CHECK(checked.error().message == fmt::format("{} holds what looks like a key", setting));
    CHECK(checked.error().hint.find("0000") == std::string::npos);
  };
  for (const auto& setting : settings())
    refused(setting.key, key);
  refused("credential_command", fmt::format("[\"{}\"]", key));
  refused("credential_command", fmt::format("[\"login\",\"--token={}\"]", key));
  refused("api_key_file", "0123456789abcdef0123456789abcdef");
}

TEST_CASE("a name that only resembles a key is one") {
  for (const auto* path : {"sk-production-key", "./sk-mgmt-test-0000000000000000c4f1",
                           "/run/sk-mgmt-test-0000000000000000c4f1", "sk-mgmt-test-0000000001.txt",
                           "abcdefghijklmnopqrstuvwxyzabcdefghijkl"})
    CHECK(is_accepted("api_key_file", path));
  CHECK(is_accepted("credential_command", R"(["pass","show","disk-0123456789abcdef"])"));
}

TEST_CASE("a user name or password that ends early for another reader is refused unseen") {
  for (const auto* url : {"http://u:p@ss0rd/w@127.0.0.1:9", "http://u:pass0rd?@h", "u:pass0rd#x@h",
                          "socks5h://u:pa@ss0rd@h:1"}) {
    CAPTURE(url);
    const auto checked = check_text(row("proxy"), url, "--proxy");
    REQUIRE_FALSE(checked.has_value());
    CHECK(checked.error().message.find("0rd") == std::string::npos);
    CHECK(checked.error().hint.find("%40 for '@'") != std::string::npos);
  }
  for (const auto* url : {"http://u:p%40ss%2Fw@h:9", "h:3128", "http://h/path", "u@h"})
    CHECK(is_accepted("proxy", url));
}

TEST_CASE("a URL is no path, and a proxy needs more than a word") {
  for (const auto* key : {"state", "ca_cert", "api_key_file"})
    CHECK(check_text(row(key), "s3://bucket/x", key).error().message ==
          std::string(key) + " must be a path, not a URL");
  for (const auto* word : {"squid", "none", "8080"})
    CHECK_FALSE(is_accepted("proxy", word));
}

TEST_CASE("variables that are not read are named, with what is") {
  const Environment environment{{{"MRCTL_BASEURL", "x"},
                                 {"MRCTL_BASE_URL", "http://127.0.0.1:1"},
                                 {"MRCTL_DEBUG", "1"},
                                 {"MRCTL_MINE", "x"},
                                 {"MRCTL_RETRIES", "1"},
                                 {"MRCTL_BASE_URL_STAGING", "x"}, // a pipeline's own
                                 {"MRCTL_GATES", "1"},
                                 {"MRCTL_IMAGE", "x"},
                                 {"MRCTL_STATE_DIR", "x"},
                                 {"MRCTL_TRAGET", "x"},
                                 {"RETRIES", "1"}}};
  const auto settings = mrctl::config::load({}, environment, mrctl::config::Missing::allow);
  REQUIRE(settings.has_value());
  CHECK(settings->unread_variables ==
        std::vector<std::string>{"mrctl does not read MRCTL_BASEURL: the name is MRCTL_BASE_URL",
                                 "mrctl does not read MRCTL_DEBUG: use -v; -vv adds headers, -vvv "
                                 "bodies",
                                 "mrctl does not read MRCTL_GATES: use --gates",
                                 "mrctl does not read MRCTL_RETRIES: use --retries, or 'mrctl "
                                 "config set retries VALUE'",
                                 "mrctl does not read MRCTL_STATE_DIR: use --state DIR, or "
                                 "--state-branch BRANCH",
                                 "mrctl does not read MRCTL_TRAGET: the name is MRCTL_TARGET"});
}

TEST_CASE("a name that is none comes with one that is") {
  const auto& target = setting_of(&SettingValues::target);
  CHECK(check_text(target, "staging/eu", "x").error().hint == "did you mean 'staging-eu'?");
  CHECK(check_text(target, "a,b", "x").error().hint.ends_with("run the command once for each"));
}

TEST_CASE("an unknown setting comes with the nearest key") {
  const auto unknown = require_setting("base_ulr");
  REQUIRE_FALSE(unknown.has_value());
  CHECK(unknown.error().kind == mrctl::ErrorKind::usage);
  CHECK(unknown.error().message == "unknown setting 'base_ulr'");
  CHECK(unknown.error().hint == "did you mean 'base_url'?");
  CHECK(require_setting("zzzz").error().hint.starts_with("the settings are base_url, "));
  CHECK(require_setting("MRCTL_TIMEOUT").error().hint == "did you mean 'timeout'?");
  CHECK(require_setting("default_target").error().hint.ends_with("mrctl.toml"));
  REQUIRE(require_setting("timeout").has_value());
  CHECK((*require_setting("timeout"))->key == "timeout");
}

TEST_CASE("a text is checked by the kind of its setting") {
  CHECK(is_accepted("timeout", "500ms"));
  CHECK(is_accepted("timeout", "0"));
  CHECK_FALSE(is_accepted("timeout", "soon"));
  CHECK_FALSE(is_accepted("timeout", "-1"));
  CHECK(is_accepted("retries", "0"));
  CHECK(is_accepted("retries", "100"));
  for (const std::string_view text : {"", "-1", "101", "1.5", "x", "2x", "99999999999999"})
    CHECK_FALSE(is_accepted("retries", text));
  CHECK(is_accepted("strip", "true"));
  CHECK_FALSE(is_accepted("strip", "yes"));
  CHECK(is_accepted("base_url", "https://router.example/api/v1"));
  CHECK_FALSE(is_accepted("base_url", "router.example"));
  CHECK(is_accepted("ca_cert", "roots.pem"));
  CHECK_FALSE(is_accepted("ca_cert", ""));
  CHECK_FALSE(is_accepted("ca_cert", "a\nb"));
  CHECK_FALSE(is_accepted("ca_cert", std::string_view("a\0b", 3)));
  CHECK(is_accepted("credential_command", R"(["pass", "show"])"));
  for (const std::string_view text : {R"(["printf","%s\n","\u001b[0m\t",""])", R"(["a","\u007f"])"})
    CHECK(is_accepted("credential_command", text));
  for (const std::string_view text :
       {"pass show", "[]", R"([""])", R"(["","a"])", R"(["a\n"])", R"(["a",1])", R"({"a":"b"})",
        R"(["a\u0000"])", R"(["a","b\u0000"])"})
    CHECK_FALSE(is_accepted("credential_command", text));
}

TEST_CASE("the message says where the text came from, what was expected and what was found") {
  const auto message = [](std::string_view key, std::string_view text, std::string_view where) {
    return check_text(row(key), text, where).error().message;
  };
  CHECK(message("timeout", "soon", "--timeout") ==
        "--timeout must be a duration such as 500ms, 10s or 2m, got 'soon'");
  CHECK(message("retries", "x", "retries") ==
        "retries must be a whole number from 0 to 100, got 'x'");
  CHECK(message("credential_command", R"([""])", "credential_command") ==
        R"(credential_command must be a JSON array of strings such as ["pass","show"], )"
        "starting with a program");
  CHECK(message("color", "yes", "--color") ==
        "--color must be one of auto, always, never; got 'yes'");
  CHECK(message("base_url", "https://u:p@h", "MRCTL_BASE_URL") ==
        "MRCTL_BASE_URL must have neither a user name nor a password");
}

TEST_CASE("a wrong choice comes with the nearest one") {
  CHECK(check_text(row("output"), "jsno", "--output").error().hint == "did you mean 'json'?");
  CHECK(check_text(row("output"), "zzzzzz", "--output").error().hint.empty());
}

TEST_CASE("the items of a list are its strings") {
  CHECK(list_items(R"(["pass","show","a b"])") == std::vector<std::string>{"pass", "show", "a b"});
  CHECK(list_items("x").empty());
}
