#include "mrctl/routing/explained_bodies.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/parallel.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace mrctl::routing {

namespace {

constexpr std::array<std::string_view, 4> lists_of_entries{
    "/provider/only", "/provider/ignore", "/provider/order", "/provider/quantizations"};

std::optional<JsonView> list_in(const body::Body& body, std::string_view list) {
  const auto provider = find_member(body.json.root(), "provider");
  if (!provider) return std::nullopt;
  return find_member(*provider, after_last(list, "/"));
}

bool matches_some(const BaseEntry& entry, const std::vector<std::string>& models,
                  const ListingsByModel& listings) {
  const auto named = listings_of(models, listings);
  Json body;
  body[Json::json_pointer(entry.list)] = Json::array({entry.entry});
  return explain(body, named, {}).dead.empty() &&
         std::ranges::any_of(named,
                             [](const Listing& listing) { return !listing.endpoints.empty(); });
}

} // namespace

std::string base_of_list(const body::Body& body, std::string_view list) {
  const auto source =
      std::find_if(body.sources.rbegin(), body.sources.rend(),
                   [&](const body::BodySource& each) { return has_set(each, list); });
  const bool is_of_base =
      source != body.sources.rend() && source->parts.has_value() && source->document.has_value();
  return is_of_base ? source->document->name : std::string();
}

void BaseEntries::add(const body::Body& body, const std::vector<std::string>& models) {
  for (const auto list : lists_of_entries) {
    const auto entries = list_in(body, list);
    if (!entries || !entries->is_array()) continue;
    const auto file = base_of_list(body, list);
    if (file.empty()) continue;
    for (const auto& entry : entries->items())
      if (entry.value.is_string())
        models_[{file, std::string(list), entry.value.string()}].insert(models);
  }
}

std::set<BaseEntry> BaseEntries::alive(const ListingsByModel& listings) const {
  std::set<BaseEntry> out;
  for (const auto& known : models_)
    if (std::ranges::any_of(known.second, [&](const std::vector<std::string>& models) {
          return matches_some(known.first, models, listings);
        }))
      out.insert(known.first);
  return out;
}

void settle_base_entries(Explanation& explanation, const body::Body& body,
                         const std::set<BaseEntry>& alive) {
  const auto list_of = [](const DeadEntry& dead) {
    return dead.path.substr(0, dead.path.rfind('/'));
  };
  for (auto& dead : explanation.dead)
    dead.base = base_of_list(body, list_of(dead));
  std::erase_if(explanation.dead, [&](const DeadEntry& dead) {
    return !dead.base.empty() && alive.contains({dead.base, list_of(dead), dead.entry});
  });
}

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

ExplainedBody explain_body(const BodyToExplain& body, const ListingsByModel& all,
                           const Assumptions& assumptions, const WantedParts& wanted,
                           const std::set<BaseEntry>& alive) {
  const auto listings = listings_of(body.models, all);
  ExplainedBody out{.file = body.file,
                    .slug = body.slug,
                    .slug_prefix = body.slug_prefix,
                    .explanation = explain(body.value, listings, assumptions)};
  settle_base_entries(out.explanation, body.body, alive);
  if (auto& dead = out.explanation.dead;
      std::ranges::any_of(dead, [](const auto& entry) { return !entry.base.empty(); })) {
    const auto found = located(paths_of(dead, &DeadEntry::path), body);
    for (std::size_t i = 0; i < dead.size(); ++i)
      if (!dead[i].base.empty() && found[i].place) dead[i].line = found[i].place->line;
  }
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
