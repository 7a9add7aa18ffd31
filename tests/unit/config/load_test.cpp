#include "mrctl/config/settings.hpp"

#include "fixture.hpp"

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
  CHECK(settings.timeout == mrctl::Duration(60'000));
  CHECK(settings.connect_timeout == mrctl::Duration(10'000));
  CHECK(settings.retries == 2);
  CHECK_FALSE(settings.insecure);
  CHECK(settings.profile == "default");
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
  CHECK(by_profile.base_url == "https://file.example");
  CHECK(value_of(by_profile, "base_url").origin.kind == OriginKind::profile);
  CHECK(value_of(by_profile, "base_url").origin.detail ==
        "from profile default (" + home.config_file() + ":3)");

  home.environment.variables["MRCTL_BASE_URL"] = "https://variable.example";
  home.environment.variables["MRCTL_OUTPUT"] = "csv";
  const auto by_variable = home.load();
  CHECK(by_variable.base_url == "https://variable.example");
  CHECK(value_of(by_variable, "base_url").origin.detail == "from MRCTL_BASE_URL");
  CHECK(value_of(by_variable, "output").origin.kind == OriginKind::environment);

  const auto by_flag = home.load({{"base_url", "https://flag.example"}});
  CHECK(by_flag.base_url == "https://flag.example");
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
  CHECK(home.load().profile == "work");
  CHECK(value_of(home.load(), "profile").origin.detail == "from " + home.config_file() + ":1");
  CHECK(home.load().base_url == "https://work.example/api/v1");
  home.environment.variables["MRCTL_PROFILE"] = "home";
  CHECK(home.load().base_url == "https://home.example/api/v1");
  CHECK(home.load({{"profile", "work"}}).base_url == "https://work.example/api/v1");
  CHECK(find_value(home.load({{"profile", "default"}}), "base_url") == nullptr);
}

TEST_CASE("values of every type are read from a profile") {
  Home home;
  home.write_config(two_profiles);
  const auto settings = home.load();
  CHECK(settings.timeout == mrctl::Duration(1'500));
  CHECK(settings.retries == 0);
  CHECK(settings.strip);
  CHECK(text_of(settings, "credential_command") == R"(["pass","show","a b"])");
}

TEST_CASE("the target is a flag, a variable or the profile's, the state never the file's") {
  Home home;
  home.write_config("[profiles.default]\ntarget = \"prod\"\n");
  CHECK(home.load().target == "prod");
  CHECK(value_of(home.load(), "target").origin.detail ==
        "from profile default (" + home.config_file() + ":2)");
  home.environment.variables["MRCTL_TARGET"] = "stage";
  home.environment.variables["MRCTL_STATE"] = "/s";
  CHECK(home.load().target == "stage");
  CHECK(home.load({{"target", "test"}}).target == "test");
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
  CHECK(near.error().hint.find("'work'? ") != std::string::npos);
  CHECK(home.try_load({{"profile", "zzz"}}).error().hint.find("work, home, default; ") !=
        std::string::npos);
  CHECK(home.load({{"profile", "zzz"}}, Missing::allow).profile == "zzz");
}

TEST_CASE("a profile that has only a stored key is known") {
  Home home;
  home.folder.write("home/.config/mrctl/credentials.toml",
                    "[[keys]]\nprofile = \"ci\"\nhost = \"https://a.example:443\"\nkey = \"k\"\n");
  CHECK(home.load({{"profile", "ci"}}).profile == "ci");
  CHECK_FALSE(home.try_load({{"profile", "cd"}}).has_value());
}

TEST_CASE("each profile is named once") {
  Home home;
  home.write_config("[profiles.default]\n[profiles.work]\n[profiles.a]\n");
  home.folder.write("home/.config/mrctl/credentials.toml",
                    "[[keys]]\nprofile = \"a\"\nhost = \"https://a.example:443\"\nkey = \"k\"\n"
                    "[[keys]]\nprofile = \"b\"\nhost = \"https://a.example:443\"\nkey = \"k\"\n"
                    "[[keys]]\nprofile = \"a\"\nhost = \"https://b.example:443\"\nkey = \"k\"\n");
  CHECK(home.try_load({{"profile", "zzz"}}).error().hint.find(" a, b, default, work;") !=
        std::string::npos);
}

TEST_CASE("what is wrong can be passed over: the rest holds, and the faults are told") {
  Home home;
  home.write_config("[profiles.default]\n"
                    "base_url = \"https://work.example/api/v1\"\n"
                    "retires = 2\n"
                    "timeout = \"soon\"\n"
                    "strip = true\n"
                    "proxy = 5\n");
  home.environment.variables["MRCTL_OUTPUT"] = "pdf";
  CHECK_FALSE(home.try_load().has_value());
  const auto settings = load({}, home.environment, Missing::refuse, Faults::pass_over);
  REQUIRE(settings.has_value());
  CHECK(settings->base_url == "https://work.example/api/v1");
  CHECK(settings->strip);
  CHECK(text_of(*settings, "timeout") == "60s");
  CHECK(find_value(*settings, "proxy") == nullptr);
  CHECK(find_value(*settings, "output") == nullptr);
  REQUIRE(settings->passed_over.size() == 4);
  CHECK(settings->passed_over[0].rule == "config.unknown-key");
  CHECK(settings->passed_over[0].severity == mrctl::Severity::warning);
  CHECK(settings->passed_over[3].message.starts_with("MRCTL_OUTPUT must be one of "));
}

TEST_CASE("a file that cannot be read, or is no TOML, can be passed over as a whole") {
  Home home;
  home.write_config("[profiles.default\n");
  const auto broken =
      load({{"profile", "work"}}, home.environment, Missing::refuse, Faults::pass_over);
  REQUIRE(broken.has_value());
  CHECK(broken->profile == "work");
  CHECK(broken->config_file == home.config_file());
  CHECK(broken->passed_over.size() == 1);
  home.environment.variables["MRCTL_CONFIG"] = home.folder / "home";
  const auto folder = load({}, home.environment, Missing::refuse, Faults::pass_over);
  REQUIRE(folder.has_value());
  CHECK(folder->passed_over.front().message.ends_with("Is a directory"));
  home.environment.variables["MRCTL_CONFIG"] = home.folder / "missing";
  CHECK(load({}, home.environment, Missing::refuse, Faults::pass_over).has_value());
}

TEST_CASE("what the command line says is never passed over") {
  Home home;
  home.write_config("profile = \"wrok\"\n[profiles.work]\n");
  const auto lenient = [&](const SettingTexts& flags) {
    return load(flags, home.environment, Missing::refuse, Faults::pass_over);
  };
  REQUIRE(lenient({}).has_value());
  CHECK(lenient({})->passed_over.front().message.starts_with("unknown profile 'wrok' (from "));
  CHECK_FALSE(lenient({{"profile", "wrk"}}).has_value());
  CHECK_FALSE(lenient({{"timeout", "soon"}}).has_value());
  CHECK_FALSE(lenient({{"config", home.folder / "missing"}}).has_value());
}

TEST_CASE("no keys are kept beside a configuration that is no file") {
  Home home;
  home.environment.variables["MRCTL_CONFIG"] = "/dev/null";
  CHECK(home.load().credentials_file.empty());
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
  CHECK(settings->base_url == "https://a.example");
}

TEST_CASE("a file that is named must be there, unless it is about to be made") {
  const Home home;
  const auto path = home.folder / "missing.toml";
  const auto missing = home.try_load({{"config", path}});
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().kind == mrctl::ErrorKind::usage);
  CHECK(missing.error().message.find(path + ": No such file") != std::string::npos);
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
  CHECK(settings.ca_cert == home.folder / "home/.config/mrctl/roots.pem");
  CHECK(settings.client_cert == home.folder / "home/c.pem");
  CHECK(settings.client_key == "/k.pem");
  CHECK(home.load({{"ca_cert", "roots.pem"}}).ca_cert == "roots.pem");
}

TEST_CASE("a wrong flag or variable is named, a wrong file is not read before") {
  Home home;
  home.write_config("this is no TOML");
  CHECK(home.try_load({{"timeout", "soon"}}).error().message.starts_with("--timeout "));
  home.environment.variables["MRCTL_OUTPUT"] = "tabel";
  const auto wrong = home.try_load();
  CHECK(wrong.error().message.starts_with("MRCTL_OUTPUT "));
  CHECK(wrong.error().hint.find("'table'") != std::string::npos);
}

TEST_CASE("a flag that overrides a wrong variable puts it right") {
  Home home;
  home.environment.variables["MRCTL_OUTPUT"] = "tabel";
  CHECK(home.load({{"output", "csv"}}).output == mrctl::Format::csv);
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
