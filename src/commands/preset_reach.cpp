#include "preset_reach.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/explain/explanation.hpp"
#include "mrctl/explain/reach.hpp"
#include "mrctl/explain/shortcut.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <unordered_map>

namespace mrctl::commands {

namespace {

using compare::ComparedEndpoint;
using compare::EndpointComparison;
using compare::PresetReach;
using compare::ReachChange;
using explain::ExplainedEndpoint;
using explain::Verdict;

using ListingsById = std::unordered_map<std::string_view, explain::Listing>;

ListingsById listings_by_id(const std::vector<service::Model>& models) {
  ListingsById listings;
  for (const auto& model : models)
    listings.emplace(*model.id, explain::Listing(*model.id, model.endpoints));
  return listings;
}

bool has_endpoints(const ListingsById& all, std::string_view id) {
  const auto found = all.find(id);
  return found != all.end() && !found->second.endpoints.empty();
}

// A model that is not in the listing has no endpoints; a shortcut has those of its model.
explain::Listing listing_for(const std::string& name, const ListingsById& all) {
  const auto base = explain::model_of_shortcut(name);
  if (!has_endpoints(all, name) && has_endpoints(all, base))
    return explain::listing_of_shortcut(name, all.at(base));
  const auto found = all.find(name);
  return found == all.end() ? explain::Listing(name, {}) : found->second;
}

// The result of the rules for a body with one listing, by endpoint.
class Reached {
public:
  Reached(const explain::BodyToExplain& body, const ListingsById& all,
          const explain::Premises& premises) {
    std::vector<explain::Listing> listings;
    for (const auto& name : body.models)
      if (!explain::is_unlisted(name, premises.unlisted))
        listings.push_back(listing_for(name, all));
    explanation_ = explain::explain(body.value, listings, premises);
    for (const auto& group : explanation_.groups)
      for (const auto& judged : group.endpoints)
        judged_.emplace(judged.endpoint, &judged);
  }

  [[nodiscard]] std::size_t eligible() const {
    std::size_t count = 0;
    for (const auto& group : explanation_.groups)
      count += count_of(group, explain::Reach::eligible);
    return count;
  }

  // Returns nothing if the body does not name the endpoint's model.
  [[nodiscard]] const ExplainedEndpoint* find(const service::Endpoint* endpoint) const {
    const auto found = judged_.find(endpoint);
    return found == judged_.end() ? nullptr : found->second;
  }

  [[nodiscard]] const std::vector<explain::Demand>& demands() const { return explanation_.demands; }
  [[nodiscard]] const explain::Explanation& explanation() const { return explanation_; }

private:
  explain::Explanation explanation_;
  std::unordered_map<const service::Endpoint*, const ExplainedEndpoint*> judged_;
};

// The kinds of the endpoint's changes that are relevant to the check: "price-up". If parameters
// were added and removed, the removed one counts.
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
                                const Reached& reached, service::Effect effect) {
  std::vector<Obstacle> out;
  for (const auto& check : judged.checks) {
    if (check.verdict == Verdict::pass) continue;
    const auto& demand = reached.demands()[check.demand];
    out.push_back({kinds_at(endpoint, explain::member_read_by(demand.code), effect),
                   reason_against(demand, check)});
  }
  return out;
}

std::string name_in(const explain::BodyToExplain& body, const ComparedEndpoint& endpoint) {
  const auto name =
      explain::name_of(endpoint.before == nullptr ? *endpoint.after : *endpoint.before);
  return body.models.size() == 1 ? name : fmt::format("{} {}", endpoint.model, name);
}

// "price-up: at most 2.5 USD …; this one costs 3"
std::string cause_of_loss(const ComparedEndpoint& endpoint, const ExplainedEndpoint* now,
                          const Reached& after) {
  if (now == nullptr) return std::string(service::removed);
  std::string out;
  for (const auto& [kinds, words] : obstacles(endpoint, *now, after, service::Effect::worse))
    out +=
        fmt::format("{}{}{}{}", out.empty() ? "" : "; ", kinds, kinds.empty() ? "" : ": ", words);
  return out;
}

// "price-down; before: at most 2.5 USD …; this one costs 3"
std::string cause_of_gain(const ComparedEndpoint& endpoint, const ExplainedEndpoint* then,
                          const Reached& before) {
  if (then == nullptr) return std::string(service::added);
  std::string out;
  std::string reasons;
  for (const auto& [kinds, words] : obstacles(endpoint, *then, before, service::Effect::neutral)) {
    if (!kinds.empty()) out += kinds + "; ";
    reasons += fmt::format("{}{}", reasons.empty() ? "before: " : "; ", words);
  }
  return out + reasons;
}

void place_changes(std::vector<ReachChange>& changes, const explain::BodyToExplain& body) {
  if (changes.empty()) return;
  const auto places = explain::places_of_models(body);
  for (auto& change : changes)
    change.place = places.of(std::string(change.model));
}

bool is_reached(const ExplainedEndpoint* judged) {
  return judged != nullptr && judged->reach != explain::Reach::excluded;
}

// Marks which of the endpoints the body reaches before or now.
PresetReach reach_of(const explain::BodyToExplain& body, const ListingsById& listings_before,
                     const ListingsById& listings_after, const explain::Premises& premises,
                     const EndpointComparison& comparison, std::vector<bool>& reachable,
                     explain::AskedCodes& asked) {
  const Reached before(body, listings_before, premises);
  const Reached after(body, listings_after, premises);
  add_asked(asked, after.explanation());
  PresetReach out{body.slug, body.file, before.eligible(), after.eligible(), {}, body.slug_prefix};
  for (std::size_t i = 0; i < comparison.endpoints.size(); ++i) {
    const auto& endpoint = comparison.endpoints[i];
    const auto* then = before.find(endpoint.before);
    const auto* now = after.find(endpoint.after);
    if (is_reached(then) || is_reached(now)) reachable[i] = true;
    const auto move = explain::move_between(then, now);
    if (!move) continue;
    const bool is_lost = *move == explain::ReachMove::lost;
    out.changes.push_back(
        {is_lost ? ReachChange::Kind::lost : ReachChange::Kind::gained,
         name_in(body, endpoint),
         is_lost ? cause_of_loss(endpoint, now, after) : cause_of_gain(endpoint, then, before),
         endpoint.model,
         endpoint.tag(),
         endpoint.tag().empty() ? endpoint.provider() : std::string_view(),
         is_lost ? explain::codes_against(now, after.demands()) : std::vector<std::string_view>{},
         {}});
  }
  place_changes(out.changes, body);
  return out;
}

} // namespace

compare::ComparedPresets reach_of_presets(const explain::BodiesToExplain& bodies,
                                          const explain::Premises& premises,
                                          const std::vector<service::Model>& before,
                                          const std::vector<service::Model>& after,
                                          const EndpointComparison& comparison) {
  const auto listings_before = listings_by_id(before);
  const auto listings_after = listings_by_id(after);
  compare::ComparedPresets out{.reachable = std::vector<bool>(comparison.endpoints.size(), false),
                               .assumed = premises.assumed};
  std::set<std::string> told;
  explain::AskedCodes asked;
  for (const auto& body : bodies.bodies) {
    out.reach.push_back(reach_of(body, listings_before, listings_after, premises, comparison,
                                 out.reachable, asked));
    for (const auto& name : body.models)
      if (!listings_before.contains(name) && !listings_after.contains(name) &&
          listing_for(name, listings_before).judged_by.empty() &&
          listing_for(name, listings_after).judged_by.empty() &&
          !explain::is_unlisted(name, premises.unlisted) && told.insert(name).second)
        out.notes.push_back(
            fmt::format("{} names {}, which is in neither listing", body.file, name));
  }
  append(out.notes, explain::premise_words(premises.assumed, *premises.known, asked));
  return out;
}

} // namespace mrctl::commands
