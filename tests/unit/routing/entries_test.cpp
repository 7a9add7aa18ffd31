#include "explained.hpp"

#include <functional>
#include <string>

using namespace mrctl::routing;

namespace {

constexpr std::string_view family = R"([
  {"tag":"acme","provider_name":"Acme"},
  {"tag":"acme/fp8","provider_name":"Acme"},
  {"tag":"acme/us/flex","provider_name":"Acme"},
  {"tag":"north-lake/eu","provider_name":"Northlake"},
  {"provider_name":"Untagged"}])";

// The tags that an entry of `only` lets pass that check.
std::string matched(std::string_view entry) {
  const auto body = R"({"provider":{"only":[")" + std::string(entry) + R"("]}})";
  const auto seen = explained(body, family);
  std::string out;
  for (const auto& judged : seen.group().endpoints)
    if (judged.checks.front().verdict == Verdict::pass)
      out.append(judged.endpoint->tag.value_or("?")).append(";");
  return out;
}

} // namespace

TEST_CASE("an entry matches a whole tag, a tier's too, in any case") {
  CHECK(matched("acme/fp8") == "acme/fp8;");
  CHECK(matched("ACME/us/FLEX") == "acme/us/flex;");
}

TEST_CASE("an entry matches the first segments of tags, but for those of tiers") {
  CHECK(matched("acme") == "acme;acme/fp8;");
  CHECK(matched("Acme") == "acme;acme/fp8;");
  CHECK(matched("acme/us").empty());
  CHECK(matched("acm").empty());
  CHECK(matched("acme/").empty());
}

TEST_CASE("an entry is a provider's name only where no tag of the group matches it") {
  CHECK(matched("northlake") == "north-lake/eu;");
  CHECK(matched("UNTAGGED") == "?;");
  // "acme" is a tag as well as a name: the name does not count.
  const auto seen = explained(R"({"provider":{"only":["acme"]}})",
                              R"([{"tag":"acme/x","provider_name":"Other"},
                                  {"tag":"other","provider_name":"Acme"}])");
  CHECK(seen.check("acme/x", "only") == "pass");
  CHECK(seen.check("other", "only") == "fail");
}

TEST_CASE("a provider's name does not match its tier endpoints") {
  const auto seen = explained(R"({"provider":{"only":["Northlake"]}})",
                              R"([{"tag":"north/flex","provider_name":"Northlake"},
                                  {"tag":"north","provider_name":"Northlake"}])");
  CHECK(seen.check("north/flex", "only") == "fail");
  CHECK(seen.check("north", "only") == "pass");
}

TEST_CASE("entries that match nothing are dead, each with the nearest word") {
  const auto seen = explained(
      R"({"provider":{"only":["acmee"],"ignore":["acme"],"order":["acme/fp9","zzz","northlak"],
          "quantizations":["fp8","int5"]}})",
      R"([{"tag":"acme/fp8","provider_name":"Acme","quantization":"mxfp8"},
          {"tag":"north","provider_name":"Northlake","quantization":"int4"}])");
  std::string dead;
  for (const auto& each : seen.explanation.dead)
    dead += each.path + " " + each.entry + " " + each.suggestion + "\n";
  CHECK(dead == "/provider/only/0 acmee acme\n"
                "/provider/order/0 acme/fp9 \n"
                "/provider/order/1 zzz \n"
                "/provider/order/2 northlak Northlake\n"
                "/provider/quantizations/1 int5 \n");
}

TEST_CASE("a dead quantization suggests only one of the same bits") {
  const auto suggested = [](std::string_view entry, std::string_view listed) {
    const auto seen = explained(R"({"provider":{"quantizations":[")" + std::string(entry) + "\"]}}",
                                R"([{"tag":"a","quantization":")" + std::string(listed) + "\"}]");
    return seen.explanation.dead.front().suggestion;
  };
  CHECK(suggested("fpp8", "fp8") == "fp8");
  CHECK(suggested("int8", "fp8") == "fp8"); // the only one
  CHECK(suggested("int8", "int4").empty());
  CHECK(suggested("nothing", "unknown").empty());
  CHECK(suggested("unknow", "unknown") == "unknown");
}

TEST_CASE("a dead tag suggests no other precision, and of a tier endpoint the whole tag") {
  const auto suggested = [](std::string_view entry) {
    const auto seen = explained(R"({"provider":{"only":[")" + std::string(entry) + "\"]}}",
                                R"([{"tag":"heron/fp4","provider_name":"Heron"},
                                    {"tag":"heron/us-west","provider_name":"Heron"},
                                    {"tag":"dunlin/flex","provider_name":"Dunlin Cloud"}])");
    return seen.explanation.dead.front().suggestion;
  };
  CHECK(suggested("heron/fp8") != "heron/fp4");
  CHECK(suggested("heron/mxfp4") == "heron/fp4");
  CHECK(suggested("heron/us-wes") == "heron/us-west");
  CHECK(suggested("Dunlin") == "dunlin/flex");
  CHECK(suggested("dunlin cloud") == "dunlin/flex");
}

TEST_CASE("where no group has an endpoint, nothing is dead") {
  CHECK(explained(R"({"provider":{"only":["acme"]}})", "[]").explanation.dead.empty());
}

TEST_CASE("a group without endpoints does not keep entries alive") {
  const auto one = mrctl::service::read_model_text(R"({"endpoints":[{"tag":"acme"}]})");
  const std::vector listings{Listing{"a/b", {}}, Listing{"c/d", one.endpoints}};
  const auto body = parsed(R"({"provider":{"order":["globex","acme"]}})");
  const auto dead = mrctl::routing::explain(body, listings, {}).dead;
  REQUIRE(dead.size() == 1);
  CHECK(dead.front().entry == "globex");
}

TEST_CASE("an entry that only another group matches is not dead") {
  const auto one = mrctl::service::read_model_text(R"({"endpoints":[{"tag":"acme"}]})");
  const auto two = mrctl::service::read_model_text(R"({"endpoints":[{"tag":"globex"}]})");
  const std::vector listings{Listing{"a/b", one.endpoints}, Listing{"c/d", two.endpoints}};
  const auto body = parsed(R"({"provider":{"order":["globex","acme"]}})");
  CHECK(mrctl::routing::explain(body, listings, {}).dead.empty());
}

namespace {

std::string json_list(std::size_t size, const std::function<std::string(std::size_t)>& element) {
  std::string out = "[";
  for (std::size_t i = 0; i < size; ++i)
    out += (i == 0 ? "" : ",") + element(i);
  return out + "]";
}

} // namespace

// Compared each with each, they would take half an hour.
TEST_CASE("thousands of entries and endpoints are matched by their text") {
  const auto name = [](std::string_view prefix) {
    return [=](std::size_t i) { return '"' + std::string(prefix) + std::to_string(i) + '"'; };
  };
  const auto body = R"({"provider":{"ignore":)" + json_list(20'000, name("acme/")) + "}}";
  const auto tag = name("acme/");
  const auto seen = explained(
      body, json_list(20'000, [&](std::size_t i) { return R"({"tag":)" + tag(i) + "}"; }));
  CHECK(count_of(seen.group(), Reach::excluded) == 20'000);
  CHECK(seen.explanation.dead.empty());
}

TEST_CASE("edits refer to a long list and do not copy it") {
  const auto body = R"({"provider":{"only":)" +
                    json_list(1000, [](std::size_t i) { return '"' + std::to_string(i) + '"'; }) +
                    "}}";
  const auto seen = explained(body, R"([{"tag":"a"},{"tag":"b"}])");
  const auto* list = &seen.body->at("provider").at("only");
  for (const auto* tag : {"a", "b"}) {
    const auto& edit = *seen.endpoint(tag).fix;
    CHECK(edit.from == list);
    CHECK_FALSE(edit.to);
    CHECK(edit.appended == tag);
    CHECK(value_after(edit)->size() == 1001);
  }
}
