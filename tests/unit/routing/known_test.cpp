#include "mrctl/routing/known.hpp"
#include "mrctl/spec/rule.hpp"

#include "rows.hpp"

#include <memory>
#include <string_view>
#include <utility>

using namespace mrctl;
using namespace mrctl::routing;

TEST_CASE("what no listing shows is unknown, with that cause") {
  check_rows({
      {"data_collection", R"({"provider":{"data_collection":"deny"}})", R"({"tag":"x"})",
       "unknown: not-in-listing"},
      {"data_collection", R"({"provider":{"data_collection":"allow"}})", R"({"tag":"x"})",
       "not listed"},
      {"zdr", R"({"provider":{"zdr":true}})", R"({"tag":"x"})", "unknown: not-in-listing"},
      {"zdr", R"({"provider":{"zdr":false}})", R"({"tag":"x"})", "not listed"},
      {"enforce_distillable_text", R"({"provider":{"enforce_distillable_text":true}})",
       R"({"tag":"x"})", "unknown: not-in-listing"},
  });
}

TEST_CASE("what no listing decides passes where it is assumed to, and only then") {
  const auto body = R"({"service_tier":"flex","provider":{"zdr":true,"data_collection":"deny",
      "enforce_distillable_text":true,"max_price":{"audio":1,"prompt":"1"}}})";
  const auto endpoint = R"([{"tag":"x","pricing":{}}])";
  for (const auto code : spec::assumable_codes) {
    CAPTURE(std::string(code));
    const auto seen = explained(body, endpoint, {.assumed = {code}});
    CHECK(seen.check("x", code) == "pass, assumed");
    CHECK(seen.endpoint("x").reach == Reach::unknown);
    CHECK(explained(body, endpoint).check("x", code).starts_with("unknown: "));
  }
  const auto all = read_assumed(std::vector<std::string>{
      "data_collection,zdr,enforce_distillable_text", "max_price.audio,service_tier,zdr"});
  REQUIRE(all);
  CHECK(all->size() == 5);
  const auto seen = explained(body, endpoint, {.assumed = *all});
  CHECK(seen.check("x", "max_price.prompt") == "unknown: no-data");
  CHECK(seen.endpoint("x").reach == Reach::unknown);
  CHECK(
      explained(R"({"provider":{"zdr":true}})", endpoint, {.assumed = *all}).endpoint("x").reach ==
      Reach::eligible);
}

TEST_CASE("only checks that no listing decides can be assumed") {
  const auto refusal = [](std::string list) {
    const auto read = read_assumed(std::vector{std::move(list)});
    return read ? "" : read.error().message;
  };
  CHECK(refusal("zdr").empty());
  CHECK(refusal("zrd").find("'zrd'") != std::string::npos);
  CHECK(refusal("zdr,").find("''") != std::string::npos);
  CHECK(refusal("quantizations").starts_with("quantizations "));
}

TEST_CASE("a list decides what no listing shows") {
  Assumptions assumptions{
      .known = std::make_shared<const KnownLists>(
          KnownLists{*read_known({"zdr", "zdr.txt"}, "x/FP8 # comment\nacme/large y\nb/c z"),
                     *read_known({"data_collection", "private.json"},
                                 R"({"data":[{"tag":"x/fp8","model_id":"b/c"}]})")})};
  const auto zdr = R"({"provider":{"zdr":true}})";
  check_rows(
      {
          {"zdr", zdr, R"({"tag":"X/fp8"})", "pass"},
          {"zdr", zdr, R"({"tag":"x"})", "fail"},
          {"zdr", zdr, R"({"tag":"Y"})", "pass"},
          {"zdr", zdr, R"({"tag":"z"})", "fail"},
          {"zdr", zdr, R"({"tag":"z","model_id":"b/c"})", "pass"},
          {"data_collection", R"({"provider":{"data_collection":"deny"}})", R"({"tag":"x/fp8"})",
           "fail"},
          {"data_collection", R"({"provider":{"data_collection":"allow"}})", R"({"tag":"x/fp8"})",
           "not listed"},
          {"enforce_distillable_text", R"({"provider":{"enforce_distillable_text":true}})",
           R"({"tag":"x"})", "unknown: not-in-listing"},
      },
      assumptions);
  const auto untagged = explained(zdr, R"([{"provider_name":"X"}])", assumptions);
  const auto& check = untagged.group().endpoints.front().checks.front();
  CHECK(check.verdict == Verdict::unknown);
  CHECK(check.cause == Cause::no_data);
  CHECK(check.known == "zdr.txt");
}

TEST_CASE("a list that says nothing, or something else, is refused") {
  const std::pair<std::string_view, std::string_view> rows[]{
      {"", "no endpoint"},
      {"# none\n", "no endpoint"},
      {"[]", "no endpoint"},
      {"a\nb c d", "zdr.txt:2: "},
      {R"([{"model":"a/b"}])", "element 0"},
      {R"({"tags":[]})", "'data'"},
      {"[\"a\"", "zdr.txt: "},
      {"a/b\n\xff\xfe", "not text"},
      {std::string_view("a\0b", 3), "not text"},
  };
  for (const auto& row : rows) {
    const auto list = read_known({"zdr", "zdr.txt"}, row.first);
    REQUIRE_FALSE(list);
    CHECK_MESSAGE(list.error().message.find(row.second) != std::string::npos, list.error().message);
    CHECK(list.error().message.starts_with("zdr.txt"));
  }
  CHECK(read_known({"zdr", "zdr.txt"}, "a/b c"));
  CHECK(read_known({"zdr", "zdr.txt"}, " [\"c\", {\"tag\":\"d\",\"model\":\"a/b\"}]"));
}

TEST_CASE("the words of --known name a check and a file") {
  CHECK(read_known_source("zdr=a=b")->file == "a=b");
  CHECK(read_known_source("zdr=").error().message.ends_with("got 'zdr='"));
  CHECK(read_known_source("zrd=x").error().message.find("zrd") != std::string::npos);
  CHECK_FALSE(read_known_source("service_tier=x"));
}
