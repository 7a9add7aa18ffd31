#include "mrctl/apply/state_branch.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl::apply;

TEST_CASE("a lease is written and read back, and is renewed for 15 minutes") {
  auto lease = new_lease("host:1", "none", 1'000'000'000);
  CHECK(lease.id.size() == 32);
  CHECK(lease.since == "2001-09-09T01:46:40Z");
  CHECK(lease.until == "2001-09-09T02:01:40Z");
  const auto read = parse_lease(lease_text(lease), "b:t/.applying");
  REQUIRE(read.has_value());
  CHECK(read->id == lease.id);
  CHECK(read->until == lease.until);
  CHECK(new_lease("host:1", "none", 0).id != lease.id);
}

TEST_CASE("a lease with the longest name of a run is read back, escapes included") {
  for (const auto& run : {std::string(1000, 'j'), std::string(1000, '"')}) {
    const auto read = parse_lease(lease_text(new_lease(run, "none", 0)), "b:t/.applying");
    REQUIRE(read.has_value());
    CHECK(read->run == run);
  }
}

TEST_CASE("a lease is held until five minutes after its end, and while its end cannot be read") {
  auto lease = new_lease("host:1", "none", 1'000'000'000);
  CHECK(is_held(lease, 1'000'000'000));
  CHECK(is_held(lease, 1'000'000'000 + 20 * 60 - 1));
  CHECK_FALSE(is_held(lease, 1'000'000'000 + 20 * 60));
  CHECK(is_held(lease, 0)); // a clock that is behind
  lease.until = "tomorrow";
  CHECK(is_held(lease, 2'000'000'000));
}

TEST_CASE("what is no lease is refused") {
  for (const std::string& text :
       {std::string("{}"),
        std::string(R"({"id":"1","run":"2","commit":"3","since":"4","until":5})"),
        std::string(R"({"id":"1","run":"2","commit":"3","since":"4","until":"5","more":"6"})"),
        R"({"id":"1","run":")" + std::string(1001, 'x') +
            R"(","commit":"3","since":"4","until":"5"})"}) {
    const auto read = parse_lease(text, "b:t/.applying");
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().kind == mrctl::ErrorKind::usage);
    CHECK(read.error().message.find("b:t/.applying") != std::string::npos);
  }
}

TEST_CASE("a lease that is no object cannot be read, so it is held") {
  for (const auto* text : {"", "{", "[]", "null", R"({"id":"1"}x)"}) {
    const auto read = parse_lease(text, "b:t/.applying");
    REQUIRE(read.has_value());
    CHECK(is_held(*read, 2'000'000'000));
    CHECK(words_on(*read) == "its .applying cannot be read");
  }
}

TEST_CASE("times and ages are spelled out") {
  CHECK(time_in("1970-01-01T00:01:00Z") == 60);
  for (const auto* text : {"", "1970-01-01", "1970-01-01T00:01:00", "1970-01-01T00:01:00Zx",
                           "1970-02-30T00:01:00Z", "1970- 1-01T00:01:00Z"})
    CHECK_FALSE(time_in(text).has_value());
  CHECK(words_on_age(1) == "1 second");
  CHECK(words_on_age(185) == "3 minutes");
  CHECK(words_on_age(3 * 3600) == "3 hours");
  CHECK(words_on_age(3 * 86400) == "3 days");
  CHECK(short_commit(std::string(40, 'a') + "-dirty") == "aaaaaaaaaaaa-dirty");
}

TEST_CASE("an earlier attempt is one of the same run with a lower number") {
  const std::string run = "https://ci.example/a/b/actions/runs/7";
  CHECK(is_earlier_attempt(run + "/attempts/1", run + "/attempts/2"));
  CHECK(is_earlier_attempt(run + "/attempts/9", run + "/attempts/10"));
  CHECK_FALSE(is_earlier_attempt(run + "/attempts/2", run + "/attempts/2"));
  CHECK_FALSE(is_earlier_attempt(run + "/attempts/3", run + "/attempts/2"));
  CHECK_FALSE(is_earlier_attempt(run + "8/attempts/1", run + "/attempts/2"));
  CHECK_FALSE(is_earlier_attempt(run, run));
  CHECK_FALSE(is_earlier_attempt("host:1", "host:2"));
  CHECK(is_earlier_attempt("https://ci.example/jobs/21 (pipeline 7, job apply, 21)",
                           "https://ci.example/jobs/23 (pipeline 7, job apply, 23)"));
  CHECK_FALSE(is_earlier_attempt("https://ci.example/jobs/21 (pipeline 6, job apply, 21)",
                                 "https://ci.example/jobs/23 (pipeline 7, job apply, 23)"));
}
