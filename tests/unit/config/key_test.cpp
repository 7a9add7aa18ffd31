#include "mrctl/config/key.hpp"

#include "fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl::config;

namespace {

const std::string base_url = "https://here.example/api/v1";

mrctl::Result<std::string> no_stdin() {
  FAIL("standard input was read without being asked to");
  return std::string();
}

// A home with everything that a key can come from, to be taken away step by step.
struct KeyRing {
  Home home;
  SettingTexts flags{{"base_url", base_url}};

  [[nodiscard]] mrctl::Result<std::optional<mrctl::ApiKey>>
  find(const ReadStdin& read_stdin = no_stdin) const {
    return find_key(home.load(flags), home.environment, read_stdin);
  }
  [[nodiscard]] mrctl::ApiKey found() const {
    auto credential = find();
    REQUIRE_MESSAGE(credential.has_value(), credential.error().message);
    REQUIRE(credential->has_value());
    return **credential;
  }
  [[nodiscard]] mrctl::Error refused() const {
    const auto credential = find();
    REQUIRE_FALSE(credential.has_value());
    CHECK(credential.error().kind == mrctl::ErrorKind::unauthorized);
    return credential.error();
  }
};

} // namespace

TEST_CASE("a key comes from the flag, the variables, the profile or the store, in this order") {
  KeyRing ring;
  const auto script = ring.home.folder.write("print", "#!/bin/sh\necho sk-command-000000\n", 0700);
  const auto with_file =
      "[profiles.default]\napi_key_file = \"key\"\ncredential_command = [\"" + script + "\"]\n";
  const auto in_profile = ring.home.folder.write("home/.config/mrctl/key", "sk-profile-000000\n");
  const auto in_variable = ring.home.folder.write("variable", "sk-variable-000000\n");
  const auto in_flag = ring.home.folder.write("flag", "sk-flag-0000000000\n");
  REQUIRE(store_key(ring.home.load(ring.flags), mrctl::Secret("sk-stored-000000")).has_value());
  ring.home.write_config(with_file);
  ring.home.environment.variables["MRCTL_API_KEY"] = "sk-environment-0000";
  ring.home.environment.variables["MRCTL_API_KEY_FILE"] = in_variable;
  ring.flags["api_key_file"] = in_flag;

  CHECK(ring.found().secret.reveal() == "sk-flag-0000000000");
  CHECK(ring.found().origin == "from --api-key-file, " + in_flag + " (sk-f…0000)");

  ring.flags.erase("api_key_file");
  CHECK(ring.found().secret.reveal() == "sk-environment-0000");
  CHECK(ring.found().origin == "from MRCTL_API_KEY (sk-e…0000)");

  ring.home.environment.variables.erase("MRCTL_API_KEY");
  CHECK(ring.found().secret.reveal() == "sk-variable-000000");
  CHECK(ring.found().origin == "from MRCTL_API_KEY_FILE, " + in_variable + " (sk-v…0000)");

  ring.home.environment.variables.erase("MRCTL_API_KEY_FILE");
  CHECK(ring.found().secret.reveal() == "sk-profile-000000");
  CHECK(ring.found().origin ==
        "from profile default (" + ring.home.config_file() + ":2), " + in_profile + " (sk-p…0000)");

  ring.home.write_config("[profiles.default]\ncredential_command = [\"" + script + "\"]\n");
  CHECK(ring.found().secret.reveal() == "sk-command-000000");
  CHECK(ring.found().origin == "from credential_command " + script + " (sk-c…0000)");

  ring.home.write_config("");
  CHECK(ring.found().secret.reveal() == "sk-stored-000000");
  CHECK(ring.found().origin == "from auth login, profile default (sk-s…0000)");
}

TEST_CASE("no key anywhere is no failure") {
  const auto credential = KeyRing{}.find();
  REQUIRE(credential.has_value());
  CHECK_FALSE(credential->has_value());
}

TEST_CASE("a key is never sent to another host than the one it was stored for") {
  KeyRing ring;
  REQUIRE(store_key(ring.home.load(ring.flags), mrctl::Secret("sk-stored-000000")).has_value());
  ring.flags["base_url"] = "https://there.example/api/v1";
  const auto credential = ring.find();
  REQUIRE(credential.has_value());
  CHECK_FALSE(credential->has_value());
  const auto missing = missing_key(ring.home.load(ring.flags));
  CHECK(missing.message.find("profile default has one for https://here.example:443") !=
        std::string::npos);
}

TEST_CASE("without a key one error says every way to give one") {
  const KeyRing ring;
  const auto missing = missing_key(ring.home.load(ring.flags));
  CHECK(missing.kind == mrctl::ErrorKind::unauthorized);
  CHECK(missing.message == "no key");
  for (const std::string_view way : {"MRCTL_API_KEY", "--api-key-file", "mrctl auth login"})
    CHECK(missing.hint.find(way) != std::string::npos);
}

TEST_CASE("standard input is read for an explicit dash only") {
  KeyRing ring;
  const ReadStdin stdin_of_test = [] {
    return mrctl::Result<std::string>("sk-mgmt-test-0000\r\n");
  };
  ring.flags["api_key_file"] = "-";
  const auto by_flag = ring.find(stdin_of_test);
  REQUIRE(by_flag.has_value());
  REQUIRE(by_flag->has_value());
  CHECK((*by_flag)->secret.reveal() == "sk-mgmt-test-0000");
  CHECK((*by_flag)->origin == "from standard input (sk-m…0000)");
  const auto closed = ring.find(
      []() -> mrctl::Result<std::string> { return mrctl::fail(mrctl::Error::internal("closed")); });
  REQUIRE_FALSE(closed.has_value());
  CHECK(closed.error().message == "closed");
}

TEST_CASE("a key that is longer than any is refused with a sentence, wherever it comes from") {
  const std::string longest(std::size_t{16} << 10U, 'k');
  CHECK(read_key(longest, "the key").has_value());
  const auto refused = read_key(longest + "k", "the key from the prompt");
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().kind == mrctl::ErrorKind::unauthorized);
  CHECK(refused.error().message.starts_with("the key from the prompt is longer than 16 KiB"));
}

TEST_CASE("a file with a new key is held to the same rules") {
  const Home home;
  const auto path = home.folder.write("key", " sk-mgmt-test-0000\n");
  CHECK(read_key_file(path, "the key in it")->reveal() == "sk-mgmt-test-0000");
  REQUIRE(::chmod(path.c_str(), 0640) == 0);
  CHECK(read_key_file(path, "the key in it").error().hint.ends_with("--api-key-file - <" + path));
  CHECK_FALSE(read_key_file(home.folder / "none", "the key in it").has_value());
}

TEST_CASE("a key file that others can read is refused") {
  KeyRing ring;
  for (const mode_t mode : {0640U, 0604U, 0644U, 0666U}) {
    ring.flags["api_key_file"] = ring.home.folder.write("key", "sk-mgmt-test-0000\n", mode);
    CHECK(ring.refused().hint.starts_with("chmod 600 " + (ring.home.folder / "key") + "; where"));
  }
}

TEST_CASE("a key file that is missing, a folder, empty or huge is refused, not passed over") {
  KeyRing ring;
  ring.home.environment.variables["MRCTL_API_KEY_FILE"] = ring.home.folder / "missing";
  CHECK(ring.refused().message.ends_with("No such file or directory"));
  ring.flags["api_key_file"] = ring.home.folder / "home";
  ring.home.folder.write("home/x", "");
  CHECK(ring.refused().message.ends_with("Is a directory"));
  ring.flags["api_key_file"] = ring.home.folder.write("key", " \n\n");
  CHECK(ring.refused().message.ends_with(ring.home.folder / "key" + " is empty"));
  ring.flags["api_key_file"] = ring.home.folder.write("key", std::string(70'000, 'x'));
  CHECK(ring.refused().message.ends_with("65536 bytes"));
}

TEST_CASE("a failing credential command is refused, not passed over") {
  KeyRing ring;
  REQUIRE(store_key(ring.home.load(ring.flags), mrctl::Secret("sk-stored-000000")).has_value());
  ring.home.write_config("[profiles.default]\ncredential_command = [\"false\"]\n");
  CHECK(ring.refused().message.ends_with("status 1"));
  ring.home.write_config("[profiles.default]\ncredential_command = [\"true\"]\n");
  CHECK(ring.refused().message.find("no key") != std::string::npos);
  ring.home.write_config("[profiles.default]\n"
                         "credential_command = [\"sh\", \"-c\", \"echo; echo locked >&2\"]\n");
  CHECK(ring.refused().message.ends_with(": locked"));
}

TEST_CASE("white space around a key is removed") {
  CHECK(read_key("  sk-mgmt-test-0000\r\n\n", "the key")->reveal() == "sk-mgmt-test-0000");
  CHECK(read_key("!~", "the key")->reveal() == "!~");
}

TEST_CASE("a key with characters that no key has is refused and not shown") {
  for (const std::string_view text :
       {"sk-mgmt test", "sk-mgmt\ntest", "sk-mgmt\ttest", "sk-mgmt\x01test", "sk-mgmt\x7ftest",
        "sk-mgmt-é", "\xEF\xBB\xBFsk-mgmt", "sk-mgmt\xff"}) {
    const auto refused = read_key(text, "the key");
    REQUIRE_MESSAGE(!refused.has_value(), std::string(text));
    CHECK(refused.error().kind == mrctl::ErrorKind::unauthorized);
    CHECK(refused.error().message.starts_with("the key "));
    CHECK(refused.error().message.find("mgmt") == std::string::npos);
  }
  CHECK(read_key(std::string_view("sk\0x", 4), "the key").error().message.find("UTF-16") !=
        std::string::npos);
  CHECK(read_key("sk-\xE2\x82\xAC", "the key").error().message.ends_with("4 is U+20AC"));
  CHECK(read_key("a\nb\nc", "the key").error().message == "the key has 3 lines");
  CHECK(read_key(" \r\n", "the key").error().message == "the key is empty");
}

TEST_CASE("a key that was copied with more than itself is told so") {
  for (const auto* text : {"\"sk-mgmt-test-0000\"", "'sk-mgmt-test-0000'", " \"k\"\n"}) {
    const auto refused = read_key(text, "the key");
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().message.find("in quotes") != std::string::npos);
  }
  CHECK(read_key("Bearer sk-mgmt-test-0000", "the key").error().hint.find("'Bearer'") !=
        std::string::npos);
}

TEST_CASE("a key in place of its file is told so, and nothing of it is shown") {
  const auto hint_on = [](const std::string& path) {
    const auto error = read_key_file(path, "the key").error();
    CHECK(error.kind == mrctl::ErrorKind::unauthorized);
    return error.hint;
  };
  CHECK(hint_on("sk-mgmt-test").starts_with("this looks like a key"));
  CHECK(hint_on(std::string(32, 'a')).starts_with("this looks like a key"));
  CHECK(read_key_file("sk-mgmt-test", "the key").error().message.find("sk-") == std::string::npos);
  CHECK(hint_on("keys.txt").starts_with("the current folder has "));
  CHECK(hint_on("/nowhere/" + std::string(32, 'a')) == "there is no folder '/nowhere'");
}
