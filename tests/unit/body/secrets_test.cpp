#include "mrctl/body/validate.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;
using namespace mrctl::body;

namespace {

// Put together here, so that no scanner takes them for real ones.
const std::string letters = "a1b2c3d4e5f6g7h8i9j0";

std::string found(const Json& body, const SecretRules& rules = {}) {
  std::string out;
  for (const auto& problem : find_secrets(JsonText(body), rules))
    out += std::string(severity_name(problem.severity)) + " " + problem.path + " " +
           problem.message + "\n";
  return out;
}

std::string found_in(const std::string& text) {
  return found({{"model", text}});
}

} // namespace

TEST_CASE("keys of well-known services are found by their beginning and length") {
  for (const auto& key :
       {"sk-" + letters, "sk-or-v1-" + letters, "AKIA" + std::string("ABCDEFGH01234567"),
        "ghp_" + letters, "gho_" + letters, "ghs_" + letters, "github_pat_" + letters,
        std::string("xoxb-1234567890"), std::string("xoxp-1234567890"),
        std::string("xoxa-1234567890"), "AIza" + letters + letters,
        std::string("-----BEGIN RSA PRIVATE ") + "KEY-----",
        "eyJ" + letters + ".eyJ" + letters + "." + letters}) {
    CAPTURE(key);
    CHECK(found_in(key).starts_with("error /model model holds what looks like a secret ("));
    CHECK(found_in("Bearer " + key + " and more").starts_with("error /model"));
    CHECK(found_in(key).find(key) == std::string::npos);
    CHECK(found_in("x" + key).empty());
    CHECK(without_found_secrets("a " + key + " b").find(key) == std::string::npos);
  }
}

TEST_CASE("a key is found wherever it is in a large body") {
  const auto key = "github_pat_" + letters;
  for (std::size_t before = 16'340; before < 16'400; ++before) {
    CAPTURE(before);
    CHECK(found_in(std::string(before, ' ') + key).starts_with("error /model"));
  }
}

TEST_CASE("words that only begin so are no secrets") {
  for (const auto& text :
       {std::string("sk-"), "sk-" + std::string(40, 'a'), "task-" + letters,
        std::string("sk-short1"), std::string("AKIA1234"), std::string("AKIAabcdefghijklmnop"),
        std::string("ghp_short"), std::string("xoxb-123"), "AIza" + letters,
        std::string("-----BEGIN CERTIFICATE-----"), "eyJ" + letters,
        "eyJ" + letters + "." + letters + "." + letters}) {
    CAPTURE(text);
    CHECK(found_in(text).empty());
    CHECK(without_found_secrets(text) == text);
  }
}

TEST_CASE("a secret is found at any depth, in names, and behind escapes") {
  const auto key = "ghp_" + letters;
  CHECK(found({{"a", {{"b", Json::array({1, "x\n" + key})}}}})
            .starts_with("error /a/b/1 a.b[1] holds"));
  CHECK(found({{"trace", {{key, 1}}}}).starts_with("error /trace trace holds"));
  const JsonText escaped(SharedText("{\"a\":\"\\u0067hp_" + letters + "\"}"));
  CHECK(find_secrets(escaped, {}).size() == 1);
}

TEST_CASE("the management key is found whatever it looks like, and a secret may be allowed") {
  const SecretRules rules{[](std::string_view text) { return text.find("hunter") != text.npos; }};
  CHECK(found({{"user", "hunter"}}, rules) == "error /user user holds the management key\n");
  SecretRules allowed;
  allowed.are_allowed = true;
  CHECK(found({{"user", "ghp_" + letters}}, allowed).starts_with("warning /user"));
}
