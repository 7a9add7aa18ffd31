#include "mrctl/base/error.hpp"
#include "mrctl/http/url.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::http;

namespace {

const Secret some_key("sk-mgmt-test-000000000000");

Url read(std::string_view url) {
  const auto parsed = parse_url(url);
  REQUIRE(parsed);
  return *parsed;
}

bool may_travel(std::string_view url, Trust trust = Trust::verified) {
  return check_key_may_travel(read(url), some_key, trust).has_value();
}

} // namespace

TEST_CASE("a key travels over https, and over plain http to this machine") {
  CHECK(may_travel("https://service.example/api/v1"));
  CHECK(may_travel("HTTPS://SERVICE.EXAMPLE/api/v1"));
  CHECK(may_travel("http://127.0.0.1:8787/api/v1"));
  CHECK(may_travel("http://127.9.9.9/"));
  CHECK(may_travel("http://[::1]:8787/"));
  CHECK(may_travel("http://LocalHost/"));
}

TEST_CASE("a key does not travel over plain http to another machine") {
  for (const auto* url : {"http://service.example/", "http://localhost.evil.example/",
                          "http://127.0.0.1.nip.example/", "http://127.0.0.1@evil/",
                          "http://localhost:80@evil.example/", "HTTP://SERVICE.EXAMPLE/",
                          "http://[::2]/", "http://10.0.0.1/"}) {
    CAPTURE(url);
    const auto allowed = check_key_may_travel(read(url), some_key, Trust::verified);
    REQUIRE_FALSE(allowed);
    CHECK(allowed.error().kind == ErrorKind::unauthorized);
    REQUIRE(allowed.error().http);
    CHECK(allowed.error().http->sent == Sent::no);
    CHECK(may_travel(url, Trust::insecure));
  }
}

TEST_CASE("a key that no header can carry is refused everywhere, insecure or not") {
  for (const auto* text : {"", "sk mgmt", "sk-mgmt\n", "sk-mgmt\r\nX-Evil: 1", "sk-\tmgmt",
                           "sk-clé", "sk-\x7F", " sk-mgmt"}) {
    CAPTURE(text);
    const auto allowed =
        check_key_may_travel(read("https://service.example/"), Secret(text), Trust::insecure);
    REQUIRE_FALSE(allowed);
    CHECK(allowed.error().kind == ErrorKind::unauthorized);
    CHECK(allowed.error().http->sent == Sent::no);
  }
}

TEST_CASE("a refusal does not show the key") {
  const auto allowed = check_key_may_travel(read("https://service.example/"),
                                            Secret("sk-secret part"), Trust::verified);
  REQUIRE_FALSE(allowed);
  CHECK(allowed.error().message.find("secret") == std::string::npos);
  CHECK(allowed.error().hint.find("secret") == std::string::npos);
}
