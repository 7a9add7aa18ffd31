#include "../../../src/emulator/target.hpp"

#include <doctest/doctest.h>

using namespace mrctl::emulator;

namespace {

// 200 stands for a request that is let through.
int status_of(const RequestHead& head) {
  const auto checked = check_host(head);
  return checked ? 200 : checked.error().status;
}

RequestHead head_with(std::initializer_list<std::string> hosts) {
  RequestHead head;
  for (const auto& host : hosts)
    head.request.headers.push_back({"hOsT", host});
  return head;
}

} // namespace

TEST_CASE("loopback names and addresses are let through, with a port or without") {
  for (const auto* host :
       {"localhost", "localhost:8787", "LocalHost:1", "localhost.", "127.0.0.1", "127.0.0.1:8787",
        "127.200.3.4", "[::1]", "[::1]:8787", "[0:0::1]", "localhost:"}) {
    CAPTURE(host);
    CHECK(status_of(head_with({host})) == 200);
  }
}

TEST_CASE("a name that is not loopback is refused, also one that looks like it") {
  for (const auto* host :
       {"example.com", "localhost.example.com", "127.0.0.1.example.com", "127.1", "10.0.0.1:8787",
        "0.0.0.0", "[::2]", "[::ffff:127.0.0.1]", "xlocalhost", "localhost..", "1270.0.0.1"}) {
    CAPTURE(host);
    CHECK(status_of(head_with({host})) == 403);
  }
}

TEST_CASE("a host that is missing, given twice or malformed is refused as a bad request") {
  CHECK(status_of(head_with({})) == 400);
  CHECK(status_of(head_with({"localhost", "localhost"})) == 400);
  for (const auto* host :
       {"", ":8787", "a b", "localhost, localhost", "localhost:x", "localhost:123456",
        "localhost:1:2", "[::1", "[::1]x", "[]", "[localhost]", "::1", "user@localhost",
        "localhost/", "http://localhost", "\xC3\xA4"}) {
    CAPTURE(host);
    CHECK(status_of(head_with({host})) == 400);
  }
}

TEST_CASE("HTTP/1.0 may do without a host, but not with a foreign one") {
  auto head = head_with({});
  head.is_old = true;
  CHECK(status_of(head) == 200);
  head.request.headers.push_back({"Host", "example.com"});
  CHECK(status_of(head) == 403);
}

TEST_CASE("the host of an absolute target counts as well") {
  auto head = head_with({"localhost"});
  for (const auto* authority : {"127.0.0.1:1", "user:secret@localhost"}) {
    head.authority = authority;
    CHECK(status_of(head) == 200);
  }
  head.authority = "localhost@example.com";
  CHECK(status_of(head) == 403);
  head.authority = "";
  CHECK(status_of(head) == 400);
}
