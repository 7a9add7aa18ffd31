#include "mrctl/body/body.hpp"

#include "desk.hpp"

using namespace mrctl;
using namespace mrctl::body;

TEST_CASE("a flag of a plugin's member changes the plugin, or adds it behind the others") {
  const Files files{{"a.json", R"({"plugins":[{"id":"fusion"},{"id":"web","max_uses":2}]})"}};
  CHECK(json_of({"--plugins-web-max-results", "3"}) ==
        R"({"plugins":[{"id":"web","max_results":3}]})");
  CHECK(
      json_of({"--body", "a.json", "--plugins-web-max-results", "3", "--plugins-web-enabled"},
              files) ==
      R"({"plugins":[{"id":"fusion"},{"id":"web","max_uses":2,"enabled":true,"max_results":3}]})");
  CHECK(json_of({"--body", "a.json", "--plugins-auto-router-allowed-models", "acme/*",
                 "--plugins-auto-router-allowed-models", "globex/*"},
                files) == R"({"plugins":[{"id":"fusion"},{"id":"web","max_uses":2},)"
                          R"({"id":"auto-router","allowed_models":["acme/*","globex/*"]}]})");
  CHECK(json_of({"--plugins-response-healing-enabled=false", "--plugins",
                 R"([{"id":"response-healing"}])"}) ==
        R"({"plugins":[{"id":"response-healing","enabled":false}]})");
  CHECK(json_of({"--body", "n.json", "--plugins-web-engine", "exa"},
                {{"n.json", R"({"plugins":null})"}}) ==
        R"({"plugins":[{"id":"web","engine":"exa"}]})");
}

TEST_CASE("a list flag of a plugin's member replaces the list of the file and then adds to it") {
  const Files files{{"a.json", R"({"plugins":[{"id":"web","include_domains":["a","b"]}]})"}};
  CHECK(json_of({"--body", "a.json", "--plugins-web-include-domains", "c",
                 "--plugins-web-include-domains", "d"},
                files) == R"({"plugins":[{"id":"web","include_domains":["c","d"]}]})");
}

TEST_CASE("a plugin's member that has no place is one problem of its flag") {
  const auto body = built({"--body", "a.json", "--plugins-web-max-results", "3"},
                          {{"a.json", R"({"plugins":{"id":"web"}})"}});
  REQUIRE(body.problems.size() == 1);
  const auto& problem = body.problems.front();
  CHECK(problem.rule == "flag.path");
  CHECK(problem.flag == "--plugins-web-max-results");
  CHECK(problem.message == "plugins is an object and has no item [0]");
}

TEST_CASE("a value that a plugin's member cannot have adds no plugin, and shares its rule") {
  const auto body = built({"--plugins", "fusion", "--plugins-web-max-results", "many"});
  CHECK(dump_json(body.json.value()) == R"({"plugins":[{"id":"fusion"}]})");
  REQUIRE(body.problems.size() == 1);
  CHECK(body.problems[0].rule == "plugins.max_results.type");
  CHECK(body.problems[0].path == "/plugins/1/max_results");
  CHECK(body.problems[0].flag == "--plugins-web-max-results");
  CHECK(body.problems[0].message == "plugins[1].max_results must be an integer, got 'many'");
}
