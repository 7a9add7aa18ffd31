#include "mrctl/body/validate.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

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
  for (const auto& key : {"sk-" + letters,
                          "sk-or-v1-" + letters,
                          "sk_live_" + letters,
                          "rk_live_" + letters,
                          "SG." + letters + "." + letters,
                          std::string("Basic ") + "aGVyb246Rmxvd2VyNw==",
                          "AKIA" + std::string("ABCDEFGH01234567"),
                          "ASIA" + std::string("ABCDEFGH01234567"),
                          "ghp_" + letters,
                          "gho_" + letters,
                          "ghs_" + letters,
                          "ghu_" + letters,
                          "ghr_" + letters,
                          "github_pat_" + letters,
                          "glpat-" + letters,
                          "hf_" + letters + letters,
                          "npm_" + letters + letters,
                          std::string("xoxb-1234567890"),
                          std::string("xoxp-1234567890"),
                          std::string("xoxa-1234567890"),
                          std::string("xapp-1-A1B2C3D4"),
                          "AIza" + letters + letters,
                          "eyJ" + letters + ".eyJ" + letters + "." + letters}) {
    CAPTURE(key);
    CHECK(found_in(key).starts_with("error /model model holds what looks like a secret ("));
    CHECK(found_in("Bearer " + key + " and more").starts_with("error /model"));
    CHECK(found_in(key).find(key) == std::string::npos);
    CHECK(found_in("x" + key).empty());
    CHECK(without_found_secrets("a " + key + " b").find(key) == std::string::npos);
  }
}

TEST_CASE("a password in a URL is found, unless it is plainly none") {
  for (const auto* user : {"heron", "user", "svc%40acme", ""}) {
    const auto url = "amqp://" + std::string(user) + ":" + "f1ower-pot" + "@mq.acme.test/queue";
    CAPTURE(url);
    CHECK(found_in("see " + url).starts_with("error /model"));
    CHECK(without_found_secrets(url).find("f1ower-pot") == std::string::npos);
  }
  for (const auto* text :
       {"https://user:password@acme.test", "https://USERNAME:Secret@acme.test",
        "https://heron:<password>@acme.test", "https://heron:${MQ_PASSWORD}@acme.test",
        "https://heron:xxxx@acme.test", "https://heron:@acme.test", "https://acme.test:8080/@heron",
        "https://heron@acme.test", "http://acme.test:80, heron@acme.test", "a ://b:c@d",
        "Basic dXNlcjpwYXNzd29yZA==", "Basic understanding", "Basic authentication and more",
        "SG.short.part"}) {
    CAPTURE(std::string(text));
    CHECK(found_in(text).empty());
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
        std::string("ghp_short"), std::string("xoxb-123"), "AIza" + letters, "hf_" + letters,
        "glpat_" + letters, "npm_" + std::string("config_registry_of_the_whole_company"),
        "eyJ" + letters, "eyJ" + letters + "." + letters + "." + letters,
        "eyJ" + letters + ".eyJ" + letters + ". " + letters}) {
    CAPTURE(text);
    CHECK(found_in(text).empty());
    CHECK(without_found_secrets(text) == text);
  }
}

TEST_CASE("what is plainly invented is no secret") {
  for (const auto& text :
       {std::string("AKIAIOSFODNN7EXAMPLE"), "ghp_your" + letters, "ghp_YOUR_" + letters,
        "sk-proj-" + std::string("xxxx") + letters, "glpat-" + letters + "0000",
        std::string("sk-my-favourite-model-2024"), std::string("sk-step-1-of-25-then-go-to-2"),
        "eyJ" + letters + ".eyJ" + letters + ".aaaa" + letters}) {
    CAPTURE(text);
    CHECK(found_in(text).empty());
  }
  for (const auto* text : {"sk-my-favourite-model-20245", "sk-my-favourite-m0del-for-work",
                           "sk-my-favourite-model_2024"}) {
    CAPTURE(text);
    CHECK_FALSE(found_in(text).empty());
  }
}

TEST_CASE("what stands in front of a key's beginning does not make it an invented one") {
  CHECK_FALSE(found_in("your-example-xxxx-sk-" + letters).empty());
  CHECK_FALSE(found_in("sk-your-key-here-12-sk-" + letters).empty());
}

TEST_CASE("a private key is a line that names it and a line of base64") {
  const std::string begin = "-----BEGIN ";
  const std::string base64 = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC";
  for (const auto& text : {
           begin + "PRIVATE KEY-----\n" + base64,
           begin + "RSA PRIVATE KEY-----\r\nProc-Type: 4,ENCRYPTED\r\nDEK-Info: A,00\r\n\r\n" +
               base64,
           begin + "PGP PRIVATE KEY BLOCK-----\n\nlQOYBF" + base64,
           begin + "EC PRIVATE KEY-----\\n" + base64, // "\n" is spelled out
           begin + "PRIVATE KEY-----" + base64,
           "key: |\n  " + begin + "PRIVATE KEY-----\n  " + base64,
           begin + "PRIVATE KEY-----\naaaaaaaaaaaaaaaaaaaaaaaaaaa",
       }) {
    CAPTURE(text);
    CHECK_FALSE(found_in(text).empty());
  }
  for (const auto& text : {
           begin + "CERTIFICATE-----\n" + base64,
           begin + "PUBLIC KEY-----\n" + base64,
           begin + "PRIVATE KEY-----",
           begin + "PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
           begin + "PRIVATE KEY----- begins a file that you must never show.",
       }) {
    CAPTURE(text);
    CHECK(found_in(text).empty());
  }
}

TEST_CASE("a line break or a tabulator that is spelled out ends the word before a key") {
  for (const auto& key :
       {"sk-" + letters, "ghp_" + letters, "AKIA" + std::string("ABCDEFGH01234567")})
    for (const auto* before : {"key:\\n", "key:\\t", "a\\r\\n", "key:\n", "key:\t", "é", "“"}) {
      CAPTURE(before + key);
      CHECK_FALSE(found_in(before + key).empty());
      CHECK(without_found_secrets(before + key).find(key) == std::string::npos);
    }
}

TEST_CASE("a secret is found at any depth, in names, and behind escapes") {
  const auto key = "ghp_" + letters;
  CHECK(found({{"a", {{"b", Json::array({1, "x\n" + key})}}}})
            .starts_with("error /a/b/1 a.b[1] holds"));
  CHECK(found({{"trace", {{key, 1}}}}).starts_with("error /trace trace holds"));
}

TEST_CASE("a secret is found in whatever spelling of JSON") {
  for (const auto& text : std::vector<std::string>{
           "\\u0067hp_" + letters, "g\\u0068p_" + letters, "ghp\\u005f" + letters,
           "ghp_a1b2c3d4e5f6g7h8i9\\u006a0", "\\u00e9ghp_" + letters, "\\u003cghp_" + letters,
           "\\u005c\\u006eghp_" + letters, "\\/ghp_" + letters, "\\\\nghp_" + letters,
           std::string("-----BEGIN\\u0020PRIVATE KEY-----\\u000aMIIEvQIBADANBgkqhkiG9w0BAQ")}) {
    CAPTURE(text);
    const JsonText body(SharedText("{\"a\":\"" + text + "\"}"));
    CHECK(find_secrets(body, {}).size() == 1);
  }
  const JsonText inside(SharedText("{\"a\":\"\\u0078ghp_" + letters + "\"}"));
  CHECK(find_secrets(inside, {}).empty());
}

TEST_CASE("each text that holds a secret is told once, in the order of the body") {
  const auto key = "ghp_" + letters;
  const auto all =
      find_secrets(JsonText(SharedText("{\"a\":[\"x " + key + " " + key + "\",2,\"-\",\"" + key +
                                       "\"],\"" + key + "\":[],\"z\":{\"y\":\"" + key + "\"}}")),
                   {});
  REQUIRE(all.size() == 4);
  CHECK(all[0].path == "/a/0");
  CHECK(all[1].path == "/a/3");
  CHECK(all[2].path.empty());
  CHECK(all[3].path == "/z/y");
}

TEST_CASE("the management key is found whatever it looks like, and a secret may be allowed") {
  const SecretRules rules{Secret("p/w+hunter\"2")};
  CHECK(found({{"user", "x: p/w+hunter\"2!"}}, rules) ==
        "error /user user holds the management key\n");
  CHECK(found({{"user", "\\np/w+hunter\"2"}}, rules) ==
        "error /user user holds the management key\n");
  CHECK(found({{"user", "xp/w+hunter\"2"}, {"b", "p/w+hunter2"}}, rules).empty());
  const JsonText escaped(SharedText(R"({"user":"p\/w\u002bh\u0075nter\"2"})"));
  CHECK(find_secrets(escaped, rules).size() == 1);
  SecretRules allowed;
  allowed.are_allowed = true;
  CHECK(found({{"user", "ghp_" + letters}}, allowed).starts_with("warning /user"));
}

TEST_CASE(
    "the management key is never allowed, though it looks like another key or stands behind one") {
  const auto key = "sk-" + letters;
  const SecretRules rules{Secret(key), true};
  CHECK(found({{"user", key}}, rules) == "error /user user holds the management key\n");
  CHECK(found({{"user", "ghp_" + letters + " " + key}}, rules) ==
        "error /user user holds the management key\n");
  CHECK(found({{"user", "ghp_" + letters}}, rules).starts_with("warning /user"));
}

TEST_CASE("the management key is found beside a key of another service, wherever it is") {
  const SecretRules rules{Secret("sk-mgmt-of-words-only")};
  for (std::size_t before = 4'070; before < 4'110; ++before) {
    CAPTURE(before);
    const auto all = found(
        {{"a", std::string(before, ' ') + "sk-mgmt-of-words-only"}, {"b", "sk-" + letters}}, rules);
    CHECK(all.starts_with("error /a a holds the management key\nerror /b b holds what looks like"));
  }
}

// Each takes minutes if the time grows with the square of the size.
TEST_CASE("the time that a search takes grows with the text, whatever it holds") {
  constexpr std::size_t size = 200'000;
  const SecretRules rules{Secret("sk-mgmt-of-words-only")};
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string part : {"sk-",
                                 "-sk-mgmt-",
                                 "-eyJ",
                                 "-eyJaaaaaaaa.",
                                 ".eyJaaaaaaaa",
                                 "-AIza",
                                 "-AKIA-sk-a1",
                                 "ghp_",
                                 "xoxb-",
                                 "-----BEGIN ",
                                 "-----BEGIN PRIVATE KEY-----",
                                 "\\",
                                 "\\\\n",
                                 "\\u0041",
                                 "\\u002d",
                                 "sk-your1a",
                                 "-----BEGIN PRIVATE KEY-----\\na: b\\n",
                                 "_",
                                 "yJ",
                                 "IA"}) {
    CAPTURE(part);
    std::string text;
    while (text.size() < size)
      text += part;
    CHECK(find_secrets(JsonText(SharedText("[\"" + text + "\"]")), rules).size() <= 1);
    static_cast<void>(without_found_secrets(text));
  }
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::minutes(2));
}

TEST_CASE("what a message quotes of a private key is hidden, on one line or cut off") {
  const std::string begin = "-----BEGIN EC PRIVATE KEY-----";
  const std::string end = "-----END EC PRIVATE KEY-----";
  const std::string lines = "MHcCAQEEIfakefakefakefakefakefake AwEHoUQDQgAEfakefakefakefake";
  CHECK(without_found_secrets("got " + begin + " " + lines + " " + end + "?") ==
        "got " + begin + " … " + end + "?");
  CHECK(without_found_secrets("got " + begin + " MHcCA…") == "got " + begin + " … ");
  CHECK(without_found_secrets(begin) == begin);
  CHECK(without_found_secrets("-----BEGIN CERTIFICATE----- MHcCA") ==
        "-----BEGIN CERTIFICATE----- MHcCA");
}
