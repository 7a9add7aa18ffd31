#include "../../../src/emulator/target.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

// 200 stands for a request that is let through.
int status_with(const http::Headers& headers) {
  const auto checked = check_host(headers);
  return checked ? 200 : checked.error().status;
}

} // namespace

TEST_CASE("loopback names and addresses are let through, with a port or without") {
  for (const auto* host :
       {"localhost", "localhost:8787", "LocalHost:1", "localhost.", "127.0.0.1", "127.0.0.1:8787",
        "127.200.3.4", "[::1]", "[::1]:8787", "[0:0::1]", "localhost:"}) {
    CAPTURE(host);
    CHECK(status_with({{"hOsT", host}}) == 200);
  }
}

TEST_CASE("a name that is not loopback is refused, also one that looks like it") {
  for (const auto* host : {"example.com",
                           "localhost.example.com",
                           "127.0.0.1.example.com",
                           "127.1",
                           "10.0.0.1:8787",
                           "0.0.0.0",
                           "[::2]",
                           "[::ffff:127.0.0.1]",
                           "xlocalhost",
                           "localhost..",
                           "1270.0.0.1",
                           "",
                           ":8787",
                           "localhost, localhost",
                           "localhost:x",
                           "[::1",
                           "[::1]x",
                           "[localhost]",
                           "user@localhost",
                           "localhost/",
                           "http://localhost"}) {
    CAPTURE(host);
    CHECK(status_with({{"Host", host}}) == 403);
  }
}

TEST_CASE("a request without a host is malformed") {
  CHECK(status_with({}) == 400);
}
