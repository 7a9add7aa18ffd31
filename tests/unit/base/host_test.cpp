#include "mrctl/base/host.hpp"

#include <doctest/doctest.h>

#include <string>

using mrctl::address_of;
using mrctl::host_of;
using mrctl::identity_of;

namespace {

struct Refusal {
  std::string_view url;
  std::string_view why;
};

struct HostOfUrl {
  std::string_view url;
  std::string_view host;
};

} // namespace

TEST_CASE("a host is scheme, name and port, in lower case, with the default port") {
  const HostOfUrl hosts[] = {
      {"https://router.example/api/v1", "https://router.example:443"},
      {"HTTPS://Router.EXAMPLE", "https://router.example:443"},
      {"http://localhost:8787/api/v1/", "http://localhost:8787"},
      {"http://127.0.0.1", "http://127.0.0.1:80"},
      {"https://router.example:8443", "https://router.example:8443"},
      {"https://[::1]:8443/x", "https://[::1]:8443"},
      {"https://[2001:DB8::1]", "https://[2001:db8::1]:443"},
      {"https://my_router-1.example:0443/", "https://my_router-1.example:443"},
  };
  for (const auto& row : hosts)
    CHECK_MESSAGE(host_of(row.url).map(identity_of) == std::string(row.host), std::string(row.url));
}

TEST_CASE("what is no base URL is refused, and the message says why without repeating it") {
  const Refusal urls[] = {
      {"", "begin with https:// or http://"},
      {"router.example", "begin with https:// or http://, got 'router.example'"},
      {"/api/v1", "begin with https:// or http://"},
      {"ftp://router.example", "begin with https:// or http://"},
      {"https:/router.example", "begin with https:// or http://"},
      {"https://", "have a valid host name"},
      {"https:///api/v1", "have a valid host name"},
      {"https://a..b", "have a valid host name"},
      {"https://.a", "have a valid host name"},
      {"https://a\\@b", "have neither a user name nor a password"},
      {"https://a\\b", "have a valid host name"},
      {"https://a%2eb", "have a valid host name"},
      {"https://[::1", "have a valid host name"},
      {"https://[example]", "have a valid host name"},
      {"https://user:pass@router.example", "have neither a user name nor a password"},
      {"https://@router.example/", "have neither a user name nor a password"},
      {"https://router.example:", "have a port from 1 to 65535"},
      {"https://router.example:0", "have a port from 1 to 65535"},
      {"https://router.example:65536", "have a port from 1 to 65535"},
      {"https://router.example:8x", "have a port from 1 to 65535"},
      {"https://router.example?x=1", "have neither a query nor a fragment"},
      {"https://router.example/api/v1?", "have neither a query nor a fragment"},
      {"https://router.example/#x", "have neither a query nor a fragment"},
      {"https://router.exa mple", "consist of visible ASCII characters"},
      {"https://röuter.example", "consist of visible ASCII characters"},
      {"https://router.example\n", "consist of visible ASCII characters"},
  };
  for (const auto& row : urls) {
    const auto host = host_of(row.url);
    REQUIRE_MESSAGE(!host.has_value(), std::string(row.url));
    CHECK(host.error().kind == mrctl::ErrorKind::usage);
    CHECK(host.error().message == "the base URL must " + std::string(row.why));
  }
  CHECK_FALSE(host_of("https://" + std::string(300, 'a')).has_value());
}

TEST_CASE("the message begins with the name of what was wrong") {
  CHECK(host_of("", "--base-url").error().message ==
        "--base-url must begin with https:// or http://");
  CHECK(host_of("\"https://a.example\"", "--base-url").error().message ==
        "--base-url is in quotes");
}

TEST_CASE("a host without a scheme is answered with the URL that was probably meant") {
  const std::pair<const char*, const char*> urls[]{
      {"localhost:18787", "did you mean http://localhost:18787/api/v1?"},
      {"127.0.0.1", "did you mean http://127.0.0.1/api/v1?"},
      {"[::1]:8787/api/v1", "did you mean http://[::1]:8787/api/v1?"},
      {"router.example/api/v1", "did you mean https://router.example/api/v1?"},
      {"user:pass@router.example", "for example https://router.example/api/v1"},
  };
  for (const auto& [url, hint] : urls)
    CHECK(host_of(url).error().hint == hint);
  CHECK(host_of("foo").error().message.ends_with(", got 'foo'"));
  CHECK(host_of("user:pass@foo").error().message.find("pass") == std::string::npos);
}

TEST_CASE("an address has a port if it is not the scheme's own") {
  const HostOfUrl addresses[] = {
      {"https://Router.example/api/v1", "router.example"},
      {"https://router.example:443", "router.example"},
      {"https://router.example:80", "router.example:80"},
      {"http://router.example:0080", "router.example"},
      {"http://[::1]:8787/api/v1", "[::1]:8787"},
  };
  for (const auto& row : addresses)
    CHECK_MESSAGE(host_of(row.url).map(address_of) == std::string(row.host), std::string(row.url));
}

TEST_CASE("user information ends at the last '@', for a password may hold anything") {
  using mrctl::user_information;
  CHECK(user_information("http://me:pw@proxy.example:3128") == "me:pw");
  CHECK(user_information("me:p/w@x@proxy.example") == "me:p/w@x");
  CHECK(user_information("http://proxy.example:3128").empty());
  CHECK(user_information("http://@proxy.example").empty());
}

TEST_CASE("this machine is told by its name and its addresses") {
  for (const auto* host :
       {"localhost", "LocalHost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "[0:0::1]"})
    CHECK_MESSAGE(mrctl::is_loopback(host), std::string(host));
  for (const auto* host : {"", "[]", "localhost.", "localhost.example", "127.example", "127.1",
                           "0.0.0.0", "[127.0.0.1]", "[localhost]", "[::2]", "::ffff:127.0.0.1"})
    CHECK_FALSE_MESSAGE(mrctl::is_loopback(host), std::string(host));
}
