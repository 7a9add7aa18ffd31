#include "mrctl/explain/gates.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"

#include "gate_judges.hpp"
#include "unknown_hint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace mrctl::explain {

namespace {

using output::GateResult;

// Returns the result with what it is about.
GateResult result_on(const Gate& gate, const GatedBody& body, std::string model,
                     GateResult result) {
  result.preset = body.preset;
  result.slug = body.slug;
  result.model = std::move(model);
  return gate.id.empty() ? std::move(result) : result_of_file(std::move(result), gate);
}

// Judges a body by one value of a row: as a whole, or each of its models.
std::vector<GateResult> judge_body(const Gate& gate, std::size_t row, const Json& asked,
                                   const GatedBody& body) {
  const auto& judge_row = gate_judges()[row];
  std::vector<GateResult> results;
  const auto add = [&](GateResult result, const std::string& model) {
    result.gate = spec::gate_rows.at(row).name();
    result.asked = asked;
    results.push_back(result_on(gate, body, model, std::move(result)));
  };
  const auto judge_one = [&](const ModelGroup* group) {
    if (auto result = judge_row.judge({gate, asked, *body.explanation, group, body}))
      add(*std::move(result), group == nullptr ? std::string() : group->model);
  };
  const auto& groups = body.explanation->groups;
  if (judge_row.looks_at == LooksAt::body && !groups.empty()) judge_one(nullptr);
  if (judge_row.looks_at == LooksAt::models)
    for (const auto& group : groups)
      if (matches_any(group.model, gate.models)) judge_one(&group);
  for (const auto& model : body.explanation->unlisted)
    if (matches_any(model, gate.models))
      add({.is_met = true, .why = model + " is in no listing"}, model);
  return results;
}

// What listings have of a required endpoint.
struct Seen {
  std::vector<std::string> models{};
  std::vector<std::string> tags{}; // of the required model, or of all
  bool is_listed = false;
};

Seen look_for(const RequiredTag& required, std::span<const Explanation* const> explanations) {
  Seen seen;
  for (const auto* explanation : explanations)
    for (const auto& group : explanation->groups) {
      seen.models.push_back(group.model);
      if (!required.model.empty() && group.model != required.model) continue;
      for (const auto& judged : group.endpoints) {
        seen.is_listed = seen.is_listed || has_tag(judged, required.tag);
        if (judged.endpoint->tag) seen.tags.emplace_back(*judged.endpoint->tag);
      }
    }
  return seen;
}

std::string list_of(std::string_view what, std::vector<std::string> names) {
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return fmt::format("the {} are {}", what, listed(names, 20));
}

} // namespace

const spec::GateRow* condition_on_cost(const spec::GateValues& values) {
  const auto found = std::ranges::find_if(spec::gate_rows, [&](const spec::GateRow& row) {
    return row.is_about_cost && !values_of(values, row).empty();
  });
  return found == spec::gate_rows.end() ? nullptr : &*found;
}

bool is_selected(const Gate& gate, std::string_view slug, std::span<const std::string> models) {
  return matches_any(slug, gate.presets) &&
         (gate.models.empty() || std::ranges::any_of(models, [&](const std::string& model) {
            return matches_any(model, gate.models);
          }));
}

Status check_required(const Gate& gate, std::span<const Explanation* const> explanations) {
  if (std::ranges::all_of(explanations, [](const auto* each) { return each->groups.empty(); }))
    return {};
  for (const auto& text : gate.require) {
    const auto required = required_tag(text);
    const auto seen = look_for(required, explanations);
    const auto& models = seen.models;
    if (!required.model.empty() && !contains(models, required.model))
      return fail(Error::unknown_word("model", required.model, nearest_word(required.model, models),
                                      list_of("models", models)));
    if (seen.is_listed) continue;
    auto near = std::string(nearest_word(required.tag, seen.tags));
    const auto colon = required.tag.find(':'); // "acme/large:acme"
    if (colon != required.tag.npos && contains(models, required.tag.substr(0, colon)))
      near = fmt::format("{}={}", required.tag.substr(0, colon), required.tag.substr(colon + 1));
    return fail(Error::unknown_word("endpoint", required.tag, near, list_of("tags", seen.tags)));
  }
  return {};
}

std::vector<GateResult> judge(const Gate& gate, std::span<const GatedBody> bodies) {
  std::vector<GateResult> results;
  for (const auto& body : bodies)
    for (const auto& model : body.unlisted)
      if (matches_any(model, gate.models))
        results.push_back(result_on(gate, body, model, {.why = model + " could not be listed"}));
  for (std::size_t row = 0; row < spec::gate_rows.size(); ++row)
    for (const auto& asked : values_of(gate, spec::gate_rows.at(row))) {
      const auto before = results.size();
      for (const auto& body : bodies)
        std::ranges::move(judge_body(gate, row, asked, body), std::back_inserter(results));
      const bool is_of_flags = gate.id.empty() && gate.models.empty() && !bodies.empty();
      if (is_of_flags && results.size() == before)
        results.push_back(result_on(gate, bodies.front(), {},
                                    {.gate = std::string(spec::gate_rows.at(row).name()),
                                     .asked = asked,
                                     .why = "there is no model to check"}));
    }
  return results;
}

} // namespace mrctl::explain
