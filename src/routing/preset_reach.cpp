#include "mrctl/base/list.hpp"
#include "mrctl/routing/comparison.hpp"
#include "mrctl/routing/explain.hpp"
#include "mrctl/routing/explanation.hpp"
#include "mrctl/routing/model_listings.hpp"
#include "mrctl/routing/reach.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>

namespace mrctl::routing {

namespace {

// Returns the listings of the models, by their ids, and of the shortcuts that the bodies name those
// of the models behind them.
ListingsByModel listings_for(const BodiesToExplain& bodies,
                             const std::vector<service::Model>& models) {
  ListingsByModel all;
  const auto has_endpoints = [&](const std::string& id) {
    const auto found = all.find(id);
    return found != all.end() && !found->second.endpoints.empty();
  };
  for (const auto& model : models)
    all.emplace(*model.id, Listing(*model.id, model.endpoints));
  for (const auto& body : bodies.bodies)
    for (const auto& name : body.models)
      if (const std::string base(model_of_shortcut(name));
          !has_endpoints(name) && has_endpoints(base))
        all.insert_or_assign(name, listing_of_shortcut(name, all.at(base)));
  return all;
}

Explanation explained(const BodyToExplain& body, const ListingsByModel& all,
                      const Assumptions& assumptions) {
  std::vector<Listing> listings;
  for (const auto& name : body.models)
    if (!matches_any(name, assumptions.unlisted)) {
      const auto found = all.find(name);
      listings.push_back(found == all.end() ? Listing(name, {}) : found->second);
    }
  return explain(body.value, listings, assumptions);
}

// Returns the kinds of the endpoint's changes that are relevant to the check: "price-up". If
// parameters were added and removed, the removed one counts.
std::string kinds_at(const ComparedEndpoint& endpoint, std::string_view member,
                     service::Effect effect) {
  std::string kinds;
  for (const auto& change : endpoint.changes)
    if (!change.path.empty() && change.path == member &&
        (!change.is_item || change.kind->effect == effect) &&
        kinds.find(change.kind->name) == std::string::npos)
      kinds.append(kinds.empty() ? "" : ", ").append(change.kind->name);
  return kinds;
}

// The checks that an endpoint does not pass, in words, and the changes responsible.
struct Obstacle {
  std::string kinds; // "price-up"; empty where the endpoint's own changes did not do it
  std::string words;
};

std::vector<Obstacle> obstacles(const ComparedEndpoint& endpoint, const ExplainedEndpoint& judged,
                                const std::vector<Requirement>& requirements,
                                service::Effect effect) {
  std::vector<Obstacle> out;
  for (const auto& check : judged.checks) {
    if (check.verdict == Verdict::pass) continue;
    const auto& requirement = requirements[check.requirement];
    out.push_back({kinds_at(endpoint, member_read_by(requirement.code), effect),
                   reason_against(requirement, check)});
  }
  return out;
}

// "price-up: at most 2.5 USD …; this one costs 3"
std::string cause_of_loss(const ComparedEndpoint& endpoint, const ExplainedEndpoint* now,
                          const std::vector<Requirement>& requirements) {
  if (now == nullptr) return std::string(service::removed);
  std::string out;
  for (const auto& [kinds, words] : obstacles(endpoint, *now, requirements, service::Effect::worse))
    out +=
        fmt::format("{}{}{}{}", out.empty() ? "" : "; ", kinds, kinds.empty() ? "" : ": ", words);
  return out;
}

// "price-down; before: at most 2.5 USD …; this one costs 3"
std::string cause_of_gain(const ComparedEndpoint& endpoint, const ExplainedEndpoint* then,
                          const std::vector<Requirement>& requirements) {
  if (then == nullptr) return std::string(service::added);
  std::string out;
  std::string reasons;
  for (const auto& [kinds, words] :
       obstacles(endpoint, *then, requirements, service::Effect::neutral)) {
    if (!kinds.empty()) out += kinds + "; ";
    reasons += fmt::format("{}{}", reasons.empty() ? "before: " : "; ", words);
  }
  return out + reasons;
}

bool is_reached(const ExplainedEndpoint* judged) {
  return judged != nullptr && judged->reach != Reach::excluded;
}

// Marks which of the endpoints the body reaches before or now.
void add_reach(ComparedPresets& out, AskedCodes& asked, const BodyToExplain& body,
               const ListingsByModel& listings_before, const ListingsByModel& listings_after,
               const Assumptions& assumptions, const EndpointComparison& comparison) {
  const auto before = explained(body, listings_before, assumptions);
  const auto after = explained(body, listings_after, assumptions);
  const auto judged_before = judged_in(before.groups);
  const auto judged_after = judged_in(after.groups);
  add_asked(asked, after);
  auto& preset = out.reach.emplace_back();
  preset.slug = body.slug;
  preset.file = body.file;
  preset.slug_prefix = body.slug_prefix;
  preset.before = counts_in(before.groups);
  preset.after = counts_in(after.groups);
  for (std::size_t i = 0; i < comparison.endpoints.size(); ++i) {
    const auto& endpoint = comparison.endpoints[i];
    const auto* then = find(judged_before, endpoint.before);
    const auto* now = find(judged_after, endpoint.after);
    if (is_reached(then) || is_reached(now)) out.reachable[i] = true;
    auto moved = move_of(endpoint.before == nullptr ? *endpoint.after : *endpoint.before, then, now,
                         after.requirements);
    if (!moved) continue;
    moved->model = endpoint.model;
    if (body.models.size() > 1) moved->name = fmt::format("{} {}", endpoint.model, moved->name);
    moved->reasons = moved->move == ReachMove::lost
                         ? cause_of_loss(endpoint, now, after.requirements)
                         : cause_of_gain(endpoint, then, before.requirements);
    preset.moves.push_back(*std::move(moved));
  }
  if (!preset.moves.empty()) preset.places = places_of_models(body);
}

} // namespace

ComparedPresets compare_presets(const BodiesToExplain& bodies, const Assumptions& assumptions,
                                const std::vector<service::Model>& before,
                                const std::vector<service::Model>& after,
                                const EndpointComparison& comparison) {
  const auto listings_before = listings_for(bodies, before);
  const auto listings_after = listings_for(bodies, after);
  ComparedPresets out{.reachable = std::vector<bool>(comparison.endpoints.size(), false),
                      .assumed = assumptions.assumed};
  std::set<std::string> told;
  AskedCodes asked;
  for (const auto& body : bodies.bodies) {
    add_reach(out, asked, body, listings_before, listings_after, assumptions, comparison);
    for (const auto& name : body.models)
      if (!listings_before.contains(name) && !listings_after.contains(name) &&
          !matches_any(name, assumptions.unlisted) && told.insert(name).second)
        out.notes.push_back(
            fmt::format("{} names {}, which is in neither listing", body.file, name));
  }
  append(out.notes, assumption_words(assumptions.assumed, *assumptions.known, asked));
  return out;
}

} // namespace mrctl::routing
