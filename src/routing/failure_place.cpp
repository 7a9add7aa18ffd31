#include "mrctl/base/decimal.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/place_problems.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/reach.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::routing {

PlacesByModel places_of_causes(const BodyToExplain& body, const Explanation& explanation) {
  auto out = places_of_models(body);
  const auto add = [&](const std::string& pointer) {
    const auto origin = body::outer_origin_of(pointer, body.body);
    auto& place = out.of_bases.emplace_back();
    if (!origin || origin->file.empty()) return;
    place.file = origin->file;
    place.line = origin->line;
    place.column = 1;
  };
  for (const auto& requirement : explanation.requirements)
    add(requirement.pointer);
  for (const auto& dead : explanation.dead)
    add(dead.path);
  return out;
}

namespace {

// Whether a base or the preset itself asks for what an endpoint does not meet.
enum class AskedBy : std::uint8_t { base, preset };

// The endpoints that a failed gate lacks, and how many of them miss each requirement.
struct Obstacles {
  std::size_t endpoints = 0;       // that would count if it were not asked
  std::vector<std::size_t> counts; // of them, by requirement
};

// A cost that is too high is no fault of what excludes other endpoints.
bool is_about_cost(const output::GateResult& failure) {
  const auto* found = failure.found.get_ptr<const std::string*>();
  return found != nullptr && Decimal::parse(*found).has_value();
}

// Looks at the endpoints of a model that are not eligible: at those with the tag that a gate
// requires, or at all.
Obstacles obstacles_of(const output::GateResult& failure, const ModelGroup& group,
                       const Explanation& explanation, const std::vector<Place>& of_bases,
                       AskedBy who) {
  Obstacles out{.counts = std::vector<std::size_t>(explanation.requirements.size())};
  const auto* required =
      failure.found.is_string() ? failure.asked.get_ptr<const std::string*>() : nullptr;
  const auto tag_required = // "acme/large=acme", "acme"
      required == nullptr ? std::string() : required->substr(required->find('=') + 1);
  const auto is_asked = [&](const Check* check) {
    const bool is_of_base = !of_bases[check->requirement].file.empty();
    const bool is_set = explanation.requirements[check->requirement].member != nullptr;
    return who == AskedBy::base ? is_of_base : is_set && !is_of_base;
  };
  for (const auto& judged : group.endpoints) {
    const auto tag = judged.endpoint->tag.value_or("");
    if (judged.reach == Reach::eligible ||
        (required != nullptr && !equal_ignoring_case(tag, tag_required)))
      continue;
    const auto checks = checks_against(&judged);
    if (!std::ranges::all_of(checks, is_asked)) continue;
    ++out.endpoints;
    for (const auto* check : checks)
      ++out.counts[check->requirement];
  }
  return out;
}

// Returns the requirement of a base without which the gate would be met, if the preset's own are
// not as much to blame.
std::optional<std::size_t> requirement_of_base(const output::GateResult& failure,
                                               const PlacesByModel& places,
                                               const Explanation& explanation) {
  const auto group = std::ranges::find(explanation.groups, failure.model, &ModelGroup::model);
  if (group == explanation.groups.end() || is_about_cost(failure)) return std::nullopt;
  const auto obstacles_by = [&](AskedBy who) {
    return obstacles_of(failure, *group, explanation, places.of_bases, who);
  };
  const auto of_base = obstacles_by(AskedBy::base);
  const bool is_count = failure.found.is_number_unsigned() && failure.asked.is_number_unsigned();
  const auto missing =
      is_count ? failure.asked.get<std::size_t>() - failure.found.get<std::size_t>() : 1;
  if (of_base.endpoints < missing || obstacles_by(AskedBy::preset).endpoints >= missing)
    return std::nullopt;
  const auto most_frequent = std::ranges::max_element(of_base.counts);
  return static_cast<std::size_t>(most_frequent - of_base.counts.begin());
}

} // namespace

Place place_of_failure(const output::GateResult& failure, const PlacesByModel& places,
                       const Explanation& explanation) {
  if (places.of_bases.empty()) return places.of(failure.model);
  if (failure.model.empty() && !failure.found.is_number()) return places.first; // of no entry
  const auto cause = failure.model.empty() ? std::optional(explanation.requirements.size())
                                           : requirement_of_base(failure, places, explanation);
  if (cause && *cause < places.of_bases.size() && !places.of_bases[*cause].file.empty())
    return places.of_bases[*cause];
  return places.of(failure.model);
}

} // namespace mrctl::routing
