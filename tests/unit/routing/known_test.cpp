#include "mrctl/routing/known.hpp"
#include "mrctl/spec/rule.hpp"

#include "rows.hpp"

#include <memory>

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
  CHECK(refusal("zrd") == "unknown check to assume 'zrd'");
  CHECK(refusal("zdr,") == "unknown check to assume ''");
  CHECK(refusal("quantizations") ==
        "quantizations cannot be assumed, because a listing can show it");
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
  const auto message = [](std::string_view text) {
    const auto list = read_known({"zdr", "zdr.txt"}, text);
    return list ? "" : list.error().message;
  };
  CHECK(message("a/b c") == "");
  CHECK(message(" [\"c\", {\"tag\":\"d\",\"model\":\"a/b\"}]") == "");
  CHECK(message("") == "zdr.txt lists no endpoint");
  CHECK(message("# none\n") == "zdr.txt lists no endpoint");
  CHECK(message("[]") == "zdr.txt lists no endpoint");
  CHECK(message("a\nb c d") == "zdr.txt:2: expected TAG or MODEL TAG, got 3 words");
  CHECK(message(R"([{"model":"a/b"}])") == "zdr.txt: element 0 has no tag");
  CHECK(message(R"({"tags":[]})") == "zdr.txt holds neither an array nor an object with 'data'");
  CHECK(message("[\"a\"").starts_with("zdr.txt: "));
  CHECK(message("a/b\n\xff\xfe") == "zdr.txt is not text");
  CHECK(message(std::string_view("a\0b", 3)) == "zdr.txt is not text");
}

TEST_CASE("the words of --known name a check and a file") {
  CHECK(read_known_source("zdr=a=b")->file == "a=b");
  CHECK(read_known_source("zdr=").error().message == "--known needs a code and a file, got 'zdr='");
  CHECK(read_known_source("zrd=x").error().message.find("zrd") != std::string::npos);
  CHECK_FALSE(read_known_source("service_tier=x"));
}
