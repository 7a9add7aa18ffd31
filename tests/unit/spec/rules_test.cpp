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

FieldRule field_rule(std::string_view id) {
  const auto& rules = field_rules();
  const auto found = std::find_if(rules.begin(), rules.end(),
                                  [&](const FieldRule& rule) { return rule.id == id; });
  REQUIRE_MESSAGE(found != rules.end(), std::string(id));
  return *found;
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
  for (const auto& rule : field_rules()) {
    CAPTURE(rule.id);
    CHECK(ids.insert(rule.id).second);
    CHECK_FALSE(rule.checks.empty());
  }
}

TEST_CASE("what a rule checks is told in the words of its shape") {
  struct Row {
    const char* id;
    const char* checks;
  };
  for (const auto& row : {
           Row{"temperature.range", "between 0 and 2"},
           Row{"seed.range", "at most 1,000 digits if given by a flag"},
           Row{"stop.type", "a string or an array or null; each item a string"},
           Row{"stop.length", "at most 4 items"},
           Row{"messages.length", "at least 1 item"},
           Row{"messages.required", "each item has role; developer: each item has content"},
           Row{"messages.content.type",
               "developer: a string or an array; assistant: a string or an array or null"},
           Row{"metadata.length", "at most 16 pairs; each value at most 512 characters"},
           Row{"metadata.key-length", "each key at most 64 characters"},
           Row{"metadata.pair", "KEY=VALUE, JSON or @FILE in a flag"},
           Row{"tools.function.name.charset", "function: letters, digits, underscores and dashes"},
           Row{"cache_control.type.choice", "only ephemeral"},
           Row{"prediction.required", "has type and content"},
           Row{"plugins.analysis_models.length", "fusion: 1 to 8 items"},
           Row{"plugins.analysis_models.type", "fusion: an array; each item a string"},
           Row{"plugins.max_uses.type", "web, web-fetch: an integer"},
           Row{"plugins.enabled.type", "true or false"},
           Row{"route.deprecated", "use provider.sort.partition"},
       })
    CHECK(field_rule(row.id).checks == row.checks);
}

TEST_CASE("errors are what the specification forbids, warnings what it only advises against") {
  CHECK(field_rule("provider.unknown").severity == Severity::error);
  CHECK(field_rule("reasoning.unknown").severity == Severity::warning);
  CHECK(field_rule("service_tier.choice").severity == Severity::error);
  CHECK(field_rule("stream_options.include_usage.deprecated").severity == Severity::warning);
  CHECK(field_rule("user.ignored").severity == Severity::warning);
}

TEST_CASE("a rule belongs to the field that its id begins with") {
  for (const auto& rule : field_rules())
    CHECK(rule.id.starts_with(std::string(rule.field->name) + "."));
}

TEST_CASE("what the specification does not show has no rule") {
  for (const auto& rule : field_rules()) {
    CHECK(rule.id != "provider.preferred_max_latency.type");
    CHECK(rule.id != "trace.unknown");
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
