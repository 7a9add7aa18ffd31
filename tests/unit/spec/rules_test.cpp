#include "mrctl/json/value.hpp"
#include "mrctl/spec/rule.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

using namespace mrctl;
using namespace mrctl::spec;

namespace {

const Rule* find_general(std::string_view id) {
  const auto rules = general_rules();
  const auto* found =
      std::find_if(rules.begin(), rules.end(), [&](const Rule& rule) { return rule.id == id; });
  return found == rules.end() ? nullptr : found;
}

} // namespace

TEST_CASE("every id stands once, and every rule says what it means") {
  std::set<std::string> ids;
  for (const auto& rule : general_rules()) {
    CAPTURE(std::string(rule.id));
    CHECK(ids.emplace(rule.id).second);
    CHECK_FALSE(rule.says.empty());
    CHECK_FALSE(rule.says.ends_with('.'));
  }
}

TEST_CASE("the depth that rules name is the one that is read") {
  const auto depth = std::to_string(deepest_json) + " levels";
  CHECK(find_general("json.depth")->says.find(depth) != std::string_view::npos);
}

TEST_CASE("the number of members that rules name is the one that is read") {
  static_assert(most_members == 10'000);
  for (const auto* id : {"json.members", "yaml.members"})
    CHECK(find_general(id)->says.find("10,000 members") != std::string_view::npos);
}
