#include "mrctl/base/host.hpp"
#include "mrctl/http/url.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::http;

namespace {

bool leads_to_loopback(std::string_view text) {
  const auto url = parse_url(text);
  return url && is_loopback(url->host);
}

} // namespace

TEST_CASE("a URL is taken apart") {
  const auto url = parse_url("HTTPS://me:pw@Host.example:8443/api/v1?q=1#top");
  REQUIRE(url);
  CHECK(url->scheme == "https");
  CHECK(url->host == "Host.example");
  CHECK(url->port == "8443");
}

TEST_CASE("a port that is not written is the scheme's own") {
  CHECK(parse_url("https://host.example")->port == "443");
  CHECK(parse_url("http://host.example")->port == "80");
}

TEST_CASE("what is no http URL with a host is a usage error") {
  for (const std::string text : {"", "host.example", "/api/v1", "ftp://host.example",
                                 "file:///etc/passwd", "http://", "https://?x", "http://a b/",
                                 "http://host:99999/", "http://host:x/", "javascript:alert(1)"}) {
    CAPTURE(text);
    const auto url = parse_url(text);
    REQUIRE_FALSE(url);
    CHECK(url.error().kind == ErrorKind::usage);
  }
}

TEST_CASE("a URL with a zero byte is refused, not cut") {
  CHECK_FALSE(parse_url(std::string_view("http://127.0.0.1\0.evil.example/", 32)));
}

TEST_CASE("the error about a URL shows no password") {
  const auto url = parse_url("ftp://me:hunter2@host.example/");
  REQUIRE_FALSE(url);
  CHECK(url.error().message.find("hunter2") == std::string::npos);
}

TEST_CASE("loopback is told by name and address") {
  for (const auto* text : {"http://localhost/", "http://LOCALHOST:8787/", "http://127.0.0.1",
                           "http://127.255.255.254:1/", "http://[::1]:8787/",
                           "http://[0:0:0:0:0:0:0:1]/", "http://user@localhost/"}) {
    CAPTURE(text);
    CHECK(leads_to_loopback(text));
  }
}

TEST_CASE("hosts that only look like loopback are not") {
  for (const auto* text :
       {"http://localhost.evil.example/", "http://127.0.0.1.nip.example/", "http://127.0.0.1@evil/",
        "http://127.0.0.1\\@evil.example/", "http://localhost:pw@evil.example/",
        "http://evil.example/127.0.0.1", "http://evil.example#@127.0.0.1/",
        "http://evil.example?@localhost/", "http://128.0.0.1/", "http://[::2]/",
        "http://[::ffff:10.0.0.1]/", "http://[1::1]/", "http://0.0.0.0/", "http://localhos/",
        "http://xlocalhost/", "http://10.127.0.1/"}) {
    CAPTURE(text);
    CHECK_FALSE(leads_to_loopback(text));
  }
}

TEST_CASE("a segment keeps what a path may hold and encodes the rest") {
  CHECK(percent_encode_segment("support-bot_1.2") == "support-bot_1.2");
  CHECK(percent_encode_segment("large:free") == "large:free");
  CHECK(percent_encode_segment("~acme") == "~acme");
  CHECK(percent_encode_segment("a/b?c#d") == "a%2Fb%3Fc%23d");
  CHECK(percent_encode_segment("100% sure") == "100%25%20sure");
  CHECK(percent_encode_segment("é\n") == "%C3%A9%0A");
  CHECK(percent_encode_segment("a@b&c=d+e") == "a%40b%26c%3Dd%2Be");
  CHECK(percent_encode_segment("") == "");
}
