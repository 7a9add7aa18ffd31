#include "mrctl/http/redaction.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <vector>

using namespace mrctl;
using namespace mrctl::http;

namespace {

const std::vector<Secret> secrets{Secret("sk-mgmt-test-0000"), Secret("p/w+\"x\"")};

} // namespace

TEST_CASE("a secret is hidden wherever it stands") {
  CHECK(hide_secrets("a sk-mgmt-test-0000 b sk-mgmt-test-0000", secrets) ==
        "a [redacted] b [redacted]");
  CHECK(hide_secrets("sk-mgmt-test-0000", secrets) == "[redacted]");
  CHECK(hide_secrets("nothing here", secrets) == "nothing here");
}

TEST_CASE("a secret is hidden in a URL and in a JSON string too") {
  CHECK(hide_secrets("/x?k=p%2Fw%2B%22x%22&y", secrets) == "/x?k=[redacted]&y");
  CHECK(hide_secrets(R"({"k":"p/w+\"x\""})", secrets) == R"({"k":"[redacted]"})");
}

TEST_CASE("a secret is hidden however a URL or a JSON string spells its characters") {
  const std::vector key{Secret("sk-a/b+c=d~e\"f\\g")};
  for (const auto* spelling : {
           "sk-a/b+c=d~e\"f\\g",
           "sk-a%2Fb%2Bc%3Dd~e%22f%5Cg",
           "sk-a%2fb%2bc%3dd%7ee%22f%5cg",
           "%73%6B%2D%61%2F%62%2B%63%3D%64%7E%65%22%66%5C%67",
           "sk-a\\/b+c=d~e\\\"f\\\\g",
           "sk-a/b\\u002bc\\u003Dd~e\\u0022f\\u005Cg",
           "s%6b-a\\/b%2bc=d~e\\\"f%5Cg",
       }) {
    CAPTURE(spelling);
    CHECK(hide_secrets(std::string("<") + spelling + ">", key) == "<[redacted]>");
  }
}

TEST_CASE("a secret is hidden in JSON within JSON, and where a URL is encoded twice") {
  const std::vector key{Secret("sk-a/b\"c\\\\d~e")};
  for (const auto* spelling : {
           R"(sk-a\/b\\"c\\\\d~e)",
           R"(sk-a\\\/b\\\\"c\\\\\\\\d~e)",
           R"(sk-a\\u002fb\\\u0022c\\u005c\\u005cd~e)",
           "sk-a%252Fb%25252522c%255C%255Cd%257Ee",
       }) {
    CAPTURE(spelling);
    CHECK(hide_secrets(std::string("<") + spelling + ">", key) == "<[redacted]>");
  }
}

TEST_CASE("what looks like a secret on a command line is user information or begins with sk-") {
  const auto found = [](std::string_view argument) {
    std::vector<std::string> texts;
    for (const auto& secret : possible_secrets(argument))
      texts.emplace_back(secret.reveal());
    return texts;
  };
  using Texts = std::vector<std::string>;
  CHECK(found("https://me:p/w@host/x") == Texts{"me:p/w", "p/w"});
  CHECK(found("Authorization: Bearer sk-test-0000000000") == Texts{"sk-test-0000000000"});
  CHECK(found("//me:p/w@host/x") == Texts{"me:p/w", "p/w"});
  CHECK(found("https://host/x") == Texts{});
  CHECK(found("task-0000000000000000") == Texts{});
  CHECK(found("sk-short") == Texts{});
}

TEST_CASE("words of a text that look like keys are hidden") {
  CHECK(hide_possible_keys(
            "a sk-test-0000000000, sk-short task-0000000000000000 'sk-b-sk-b-sk-b-sk-b'") ==
        "a [redacted], sk-short task-0000000000000000 '[redacted]'");
}

// Each takes minutes if the time grows with the square of the size.
TEST_CASE("the time to hide secrets grows with the text, whatever it holds") {
  constexpr std::size_t size = 300'000;
  const std::vector key{Secret("sk-mgmt-test-0000-f3a1"), Secret("\\\\k\\ey-with-backslashes")};
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string part :
       {"\\", "\\k", "s\\", "%25", "%", "sk-", "http://a@b ", "a://b:", "Cookie\\\"",
        "{\"key\":", "\\\\\"", "\"label\":\"…\"", "sk-mgmt-test-0000-f3a1", "\\u0073"}) {
    CAPTURE(part);
    std::string text = "\"";
    while (text.size() < size)
      text += part;
    CHECK(redact(text, key).find("sk-mgmt-test-0000-f3a1") == std::string::npos);
    CHECK_FALSE(hide_unmasked_members(text).empty());
    CHECK_FALSE(hide_possible_keys(text).empty());
    CHECK(possible_secrets(text).size() <= 2);
  }
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::minutes(2));
}

TEST_CASE("members that may hold a key are shown masked only") {
  CHECK(hide_unmasked_members(R"({"label": "sk-test-0000", "a": "b"})") ==
        R"({"label": "[redacted]", "a": "b"})");
  CHECK(hide_unmasked_members(R"({"label":"sk-t...0000","key":null,"key":"x\"y\\","a":1})") ==
        R"({"label":"sk-t...0000","key":null,"key":"[redacted]","a":1})");
  CHECK(hide_unmasked_members(R"("{\"label\":\"a\\\"b\",\"c\":1}")") ==
        R"("{\"label\":\"[redacted]\",\"c\":1}")");
  CHECK(hide_unmasked_members(R"({"l\u0061bel":"a","\u006bey" : "b"})") ==
        R"({"l\u0061bel":"[redacted]","\u006bey" : "[redacted]"})");
  CHECK(hide_unmasked_members(R"("{\"l\\u0061bel\":\"a\",\"key\":[\"]\"],\"c\":1}")") ==
        R"("{\"l\\u0061bel\":\"[redacted]\",\"key\":[redacted],\"c\":1}")");
  CHECK(hide_unmasked_members(R"({"label":{"a":["}",{"key":"x"}]},"key":-1.5e9,"label":null})") ==
        R"({"label":[redacted],"key":[redacted],"label":null})");
  CHECK(hide_unmasked_members(R"({"key":[{"a":"cut)") == R"({"key":[redacted])");
  CHECK(hide_unmasked_members(R"({"label":"cut)") == R"({"label":"[redacted])");
  CHECK(hide_unmasked_members(R"({"labels":"x","label_1":"y"})") ==
        R"({"labels":"x","label_1":"y"})");
}

TEST_CASE("a secret is hidden where base64 encodes it alone") {
  const std::vector key{Secret("sk-mgmt>>>0000\?\?\?")};
  CHECK(hide_secrets("c2stbWdtdD4+PjAwMDA/Pz8=", key) == "[redacted]8=");
  CHECK(hide_secrets("c2stbWdtdD4%2BPjAwMDA%2FPz8", key) == "[redacted]8");
}

TEST_CASE("what is short is hidden as itself only: its encodings stand in words by chance") {
  const std::vector key{Secret("abc")};
  CHECK(hide_secrets("abc YWJj", key) == "[redacted] YWJj");
}

TEST_CASE("of two secrets the longer one is hidden first") {
  const std::vector both{Secret("sk-test-0000"), Secret("sk-test-0000-and-more")};
  CHECK(hide_secrets("sk-test-0000-and-more, sk-test-0000", both) == "[redacted], [redacted]");
}

TEST_CASE("what only begins like a secret is left alone") {
  for (const auto* text : {"sk-mgmt-test-000", "sk-mgmt-test-%30%30%30%3", "%", "%7", "\\", "\\u00",
                           "\\u0073k-mgmt-test-000", "100%sk"}) {
    CAPTURE(text);
    CHECK(hide_secrets(text, secrets) == text);
  }
}

TEST_CASE("a secret that stands out is one that no text holds by chance") {
  CHECK(Secret("sk-12345").stands_out());
  CHECK_FALSE(Secret("message").stands_out());
  CHECK_FALSE(Secret("").stands_out());
}

TEST_CASE("an empty secret hides nothing") {
  CHECK(hide_secrets("text", std::vector{Secret("")}) == "text");
}

TEST_CASE("values of sensitive headers are hidden by name, to the end of their line") {
  CHECK(redact("> Authorization: Bearer abc def", {}) == "> Authorization: [redacted]");
  CHECK(redact("proxy-authorization:Basic x", {}) == "proxy-authorization: [redacted]");
  CHECK(redact("COOKIE: a=b; c=d\nX-Other: 1", {}) == "COOKIE: [redacted]\nX-Other: 1");
  CHECK(redact("set-cookie : a=b", {}) == "set-cookie : [redacted]");
  CHECK(redact("X-Api-Key: k", {}) == "X-Api-Key: [redacted]");
  CHECK(redact(R"({"authorization": "Bearer abc"})", {}) == R"({"authorization": [redacted])");
  CHECK(redact("* h2 [authorization: Bearer abc]", {}) == "* h2 [authorization: [redacted]");
}

TEST_CASE(
    "headers that are only called Token, X-Auth or the like are hidden where they begin a line") {
  CHECK(redact("> Token: abc", {}) == "> Token: [redacted]");
  CHECK(redact("< x-auth: abc", {}) == "< x-auth: [redacted]");
  CHECK(redact("X-Access-Token: abc\nX-Key: def", {}) ==
        "X-Access-Token: [redacted]\nX-Key: [redacted]");
  CHECK(redact("* h2h3 [token: abc]", {}) == "* h2h3 [token: [redacted]");
  for (const auto* text :
       {R"({"token": "hello", "key": "a"})", "unexpected token: '}'", "> {\"session\": 1}"}) {
    CAPTURE(text);
    CHECK(redact(text, {}) == text);
  }
}

TEST_CASE("a header's name without a value hides nothing") {
  CHECK(redact("Missing Authentication header", {}) == "Missing Authentication header");
  CHECK(redact("the authorization failed", {}) == "the authorization failed");
  CHECK(redact("cookie, then cookie: x", {}) == "cookie, then cookie: [redacted]");
}

TEST_CASE("user information in a URL is hidden") {
  CHECK(redact("GET https://me:pw@host/a?b=@c", {}) == "GET https://[redacted]@host/a?b=@c");
  CHECK(redact("http://a:b@c@host and http://d@e", {}) ==
        "http://[redacted]@host and http://[redacted]@e");
  CHECK(redact("https://host/a@b", {}) == "https://host/a@b");
}

TEST_CASE("sensitive headers are known whatever their case") {
  CHECK(is_sensitive_header("authorization"));
  CHECK(is_sensitive_header("Set-Cookie"));
  for (const auto* name : {"X-Secret",
                           "X-Secret-Sauce",
                           "Private-Token",
                           "X-Vault-Token",
                           "client_secret",
                           "X-Goog-Api-Key",
                           "Proxy-Authorization",
                           "Token",
                           "X-Token",
                           "X-Auth",
                           "X-Auth-Token",
                           "X_AUTH",
                           "X-Access-Token",
                           "X-AccessToken",
                           "ApiKey",
                           "X-Apikey",
                           "X-Key",
                           "X-Session",
                           "Auth",
                           "Authentication",
                           "X-JWT",
                           "Secret",
                           "Credentials"})
    CHECK_MESSAGE(is_sensitive_header(name), name);
  for (const auto* name : {"max_tokens", "Idempotency-Key", "Secretary", "X-Author", "Tokens",
                           "X-Keyboard", "Session-Mode"})
    CHECK_FALSE_MESSAGE(is_sensitive_header(name), name);
  CHECK_FALSE(is_sensitive_header("Content-Type"));
  CHECK_FALSE(is_sensitive_header("Authorizatio"));
}

TEST_CASE("values of variables with sensitive names are hidden as those of headers") {
  CHECK(redact("API_KEY=abc", {}) == "API_KEY= [redacted]");
  CHECK(redact("export SECRET = 'a b'", {}) == "export SECRET = [redacted]");
  CHECK(redact("//registry.example/:_authToken=abc", {}) ==
        "//registry.example/:_authToken= [redacted]");
  CHECK(redact("a=1 DB_PASSWORD=abc b", {}) == "a=1 DB_PASSWORD= [redacted]");
  for (const auto* text : {"model=acme/tiny", "the key = is missing", "a=b:c"})
    CHECK(redact(text, {}) == text);
}
