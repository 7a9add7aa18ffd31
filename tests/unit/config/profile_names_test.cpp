#include "mrctl/config/key.hpp"
#include "mrctl/config/settings.hpp"

#include "fixture.hpp"

#include <doctest/doctest.h>

#include <string>
#include <sys/stat.h>
#include <vector>

using namespace mrctl::config;

using Names = std::vector<std::string>;

TEST_CASE("profiles are the default one, those of the file, and those with a key") {
  Home home;
  CHECK(profile_names({}, home.environment) == Names{"default"});
  home.write_config("[profiles.work]\nretries = 1\n[profiles.\"old.one\"]\n");
  CHECK(profile_names({}, home.environment) == Names{"default", "work", "old.one"});
  const auto settings = home.load(
      {{"profile", "spare"}, {"base_url", "https://router.example/api/v1"}}, Missing::allow);
  REQUIRE(store_key(settings, mrctl::Secret("sk-mgmt-test-0000")).has_value());
  CHECK(profile_names({}, home.environment) == Names{"default", "work", "old.one", "spare"});
}

TEST_CASE("the profiles are those of the file that is named") {
  Home home;
  home.write_config("[profiles.work]\n");
  home.folder.write("other.toml", "[profiles.elsewhere]\n");
  CHECK(profile_names({{"config", home.folder / "other.toml"}}, home.environment) ==
        Names{"default", "elsewhere"});
  home.environment.variables["MRCTL_CONFIG"] = home.folder / "missing.toml";
  CHECK(profile_names({}, home.environment) == Names{"default"});
}

TEST_CASE("a file that cannot be used has no profiles, and a pipe is not opened") {
  Home home;
  home.write_config("[profiles.work]\n[profiles");
  CHECK(profile_names({}, home.environment) == Names{"default"});
  const auto pipe = home.folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(profile_names({{"config", pipe}}, home.environment) == Names{"default"});
  CHECK(profile_names({{"config", home.folder / ""}}, {}) == Names{"default"});
}
