#include "mrctl/config/settings.hpp"

#include "unit/config/fixture.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace mrctl::config;

namespace {

constexpr std::string_view two_profiles = "profile = \"work\"\n"
                                          "\n"
                                          "[profiles.work]\n"
                                          "base_url = \"https://work.example/api/v1\"\n"
                                          "timeout = 1.5\n"
                                          "retries = 0\n"
                                          "strip = true\n"
                                          "credential_command = [\"pass\", \"show\", \"a b\"]\n"
                                          "[profiles.home]\n"
                                          "base_url = \"https://home.example/api/v1\"\n";

const Value& value_of(const Settings& settings, std::string_view key) {
  const auto* value = find_value(settings, key);
  REQUIRE(value != nullptr);
  return *value;
}

} // namespace

TEST_CASE("without a file, flags and variables the defaults hold") {
  const auto settings = Home{}.load();
  CHECK(text_of(settings, "color") == "auto");
  CHECK(text_of(settings, "error_format") == "text");
  CHECK(duration_of(settings, "timeout") == mrctl::Duration(60'000));
  CHECK(duration_of(settings, "connect_timeout") == mrctl::Duration(10'000));
  CHECK(count_of(settings, "retries") == 2);
  CHECK_FALSE(is_on(settings, "insecure"));
  CHECK(profile_of(settings) == "default");
  CHECK(value_of(settings, "timeout").origin.kind == OriginKind::fallback);
  CHECK(value_of(settings, "timeout").origin.detail == "default");
  CHECK(find_value(settings, "base_url") == nullptr);
  CHECK(find_value(settings, "output") == nullptr);
}

TEST_CASE(
    "a flag wins over a variable, a variable over the profile, the profile over the default") {
  Home home;
  home.write_config("[profiles.default]\noutput = \"wide\"\nbase_url = \"https://file.example\"\n");
  const auto by_profile = home.load();
  CHECK(text_of(by_profile, "base_url") == "https://file.example");
  CHECK(value_of(by_profile, "base_url").origin.kind == OriginKind::profile);
  CHECK(value_of(by_profile, "base_url").origin.detail ==
        "from profile default (" + home.config_file() + ":3)");

  home.environment.variables["MRCTL_BASE_URL"] = "https://variable.example";
  home.environment.variables["MRCTL_OUTPUT"] = "csv";
  const auto by_variable = home.load();
  CHECK(text_of(by_variable, "base_url") == "https://variable.example");
  CHECK(value_of(by_variable, "base_url").origin.detail == "from MRCTL_BASE_URL");
  CHECK(value_of(by_variable, "output").origin.kind == OriginKind::environment);

  const auto by_flag = home.load({{"base_url", "https://flag.example"}});
  CHECK(text_of(by_flag, "base_url") == "https://flag.example");
  CHECK(value_of(by_flag, "base_url").origin.kind == OriginKind::flag);
  CHECK(value_of(by_flag, "base_url").origin.detail == "from --base-url");
}

TEST_CASE("a variable that is set to nothing is not set") {
  Home home;
  home.environment.variables["MRCTL_OUTPUT"] = "";
  home.environment.variables["MRCTL_CONFIG"] = "";
  CHECK(find_value(home.load(), "output") == nullptr);
}

TEST_CASE("the profile is chosen by flag, variable, the file's own choice, or is the default one") {
  Home home;
  home.write_config(two_profiles);
  CHECK(profile_of(home.load()) == "work");
  CHECK(value_of(home.load(), "profile").origin.detail == "from " + home.config_file() + ":1");
  CHECK(text_of(home.load(), "base_url") == "https://work.example/api/v1");
  home.environment.variables["MRCTL_PROFILE"] = "home";
  CHECK(text_of(home.load(), "base_url") == "https://home.example/api/v1");
  CHECK(text_of(home.load({{"profile", "work"}}), "base_url") == "https://work.example/api/v1");
  CHECK(find_value(home.load({{"profile", "default"}}), "base_url") == nullptr);
}

TEST_CASE("values of every type are read from a profile") {
  Home home;
  home.write_config(two_profiles);
  const auto settings = home.load();
  CHECK(duration_of(settings, "timeout") == mrctl::Duration(1'500));
  CHECK(count_of(settings, "retries") == 0);
  CHECK(is_on(settings, "strip"));
  CHECK(text_of(settings, "credential_command") == R"(["pass","show","a b"])");
}

TEST_CASE("the target is a flag, a variable or the profile's, the state never the file's") {
  Home home;
  home.write_config("[profiles.default]\ntarget = \"prod\"\n");
  CHECK(text_of(home.load(), "target") == "prod");
  CHECK(value_of(home.load(), "target").origin.detail ==
        "from profile default (" + home.config_file() + ":2)");
  home.environment.variables["MRCTL_TARGET"] = "stage";
  home.environment.variables["MRCTL_STATE"] = "/s";
  CHECK(text_of(home.load(), "target") == "stage");
  CHECK(text_of(home.load({{"target", "test"}}), "target") == "test");
  CHECK(value_of(home.load(), "state").origin.detail == "from MRCTL_STATE");
  home.environment.variables["MRCTL_TARGET"] = "..";
  CHECK_FALSE(home.try_load().has_value());
}

TEST_CASE(
    "a profile that is nowhere is refused with the nearest name, unless it is about to be made") {
  Home home;
  home.write_config(two_profiles);
  const auto near = home.try_load({{"profile", "wrok"}});
  REQUIRE_FALSE(near.has_value());
  CHECK(near.error().kind == mrctl::ErrorKind::usage);
  CHECK(near.error().message == "unknown profile 'wrok'");
  CHECK(near.error().hint == "did you mean 'work'?");
  CHECK(home.try_load({{"profile", "zzz"}}).error().hint == "profiles are work, home, default");
  CHECK(profile_of(home.load({{"profile", "zzz"}}, Missing::allow)) == "zzz");
}

TEST_CASE("a profile that has only a stored key is known") {
  Home home;
  home.folder.write("home/.config/mrctl/credentials.toml",
                    "[[keys]]\nprofile = \"ci\"\nhost = \"https://a.example:443\"\nkey = \"k\"\n");
  CHECK(profile_of(home.load({{"profile", "ci"}})) == "ci");
  CHECK_FALSE(home.try_load({{"profile", "cd"}}).has_value());
}

TEST_CASE("the file is looked for where the environment says") {
  CHECK(config_file_of({}, {{{"HOME", "/h"}}}) == "/h/.config/mrctl/config.toml");
  CHECK(config_file_of({}, {{{"HOME", "/h"}, {"XDG_CONFIG_HOME", "/x"}}}) ==
        "/x/mrctl/config.toml");
  CHECK(config_file_of({}, {{{"HOME", "/h"}, {"XDG_CONFIG_HOME", "relative"}}}) ==
        "/h/.config/mrctl/config.toml");
  CHECK(config_file_of({}, {{{"HOME", "/h"}, {"MRCTL_CONFIG", "c.toml"}}}) == "c.toml");
  CHECK(config_file_of({{"config", "f.toml"}}, {{{"MRCTL_CONFIG", "c.toml"}}}) == "f.toml");
  CHECK(config_file_of({}, {}).empty());
}

TEST_CASE("without HOME everything works, from no file") {
  const auto settings = load({{"base_url", "https://a.example"}}, Environment{});
  REQUIRE(settings.has_value());
  CHECK(settings->config_file.empty());
  CHECK(settings->credentials_file.empty());
  CHECK(text_of(*settings, "base_url") == "https://a.example");
}

TEST_CASE("a file that is named must be there, unless it is about to be made") {
  const Home home;
  const auto path = home.folder / "missing.toml";
  const auto missing = home.try_load({{"config", path}});
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().kind == mrctl::ErrorKind::usage);
  CHECK(missing.error().message == "cannot read " + path + ": No such file or directory");
  CHECK(home.load({{"config", path}}, Missing::allow).config_file == path);
  CHECK_FALSE(home.try_load({{"config", home.folder / ""}}).has_value());
}

TEST_CASE("credentials stand beside the file that is read") {
  const Home home;
  const auto path = home.folder.write("elsewhere/mine.toml", "");
  CHECK(home.load({{"config", path}}).credentials_file ==
        home.folder / "elsewhere/credentials.toml");
  CHECK(home.load().credentials_file == home.folder / "home/.config/mrctl/credentials.toml");
}

TEST_CASE("paths in a profile hold from any folder, those of flags and variables are left alone") {
  Home home;
  home.write_config("[profiles.default]\nca_cert = \"roots.pem\"\nclient_cert = \"~/c.pem\"\n"
                    "client_key = \"/k.pem\"\n");
  const auto settings = home.load();
  CHECK(text_of(settings, "ca_cert") == home.folder / "home/.config/mrctl/roots.pem");
  CHECK(text_of(settings, "client_cert") == home.folder / "home/c.pem");
  CHECK(text_of(settings, "client_key") == "/k.pem");
  CHECK(text_of(home.load({{"ca_cert", "roots.pem"}}), "ca_cert") == "roots.pem");
}

TEST_CASE("a wrong flag or variable is named, a wrong file is not read before") {
  Home home;
  home.write_config("this is no TOML");
  CHECK(home.try_load({{"timeout", "soon"}}).error().message ==
        "--timeout must be a duration such as 500ms, 10s or 2m, got 'soon'");
  home.environment.variables["MRCTL_OUTPUT"] = "tabel";
  const auto wrong = home.try_load();
  CHECK(wrong.error().message.starts_with("MRCTL_OUTPUT must be one of table, text, wide, json"));
  CHECK(wrong.error().hint == "did you mean 'table'?");
}

TEST_CASE("a flag that overrides a wrong variable puts it right") {
  Home home;
  home.environment.variables["MRCTL_OUTPUT"] = "tabel";
  CHECK(text_of(home.load({{"output", "csv"}}), "output") == "csv");
}

TEST_CASE("a flag that the table does not know is a bug") {
  CHECK(Home{}.try_load({{"api_key", "x"}}).error().kind == mrctl::ErrorKind::internal);
}

TEST_CASE("a text can be had before the settings are, unchecked") {
  const Environment environment{{{"MRCTL_ERROR_FORMAT", "jsno"}}};
  CHECK(peek({}, environment, "error_format") == "jsno");
  CHECK(peek({{"error_format", "json"}}, environment, "error_format") == "json");
  CHECK(peek({}, {}, "error_format").empty());
  CHECK(peek({}, environment, "no_such_key").empty());
}
