#include "mrctl/config/key.hpp"

#include "fixture.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <regex>
#include <string>
#include <vector>

using namespace mrctl::config;
using mrctl::Secret;

namespace {

using Hosts = std::vector<std::string>;

constexpr std::string_view store = "home/.config/mrctl/credentials.toml";
const std::string here = "https://here.example/api/v1";
const std::string there = "https://there.example/api/v1";

Settings settings_for(const Home& home, const std::string& base_url,
                      const std::string& profile = "default") {
  SettingTexts flags{{"profile", profile}};
  if (!base_url.empty()) flags["base_url"] = base_url;
  return home.load(flags, Missing::allow);
}

void store_key_for(const Settings& settings, const std::string& key) {
  const auto stored = store_key(settings, Secret(key));
  REQUIRE_MESSAGE(stored.has_value(), stored.error().message);
}

std::string key_for(const Settings& settings) {
  const auto key = find_stored_key(settings);
  REQUIRE_MESSAGE(key.has_value(), key.error().message);
  return *key ? std::string((*key)->reveal()) : "none";
}

} // namespace

TEST_CASE("a stored key is found again, in a file for the owner only") {
  const Home home;
  const auto settings = settings_for(home, here);
  CHECK(key_for(settings) == "none");
  store_key_for(settings, "sk-mgmt-test-\"0\\0");
  CHECK(key_for(settings) == "sk-mgmt-test-\"0\\0");
  CHECK(home.folder.mode_of(store) == 0600);
}

TEST_CASE("a key is never returned for another host, scheme, port or profile") {
  const Home home;
  store_key_for(settings_for(home, "https://here.example/api/v1"), "sk-mgmt-test-0000");
  for (const auto* other :
       {"https://there.example/api/v1", "http://here.example/api/v1",
        "https://here.example:8443/api/v1", "https://here.example.evil.example/api/v1",
        "https://sub.here.example/api/v1"})
    CHECK_MESSAGE(key_for(settings_for(home, other)) == "none", other);
  CHECK(key_for(settings_for(home, here, "work")) == "none");
  CHECK(key_for(settings_for(home, "https://HERE.example:443/other/path")) == "sk-mgmt-test-0000");
}

TEST_CASE("keys of several hosts and profiles are kept side by side") {
  const Home home;
  store_key_for(settings_for(home, here), "key-1");
  store_key_for(settings_for(home, there), "key-2");
  store_key_for(settings_for(home, here, "work"), "key-3");
  store_key_for(settings_for(home, here), "key-4");
  CHECK(key_for(settings_for(home, here)) == "key-4");
  CHECK(key_for(settings_for(home, there)) == "key-2");
  CHECK(key_for(settings_for(home, here, "work")) == "key-3");
  CHECK(stored_hosts(settings_for(home, "")) ==
        Hosts{"https://there.example:443", "https://here.example:443"});
}

TEST_CASE("a key that is replaced is gone from the file") {
  const Home home;
  store_key_for(settings_for(home, here), "key-1");
  store_key_for(settings_for(home, here), "key-2");
  CHECK(home.folder.read(store).find("key-1") == std::string::npos);
}

TEST_CASE("forgetting removes the key of one host, or all of the profile's without a base URL") {
  const Home home;
  store_key_for(settings_for(home, here), "key-1");
  store_key_for(settings_for(home, there), "key-2");
  store_key_for(settings_for(home, here, "work"), "key-3");
  CHECK(forget_keys(settings_for(home, here)) == Hosts{"https://here.example:443"});
  CHECK(forget_keys(settings_for(home, here)) == Hosts{});
  CHECK(key_for(settings_for(home, there)) == "key-2");
  CHECK(home.folder.read(store).find("key-1") == std::string::npos);
  CHECK(forget_keys(settings_for(home, "")) == Hosts{"https://there.example:443"});
  CHECK(key_for(settings_for(home, here, "work")) == "key-3");
}

TEST_CASE("forgetting where nothing is stored writes nothing") {
  const Home home;
  CHECK(forget_keys(settings_for(home, here)) == Hosts{});
  CHECK_FALSE(std::filesystem::exists(home.folder / store));
}

TEST_CASE("a store that others can read is refused by everything") {
  const Home home;
  const auto settings = settings_for(home, here);
  store_key_for(settings, "sk-mgmt-test-0000");
  std::filesystem::permissions(home.folder / store, std::filesystem::perms(0640));
  CHECK(find_stored_key(settings).error().kind == mrctl::ErrorKind::unauthorized);
  CHECK(find_stored_key(settings).error().hint == "chmod 600 " + home.folder / store);
  CHECK_FALSE(store_key(settings, Secret("key-2")).has_value());
  CHECK_FALSE(forget_keys(settings).has_value());
  CHECK_FALSE(stored_hosts(settings).has_value());
}

TEST_CASE("a store that mrctl did not write is refused with its place and never shown") {
  const Home home;
  const auto settings = settings_for(home, here);
  for (const std::string_view text :
       {"[[keys]]\nprofile = \"default\"\nkey = \"sk-mgmt-test-0000\"\n",
        "[[keys]]\nprofile = 1\nhost = \"h\"\nkey = \"sk-mgmt-test-0000\"\n",
        "[[keys]]\nprofile = \"p\"\nhost = \"h\"\nkey = \"sk-mgmt-test-0000\"\nmore = 1\n",
        "key = \"sk-mgmt-test-0000\"\n", "keys = [1]\n", "sk-mgmt-test-0000"}) {
    home.folder.write(store, text);
    const auto refused = find_stored_key(settings);
    REQUIRE_MESSAGE(!refused.has_value(), std::string(text));
    CHECK(refused.error().kind == mrctl::ErrorKind::unauthorized);
    CHECK(refused.error().message.starts_with(home.folder / store + ":1:"));
    CHECK(refused.error().message.find("0000") == std::string::npos);
  }
}

TEST_CASE("storing needs a base URL and a place") {
  const Home home;
  CHECK(store_key(settings_for(home, ""), Secret("key")).error().message == "no base URL");
  const auto homeless = load({{"base_url", here}}, Environment{});
  REQUIRE(homeless.has_value());
  CHECK(store_key(*homeless, Secret("key")).error().hint == "set HOME or XDG_CONFIG_HOME");
  CHECK(key_for(*homeless) == "none");
}

TEST_CASE("a store that cannot be written is one clear error and nothing half written") {
  const Home home;
  auto settings = settings_for(home, here);
  home.folder.write("file", "");
  settings.credentials_file = home.folder / "file/credentials.toml";
  const auto refused = store_key(settings, Secret("sk-mgmt-test-0000"));
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().kind == mrctl::ErrorKind::internal);
  CHECK(refused.error().message.starts_with("cannot lock "));
  CHECK(home.folder.entries() == 1);
}

TEST_CASE("no more keys are stored than can be read again") {
  const Home home;
  const std::string long_key(16 * 1024, 'k');
  const auto settings_of = [&](int number) {
    return settings_for(home, "https://host" + std::to_string(number) + ".example/api/v1");
  };
  // Each store reads and writes all keys, so those in between are written by hand.
  store_key_for(settings_of(10), long_key);
  const auto one = home.folder.read(store);
  std::string text;
  for (int number = 10; number < 72; ++number)
    text += std::regex_replace(one, std::regex("host10"), "host" + std::to_string(number));
  home.folder.write(store, text);
  store_key_for(settings_of(72), long_key);
  const auto refused = store_key(settings_of(73), Secret(long_key));
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().kind == mrctl::ErrorKind::usage);
  CHECK(refused.error().hint == "remove keys with 'mrctl auth logout'");
  CHECK(key_for(settings_of(72)) == long_key);
}
