#include "mrctl/config/settings.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using mrctl::Takes;
using mrctl::ValueType;
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

TEST_CASE("the member of a setting can keep what its kind is read as") {
  using Values = SettingValues;
  for (const auto& setting : settings()) {
    const auto& member = setting.member;
    const auto type = kind_of(setting.takes).type;
    CAPTURE(std::string(setting.key));
    if (!setting.choices.empty())
      CHECK_FALSE(std::holds_alternative<std::string Values::*>(member));
    else if (type == ValueType::integer)
      CHECK(std::holds_alternative<int Values::*>(member));
    else if (type == ValueType::boolean)
      CHECK(std::holds_alternative<bool Values::*>(member));
    else if (type == ValueType::array)
      CHECK(std::holds_alternative<std::vector<std::string> Values::*>(member));
    else if (setting.takes == Takes::duration)
      CHECK(std::holds_alternative<mrctl::Duration Values::*>(member));
    else
      CHECK(std::holds_alternative<std::string Values::*>(member));
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
    CHECK(check(text).error().message.starts_with("--jobs "));
    CHECK(check(text).error().message.ends_with(fmt::format("got '{}'", text)));
  }
}

TEST_CASE("a target is a name that can stand in a path") {
  for (const auto* text : {"prod", "A.b_c-9", "..a", "-", "router.example_8443"})
    CHECK(is_accepted("target", text));
  for (const auto* text : {"", ".", "..", "...", "a/b", "/", "a b", "a\nb", "\xC3\xA4", "a:1"})
    CHECK_FALSE(is_accepted("target", text));
  CHECK(check_text(row("target"), "a/b", "MRCTL_TARGET")
            .error()
            .message.starts_with("MRCTL_TARGET "));
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
    CHECK(checked.error().message.starts_with(setting));
    CHECK(checked.error().message.find("0000") == std::string::npos);
    CHECK(checked.error().hint.find("0000") == std::string::npos);
  };
  for (const auto& setting : settings())
    refused(setting.key, key);
  refused("credential_command", fmt::format("[\"{}\"]", key));
  refused("credential_command", fmt::format("[\"login\",\"--token={}\"]", key));
  refused("api_key_file", "0123456789abcdef0123456789abcdef");
  refused("api_key_file", "a2V5LWtleS1rZXk+0000LWtleS1rZXktag==");
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
    CHECK(check_text(row(key), "s3://bucket/x", key).error().message.ends_with("not a URL"));
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
  const std::pair<const char*, const char*> told[]{
      {"MRCTL_BASEURL", "MRCTL_BASE_URL"}, {"MRCTL_DEBUG", "-vvv"},
      {"MRCTL_GATES", "--gates"},          {"MRCTL_RETRIES", "--retries"},
      {"MRCTL_STATE_DIR", "MRCTL_STATE"},  {"MRCTL_TRAGET", "MRCTL_TARGET"},
  };
  REQUIRE(settings->unread_variables.size() == std::size(told));
  for (std::size_t i = 0; i < std::size(told); ++i) {
    const auto& sentence = settings->unread_variables[i];
    CHECK_MESSAGE(sentence.find(std::string(told[i].first) + ": ") != std::string::npos, sentence);
    CHECK_MESSAGE(sentence.find(told[i].second) != std::string::npos, sentence);
  }
}

TEST_CASE("a name that is none comes with one that is") {
  const auto& target = setting_of(&SettingValues::target);
  CHECK(check_text(target, "staging/eu", "x").error().hint.find("'staging-eu'") !=
        std::string::npos);
  CHECK(check_text(target, "a,b", "x").error().hint.find("once for each") != std::string::npos);
  CHECK(check_text(row("output"), "jsno", "--output").error().hint.find("'json'") !=
        std::string::npos);
  CHECK(check_text(row("output"), "zzzzzz", "--output").error().hint.empty());
  const std::pair<const char*, const char*> unknown[]{{"base_ulr", "'base_url'"},
                                                      {"zzzz", "base_url, "},
                                                      {"MRCTL_TIMEOUT", "'timeout'"},
                                                      {"default_target", "mrctl.toml"}};
  for (const auto& [key, named] : unknown) {
    const auto refused = require_setting(key);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().kind == mrctl::ErrorKind::usage);
    CHECK_MESSAGE(refused.error().hint.find(named) != std::string::npos, refused.error().hint);
  }
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

TEST_CASE("the message says where the text came from, and what was found unless it is secret") {
  const auto message = [](std::string_view key, std::string_view text, std::string_view where) {
    return check_text(row(key), text, where).error().message;
  };
  CHECK(message("timeout", "soon", "--timeout").starts_with("--timeout "));
  CHECK(message("timeout", "soon", "--timeout").ends_with("'soon'"));
  CHECK(message("retries", "x", "retries").ends_with("'x'"));
  CHECK(message("color", "yes", "--color").find("auto, always, never") != std::string::npos);
  CHECK(message("base_url", "https://u:p@h", "MRCTL_BASE_URL").starts_with("MRCTL_BASE_URL "));
  CHECK(message("base_url", "https://u:p@h", "MRCTL_BASE_URL").find("u:p") == std::string::npos);
}

TEST_CASE("the items of a list are its strings") {
  CHECK(list_items(R"(["pass","show","a b"])") == std::vector<std::string>{"pass", "show", "a b"});
  CHECK(list_items("x").empty());
}
