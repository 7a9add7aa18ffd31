#include "mrctl/http/redaction.hpp"

#include <doctest/doctest.h>

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
  CHECK_FALSE(is_sensitive_header("Content-Type"));
  CHECK_FALSE(is_sensitive_header("Authorizatio"));
}
