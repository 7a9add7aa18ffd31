#include "mrctl/compare/credentials.hpp"
#include "mrctl/json/value.hpp"

#include "listed.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace mrctl;
using namespace mrctl::compare;

namespace {

using Stored = std::vector<StoredCredential>;

Stored stored(const std::string& members, const std::string& id = "1") {
  auto text = R"({"id":")" + id + "\"" + (members.empty() ? "" : ",") + members + "}";
  auto credential = service::read_credential(text);
  Stored out;
  out.push_back({id, std::move(credential), std::move(text)});
  return out;
}

std::string lines(const Stored& before, const Stored& after) {
  std::string out;
  for (const auto& credential : compare_credentials(before, after))
    for (const auto& change : credential.changes)
      out += line_of(credential.id, change);
  return out;
}

std::string change_of(const std::string& before, const std::string& after) {
  return lines(stored(before), stored(after));
}

} // namespace

TEST_CASE("a rotated key has another label") {
  CHECK(change_of(R"("label":"ab…cd")", R"("label":"ab…ce")") ==
        "label 1 /label \"ab…cd\" \"ab…ce\"\n");
}

TEST_CASE("labels that look the same when masked are compared as they were sent") {
  const auto stored_masked = [](std::string_view label) {
    auto out = stored(R"("label":")" + std::string(label) + "\"");
    out.front().text = R"({"id":"1","label":"sk-a…1234"})";
    return out;
  };
  const auto before = stored_masked("sk-aaaa-fake-one-1234");
  CHECK(lines(before, before).empty());
  const auto after = stored_masked("sk-aaaa-fake-two-1234");
  CHECK(lines(before, after) == "label 1 /label \"sk-a…1234\" \"sk-a…1234\"\n");
  const auto shown = compare_credentials(before, after).front().changes.front().shown;
  CHECK(shown.to->ends_with(" (another one; they differ where they are masked)"));
  // A file that mrctl wrote holds the masked label of the same key.
  CHECK(lines(stored_masked(*shown.from), after).empty());
}

TEST_CASE("a credential is disabled or enabled") {
  CHECK(change_of(R"("disabled":false)", R"("disabled":true)") ==
        "disabled 1 /disabled false true\n");
  CHECK(change_of(R"("disabled":true)", R"("disabled":false)") ==
        "enabled 1 /disabled true false\n");
  CHECK(change_of("", R"("disabled":true)") == "disabled 1 /disabled null true\n");
  CHECK(change_of("", R"("disabled":false)") == "other 1 /disabled null false\n");
  CHECK(change_of(R"("disabled":true)", R"("disabled":null)") == "other 1 /disabled true null\n");
}

TEST_CASE("a restriction is narrowed, widened or another one, whatever the order of its list") {
  CHECK(change_of(R"("allowed_models":null)", R"("allowed_models":[])") ==
        "restriction-narrowed 1 /allowed_models null []\n");
  CHECK(change_of(R"("allowed_models":["a"])", R"("allowed_models":null)") ==
        "restriction-widened 1 /allowed_models [\"a\"] null\n");
  CHECK(change_of(R"("allowed_user_ids":["a","b"])", R"("allowed_user_ids":["b","a"])").empty());
  CHECK(change_of(R"("allowed_user_ids":["a","b"])", R"("allowed_user_ids":["b"])") ==
        "restriction-narrowed 1 /allowed_user_ids [\"a\",\"b\"] [\"b\"]\n");
  CHECK(change_of(R"("allowed_models":[])", R"("allowed_models":["a"])") ==
        "restriction-widened 1 /allowed_models [] [\"a\"]\n");
  CHECK(change_of(R"("allowed_models":["a"])", R"("allowed_models":["b"])") ==
        "restriction 1 /allowed_models [\"a\"] [\"b\"]\n");
  CHECK(change_of("", R"("allowed_models":["a"])") ==
        "restriction 1 /allowed_models null [\"a\"]\n");
  CHECK(change_of("", R"("allowed_models":null)").empty());
}

TEST_CASE("every other field has its kind") {
  CHECK(change_of(R"("workspace_id":null)", R"("workspace_id":"w")") ==
        "workspace 1 /workspace_id null \"w\"\n");
  CHECK(change_of(R"("provider":"a")", R"("provider":"b")") ==
        "provider 1 /provider \"a\" \"b\"\n");
  CHECK(change_of(R"("name":"a")", R"("name":null)") == "name 1 /name \"a\" null\n");
  CHECK(change_of(R"("sort_order":1)", R"("sort_order":2)") == "order 1 /sort_order 1 2\n");
  CHECK(change_of(R"("sort_order":1)", R"("sort_order":1.0)").empty());
  CHECK(change_of(R"("is_fallback":true)", R"("is_fallback":false)") ==
        "fallback 1 /is_fallback true false\n");
  CHECK(change_of(R"("created_at":"a")", R"("created_at":"b")") ==
        "other 1 /created_at \"a\" \"b\"\n");
}

TEST_CASE("members without a field are compared by their values") {
  CHECK(change_of(R"("zdr":true,"x/y":[1,{"b":2,"a":[3,4]}])",
                  R"("x/y":[{"a":[4,3],"b":2},1],"zdr":false)") == "other 1 /zdr true false\n");
  CHECK(change_of("", R"("x/y":1)") == "other 1 /x~1y null 1\n");
  CHECK(change_of(R"("x":[1,1])", R"("x":[1])") == "other 1 /x [1,1] [1]\n");
}

// Compared by what they begin with, each level would be read anew.
TEST_CASE("members without a field take as long as they are") {
  std::string members;
  for (int i = 0; i < 5'000; ++i)
    members += "\"x" + std::to_string(i) + "\":[{\"a\":[1,2]}],";
  const auto deep = [](const std::string& inside) {
    return "\"deep\":" + std::string(300, '[') + inside + std::string(300, ']');
  };
  CHECK(change_of(members + deep("1,2"), members + deep("2,1")).empty());
  CHECK(change_of(members + deep("1,2"), members + deep("2,2")).starts_with("other 1 /deep "));
}

TEST_CASE("credentials are known by their ids") {
  CHECK(lines(stored("", "1"), stored("", "2")) == "removed 1  null null\nadded 2  null null\n");
  CHECK(lines({}, {}).empty());
}
