#include "../../../src/app/reporter.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;
using namespace mrctl::app;

namespace {

config::Environment with_key(std::string key) {
  return {{{"MRCTL_API_KEY", std::move(key)}}};
}

} // namespace

TEST_CASE("the key of the environment is hidden from the beginning, white space around it or not") {
  for (const auto* key : {"sk-mgmt-test-0000", "  sk-mgmt-test-0000\n"}) {
    const SecretFilter secrets(with_key(key), {});
    CHECK(secrets.hide("unexpected 'sk-mgmt-test-0000'") == "unexpected '[redacted]'");
  }
}

TEST_CASE("a text that is no key is hidden all the same, since it was meant as one") {
  const SecretFilter secrets(with_key("sk-mgmt test 0000"), {});
  CHECK(secrets.hide("got 'sk-mgmt test 0000'") == "got '[redacted]'");
}

TEST_CASE("what is learned later is hidden from then on") {
  SecretFilter secrets({}, {});
  CHECK(secrets.hide("sk-mgmt-test-0000") == "sk-mgmt-test-0000");
  secrets.learn(Secret("sk-mgmt-test-0000"));
  secrets.learn(Secret("hunter-2-hunter"));
  CHECK(secrets.hide("sk-mgmt-test-0000, c2stbWdtdC10ZXN0LTAwMDA=, hunter%2d2%2dhunter") ==
        "[redacted], [redacted]A=, [redacted]");
}

TEST_CASE("results are without the keys that were learned, and other secrets stay in them") {
  SecretFilter secrets(with_key("sk-mgmt-test-0000"), {});
  secrets.learn(Secret("hunter-2-hunter"));
  secrets.learn_key(Secret("sk-mgmt-test-1111"));
  CHECK(secrets.hide_key("sk-mgmt-test-0000 sk-mgmt-test-1111 hunter-2-hunter") ==
        "[redacted] [redacted] hunter-2-hunter");
}

TEST_CASE("a word that stands in every text is not taken for a secret") {
  const SecretFilter secrets(with_key("error"), {});
  CHECK(secrets.hide(R"({"error":{}})") == R"({"error":{}})");
}

TEST_CASE("a filtered world says no secret on standard error, and leaves the result alone") {
  std::string out;
  std::string err;
  World world;
  world.out = [&](std::string_view text) { return out += text, 0; };
  world.err = [&](std::string_view text) { return err += text, 7; };
  const auto secrets =
      std::make_shared<SecretFilter>(with_key("sk-mgmt-test-0000"), std::vector<std::string>());
  const auto quiet = hiding_secrets(world, secrets);
  CHECK(quiet.out("sk-mgmt-test-0000") == 0);
  CHECK(quiet.err("sk-mgmt-test-0000\n") == 7);
  CHECK(out == "sk-mgmt-test-0000");
  CHECK(err == "[redacted]\n");
}

TEST_CASE("arguments and other variables that look like secrets are hidden from the beginning") {
  const std::string secret = "sk-a1b2c3d4e5f6g7h8i9j0";
  const SecretFilter of_arguments({}, std::vector<std::string>{"--proxy", "x " + secret});
  CHECK(of_arguments.hide("got " + secret) == "got [redacted]");
  const SecretFilter of_variables({{{"MRCTL_PROFILE", secret}}}, {});
  CHECK(of_variables.hide("got " + secret) == "got [redacted]");
  const SecretFilter of_others({{{"PATH", secret}}}, {});
  CHECK(of_others.hide("got " + secret) == "got " + secret);
}

TEST_CASE("a secret that is too short to stand out would hide parts of words, and stays") {
  SecretFilter secrets({}, {});
  secrets.learn(Secret("preset"));
  secrets.learn_key(Secret("preset"));
  CHECK(secrets.hide("3 presets") == "3 presets");
  CHECK(secrets.hide_key("3 presets") == "3 presets");
}
