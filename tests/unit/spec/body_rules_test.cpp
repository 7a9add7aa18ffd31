#include "mrctl/spec/body_rules.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::spec;

namespace {

std::map<std::string, BodyRule> rules_by_id() {
  std::map<std::string, BodyRule> rules;
  for (auto& rule : body_rules())
    rules.emplace(rule.id, rule);
  return rules;
}

} // namespace

TEST_CASE("the rules of fields follow from their shapes") {
  const auto rules = rules_by_id();
  for (const auto* id : {"temperature.type", "temperature.range", "messages.role.choice",
                         "tools.function.name.charset", "metadata.length", "metadata.key-length",
                         "messages.required", "tools.required", "tools.type.choice",
                         "provider.unknown", "plugins.max_results.type"})
    CHECK_MESSAGE((rules.count(id) == 1 && rules.at(id).severity == Severity::error), id);
  for (const auto* id : {"reasoning.unknown", "max_tokens.deprecated", "stream.ignored"})
    CHECK_MESSAGE((rules.count(id) == 1 && rules.at(id).severity == Severity::warning), id);
}

TEST_CASE("what a shape leaves open has no rule, and a dropped field is deprecated only once") {
  const auto rules = rules_by_id();
  for (const auto* id : {"trace.unknown", "provider.preferred_max_latency.type", "user.deprecated",
                         "messages.ignored", "temperature.length"})
    CHECK_MESSAGE(rules.count(id) == 0, id);
}

TEST_CASE("flags have rules that JSON cannot break") {
  const auto rules = rules_by_id();
  CHECK(rules.at("top_k.range").says == "the number has more than 1,000 digits in a flag");
  CHECK(rules.at("temperature.range").says == "the number is out of bounds");
  CHECK(rules.count("plugins.max_results.range") == 1);
  CHECK(rules.count("logit_bias.pair") == 1);
}

TEST_CASE("each rule has an id of its own and an aspect of the table") {
  CHECK(rules_by_id().size() == body_rules().size());
  std::set<std::string_view> aspects;
  for (const auto& aspect : checked_aspects())
    aspects.insert(aspect.name);
  for (const auto& rule : body_rules())
    CHECK_MESSAGE(aspects.count(rule.id.substr(rule.id.rfind('.') + 1)) == 1, rule.id);
}

TEST_CASE("members are found at every depth, each once") {
  std::set<std::string> paths;
  for (const auto& member : body_members())
    CHECK_MESSAGE(paths.insert(member.path).second, member.path);
  for (const auto* path : {"model", "provider.max_price.prompt", "tools.function.name",
                           "plugins.max_results", "messages.role", "response_format.json_schema"})
    CHECK_MESSAGE(paths.count(path) == 1, path);
}
