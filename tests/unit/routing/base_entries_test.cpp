#include "mrctl/document/document.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/explained_bodies.hpp"

#include "explained.hpp"

using namespace mrctl;
using namespace mrctl::routing;

namespace {

// A body whose list `only` comes from a base, or from its own file.
body::Body body_with(std::string_view only, std::optional<std::vector<std::string>> parts) {
  body::Body body;
  body.json = JsonText(parsed(R"({"provider":{"only":)" + std::string(only) + "}}"));
  const auto add = [&](std::string name) -> body::BodySource& {
    auto& source = body.sources.emplace_back();
    source.document.emplace().name = std::move(name);
    return source;
  };
  add("own.yaml");
  if (parts) add("base.yaml").parts = std::move(parts);
  return body;
}

} // namespace

TEST_CASE("an entry of a base is dead only where it matches nothing for any preset") {
  const auto one = service::read_model_text(R"({"endpoints":[{"tag":"heron"}]})");
  const auto two = service::read_model_text(R"({"endpoints":[{"tag":"plover"}]})");
  const ListingsByModel listings{{"a/b", Listing{"a/b", one.endpoints}},
                                 {"c/d", Listing{"c/d", two.endpoints}},
                                 {"e/f", Listing{"e/f", {}}}};
  const std::vector<std::string> list{"/provider/only"};
  const auto of_base = body_with(R"(["heron","dunlin"])", list);
  BaseEntries entries;
  entries.add(of_base, {"a/b"});
  entries.add(of_base, {"c/d"});
  entries.add(of_base, {"e/f"}); // without endpoints, it says nothing about entries
  entries.add(body_with(R"(["plover"])", {}), {"c/d"});
  const auto alive = entries.alive(listings);
  CHECK(alive == std::set<BaseEntry>{{"base.yaml", "/provider/only", "heron"}});

  Explanation explanation;
  explanation.dead = {{"/provider/only/0", "heron", ""}, {"/provider/only/1", "dunlin", ""}};
  settle_base_entries(explanation, of_base, alive);
  REQUIRE(explanation.dead.size() == 1);
  CHECK(explanation.dead.front().entry == "dunlin");
  CHECK(explanation.dead.front().base == "base.yaml");

  explanation.dead = {{"/provider/only/0", "heron", ""}};
  settle_base_entries(explanation, body_with(R"(["heron"])", {}), alive);
  CHECK(explanation.dead.size() == 1); // its own
  CHECK(explanation.dead.front().base.empty());
}

TEST_CASE("a list that the preset replaces is not of the base") {
  CHECK(base_of_list(body_with("[]", {{"/model"}}), "/provider/only").empty());
  CHECK(base_of_list(body_with("[]", {{"/provider/only"}}), "/provider/only") == "base.yaml");
  CHECK(base_of_list(body_with("[]", {{"/provider"}}), "/provider/only") == "base.yaml");
}

TEST_CASE("warnings at one place of a base are told once, with the presets counted") {
  const auto warning = [](std::string file, std::size_t line) {
    Problem problem;
    problem.rule = "routing.dead-entry";
    problem.place = Place{.file = std::move(file), .line = line, .column = 3};
    problem.message = "x matches no endpoint";
    return problem;
  };
  const auto told =
      without_repeats({warning("base.yaml", 2), warning("a.yaml", 2), warning("base.yaml", 2)});
  REQUIRE(told.size() == 2);
  CHECK(told[0].message == "x matches no endpoint in 2 presets");
  CHECK(told[1].message == "x matches no endpoint");
}
