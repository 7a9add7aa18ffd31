#include "mrctl/api/service.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::api;

TEST_CASE("a base URL is the same with and without slashes at its end") {
  CHECK(checked_base_url("https://host.example/api/v1") == "https://host.example/api/v1");
  CHECK(checked_base_url("https://host.example/api/v1/") == "https://host.example/api/v1");
  CHECK(checked_base_url("https://host.example/api/v1//") == "https://host.example/api/v1");
  CHECK(checked_base_url("http://127.0.0.1:8787") == "http://127.0.0.1:8787");
  CHECK(checked_base_url("http://[::1]:8787/") == "http://[::1]:8787");
}

TEST_CASE("a base URL has a scheme, a host and a path, and nothing else") {
  for (const std::string text :
       {"", "host.example/api/v1", "/api/v1", "ftp://host.example/", "https://", "https:///",
        "https://host.example/api/v1?x=1", "https://host.example/api/v1?",
        "https://host.example/api/v1#top", "https://me:hunter2@host.example/api/v1",
        "https://@host.example/", "https://host.example/a b", "https://host.example\n/",
        "http://host.example:99999/", "http://host.example:8x/"}) {
    CAPTURE(text);
    const auto url = checked_base_url(text);
    REQUIRE_FALSE(url);
    CHECK(url.error().kind == ErrorKind::usage);
    CHECK(url.error().message.find("hunter2") == std::string::npos);
  }
}
