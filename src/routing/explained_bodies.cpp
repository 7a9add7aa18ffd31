#include "mrctl/routing/explained_bodies.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/parallel.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/routing/base_entries.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace mrctl::routing {

std::vector<std::string> models_of(const std::vector<BodyToExplain>& bodies) {
  std::vector<std::string> models;
  std::set<std::string> seen;
  for (const auto& body : bodies)
    for (const auto& model : body.models)
      if (seen.insert(model).second) models.push_back(model);
  return models;
}

void drop_unlisted(std::vector<BodyToExplain>& bodies, const ListingsToExplain& listings) {
  const auto is_listed = [&](const std::string& model) {
    return listings.models.contains(model) || listings.shortcuts.contains(model);
  };
  const auto has_failed = [&](const std::string& model) {
    return contains(listings.unlisted, model, &UnlistedModel::model);
  };
  std::erase_if(bodies, [&](const BodyToExplain& body) {
    return std::ranges::none_of(body.models, is_listed) &&
           std::ranges::any_of(body.models, has_failed);
  });
}

Problems dead_warnings(const std::vector<BodyToExplain>& bodies, const ExplainedBodies& explained) {
  Problems warnings;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    append(warnings, dead_warnings(bodies[i], explained[i].explanation));
  return without_repeats(std::move(warnings));
}

namespace {

constexpr std::size_t gains_shown = 5;

template <class Item, class Path>
std::vector<std::string> paths_of(const std::vector<Item>& items, Path path) {
  return mapped(items, [&](const auto& item) { return item.*path; });
}

// Adds the lines of the entries that bases bring.
void add_lines(std::vector<DeadEntry>& dead, const Problems& placed) {
  for (auto& entry : dead)
    for (const auto& problem : placed)
      if (!entry.base.empty() && problem.path == entry.path && problem.place)
        entry.line = problem.place->line;
}

ExplainedBody explain_body(const BodyToExplain& body, const ListingsByModel& all,
                           const Assumptions& assumptions, const WantedParts& wanted,
                           const std::set<BaseEntry>& alive) {
  const auto listings = listings_of(body.models, all);
  ExplainedBody out{.file = body.file,
                    .slug = body.slug,
                    .slug_prefix = body.slug_prefix,
                    .explanation = explain(body.value, listings, assumptions)};
  settle_base_entries(out.explanation, body.body, alive);
  if (std::ranges::any_of(out.explanation.dead,
                          [](const auto& dead) { return !dead.base.empty(); }))
    add_lines(out.explanation.dead, dead_warnings(body, out.explanation));
  const auto& explanation = out.explanation;
  if (wanted.places)
    out.places = places_of(body, paths_of(explanation.requirements, &Requirement::pointer));
  if (wanted.model_places) out.model_places = places_of_causes(body, explanation);
  if (!wanted.gains) return out;
  out.dead_places = places_of(body, paths_of(explanation.dead, &DeadEntry::path));
  out.gains = gains(body.value, listings, assumptions, explanation, gains_shown);
  return out;
}

std::vector<std::string> tags_in(const ExplainedBodies& bodies) {
  std::vector<std::string> tags;
  for (const auto& body : bodies)
    for (const auto& group : body.explanation.groups)
      for (const auto& judged : group.endpoints)
        if (judged.endpoint->tag && !contains(tags, *judged.endpoint->tag))
          tags.emplace_back(*judged.endpoint->tag);
  return tags;
}

} // namespace

ExplainedBodies explain_bodies(const std::vector<BodyToExplain>& bodies,
                               const ListingsByModel& listings, const Assumptions& assumptions,
                               const WantedParts& wanted) {
  ExplainedBodies out(bodies.size());
  BaseEntries entries;
  for (const auto& body : bodies)
    entries.add(body.body, body.models);
  const auto alive = entries.alive(listings);
  for_each_in_parallel(out.size(), [&](std::size_t i) {
    out[i] = explain_body(bodies[i], listings, assumptions, wanted, alive);
  });
  return out;
}

Status show_only_tag(ExplainedBodies& bodies, const std::string& tag) {
  const auto tags = tags_in(bodies);
  const bool is_there = std::ranges::any_of(
      tags, [&](const std::string& each) { return equal_ignoring_case(each, tag); });
  constexpr std::size_t most_listed = 20;
  if (!is_there)
    return fail(Error::unknown_word("endpoint", tag, nearest_word(tag, tags),
                                    fmt::format("the tags are {}", listed(tags, most_listed))));
  for (auto& body : bodies)
    body.shown_tag = tag;
  return {};
}

std::vector<std::string> notes_on_tag(const ExplainedBodies& bodies, const std::string& tag) {
  std::vector<std::string> notes;
  for (const auto& body : bodies)
    for (const auto& group : body.explanation.groups) {
      std::vector<std::string> longer;
      bool is_there = false;
      for (const auto& judged : group.endpoints) {
        const auto own = lower_case(judged.endpoint->tag.value_or(""));
        is_there = is_there || own == lower_case(tag);
        if (own.starts_with(lower_case(tag) + "/")) longer.push_back(own);
      }
      if (auto note = fmt::format("{} has no endpoint '{}', but {}", group.model, tag,
                                  fmt::join(longer, ", "));
          !is_there && !longer.empty() && !contains(notes, note))
        notes.push_back(std::move(note));
    }
  return notes;
}

Result<std::vector<output::GateResult>> judge_bodies(const ExplainedBodies& bodies,
                                                     const Gate& gate) {
  std::vector<const Explanation*> explanations;
  std::vector<GatedBody> gated;
  for (const auto& body : bodies) {
    explanations.push_back(&body.explanation);
    gated.push_back({.preset = gated.size(), .slug = body.slug, .explanation = &body.explanation});
  }
  TRY(check_required(gate, explanations));
  auto results = judge(gate, gated);
  for (auto& result : results) {
    const auto& body = bodies[*result.preset];
    result.place = place_of_failure(result, body.model_places, body.explanation);
  }
  return results;
}

} // namespace mrctl::routing
