#include "mrctl/base/error.hpp"

#include <doctest/doctest.h>

using mrctl::Error;
using mrctl::http_facts;
using mrctl::HttpFacts;
using mrctl::Sent;

TEST_CASE("an error keeps what is known of the exchange") {
  const auto error = with_http(Error::unauthorized("no"), HttpFacts{.status = 403});
  CHECK(error.message == "no");
  REQUIRE(error.http);
  CHECK(error.http->status == 403);
  CHECK(http_facts(error).status == 403);
}

TEST_CASE("an error without an exchange has the facts of none") {
  const auto facts = http_facts(Error::usage("no"));
  CHECK(facts.status == 0);
  CHECK(facts.attempts == 0);
  CHECK(facts.sent == Sent::no);
}

TEST_CASE("whether a request was sent has a name") {
  CHECK(mrctl::sent_name(mrctl::Sent::no) == "no");
  CHECK(mrctl::sent_name(mrctl::Sent::yes) == "yes");
  CHECK(mrctl::sent_name(mrctl::Sent::unknown) == "unknown");
}
