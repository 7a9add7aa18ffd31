#include "mrctl/explain/drill.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/parallel.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/explain/explained_bodies.hpp"

#include "judge.hpp"
#include "listed_endpoint.hpp"
#include "question.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace mrctl::explain {

namespace {

using Groups = std::vector<const ModelGroup*>;
using EligibleEndpoints = std::set<const service::Endpoint*>;
using CountsByProvider = std::map<std::string_view, std::size_t>;

EligibleEndpoints eligible_in(const Groups& groups) {
  EligibleEndpoints eligible;
  for (const auto* group : groups)
    for (const auto& judged : group->endpoints)
      if (judged.reach == Reach::eligible) eligible.insert(judged.endpoint);
  return eligible;
}

CountsByProvider eligible_by_provider(const Groups& groups) {
  CountsByProvider counts;
  for (const auto* group : groups)
    for (const auto& judged : group->endpoints)
      if (judged.reach == Reach::eligible) ++counts[judged.listed->fails_with];
  counts.erase(std::string_view()); // what has neither tag nor name never fails
  return counts;
}

// The upper end of the cost of the first eligible endpoint of the first group that has one; without
// ranks, of the cheapest.
std::optional<Decimal> cost_in(const Groups& groups) {
  for (const auto* group : groups) {
    const ExplainedEndpoint* first = nullptr;
    std::optional<Decimal> least;
    bool has_eligible = false;
    for (const auto& judged : group->endpoints) {
      if (judged.reach != Reach::eligible) continue;
      has_eligible = true;
      if (judged.rank && (first == nullptr || *judged.rank < *first->rank)) first = &judged;
      if (judged.cost && (!least || *judged.cost < *least)) least = judged.cost;
    }
    if (has_eligible) return first == nullptr ? least : first->cost;
  }
  return std::nullopt;
}

// An entry that begins a tag of a provider names nothing else. Without that provider, it is the
// name of another one that is spelled so.
void add_providers_in_entries(CountsByProvider& providers, const Question& question,
                              const JudgedBody& judged) {
  for (const auto& listing : judged.listings)
    for (const auto& listed : listing.listed->endpoints) {
      const std::string_view name = listed.provider;
      const auto is_entry = [&](const Entries& entries) {
        return !entries.positions_of(name).empty();
      };
      if (!name.empty() && name != listed.fails_with &&
          (is_entry(question.only) || is_entry(question.ignore) || is_entry(question.order)))
        providers.emplace(name.substr(0, name.find('/')), 0);
    }
}

// A body without one provider. Groups that do not list it stay.
class WithoutProvider {
public:
  WithoutProvider(const JudgedBody& judged, const Question& question, Judge& judge,
                  std::string_view provider) {
    const auto is_of_provider = [&](const ListedEndpoint& listed) {
      return listed.fails_with == provider;
    };
    judged_.reserve(judged.listings.size()); // groups_ points into it
    for (std::size_t i = 0; i < judged.listings.size(); ++i) {
      groups_.push_back(judged.groups[i]);
      auto listing = judged.listings[i];
      if (std::ranges::none_of(listing.listed->endpoints, is_of_provider)) continue;
      listing.without = provider;
      judged_.push_back(judged_group(listing, judge, question, Detail::verdicts));
      groups_.back() = &judged_.back();
    }
  }

  [[nodiscard]] const Groups& groups() const { return groups_; }

private:
  std::vector<ModelGroup> judged_;
  Groups groups_;
};

} // namespace

std::string spelled_provider(std::string_view provider, std::span<const Listing> listings) {
  for (const auto& listing : listings)
    for (const auto& listed : listing.listed->endpoints)
      if (listed.fails_with == provider) return std::string(provider_of(*listed.endpoint));
  return {};
}

std::vector<Loss> losses_of(const JudgedBody& judged, Losses wanted) {
  const auto& before = judged.groups;
  const auto eligible = eligible_in(before);
  std::vector<Loss> losses;
  if (eligible.empty()) return losses;
  const auto question = read_question(judged.body, judged.premises);
  Judge judge(question, [](const Rule&) { return true; });
  auto providers = eligible_by_provider(before);
  add_providers_in_entries(providers, question, judged);
  for (const auto& [provider, count] : providers) {
    if (wanted == Losses::fatal && count > 0 && count < eligible.size()) continue;
    const WithoutProvider after(judged, question, judge, provider);
    const auto left = eligible_in(after.groups());
    if (std::ranges::includes(left, eligible)) continue;
    losses.push_back({.provider = std::string(provider),
                      .is_dead = left.empty(),
                      .cost_before = cost_in(before),
                      .cost_after = cost_in(after.groups())});
  }
  return losses;
}

namespace {

bool is_eligible_somewhere(std::string_view provider, const Drill& drill) {
  return std::ranges::any_of(drill.drilled, [&](std::size_t preset) {
    const auto& groups = drill.presets.bodies[preset].explanation.groups;
    return std::ranges::any_of(groups, [&](const ModelGroup& group) {
      return std::ranges::any_of(group.endpoints, [&](const ExplainedEndpoint& judged) {
        return judged.reach == Reach::eligible && judged.listed->fails_with == provider;
      });
    });
  });
}

bool is_left_out(const ExplainedBody& body) {
  return !body.explanation.unlisted.empty() ||
         std::ranges::none_of(body.explanation.groups, [](const ModelGroup& group) {
           return count_of(group, Reach::eligible) > 0;
         });
}

void add(ProviderFailure& failure, const Loss& loss, std::size_t preset, const std::string& slug) {
  failure.hit.push_back(preset);
  if (loss.is_dead) return failure.dead.push_back(preset);
  if (!loss.cost_before || !loss.cost_after || *loss.cost_after <= *loss.cost_before) return;
  const auto rise = [](const Decimal& from, const Decimal& to) {
    return to + from * *Decimal::parse("-1");
  };
  auto& dearest = failure.dearest;
  const auto now = rise(*loss.cost_before, *loss.cost_after);
  const auto known = dearest ? std::optional(rise(dearest->from, dearest->to)) : std::nullopt;
  if (!known || now > *known || (now == *known && slug < dearest->slug))
    dearest = {slug, *loss.cost_before, *loss.cost_after};
}

} // namespace

Drill drill(ExplainedPresets presets, const std::vector<BodyToExplain>& bodies,
            const ListingsByModel& listings, const Premises& premises) {
  Drill out{.presets = std::move(presets)};
  const auto& explained = out.presets.bodies;
  std::vector<std::vector<Loss>> losses(bodies.size());
  for_each_in_parallel(bodies.size(), [&](std::size_t i) {
    if (is_left_out(explained[i])) return;
    const auto of_body = listings_of(bodies[i].models, listings);
    Groups groups;
    for (const auto& group : explained[i].explanation.groups)
      groups.push_back(&group);
    losses[i] = losses_of({bodies[i].value, of_body, premises, std::move(groups)}, Losses::all);
  });
  std::map<std::string_view, ProviderFailure> failures;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    if (!is_left_out(explained[i])) out.drilled.push_back(i);
    for (const auto& loss : losses[i])
      add(failures[loss.provider], loss, i, explained[i].slug);
    if (std::ranges::any_of(losses[i], &Loss::is_dead)) out.single_provider.push_back(i);
  }
  const auto of_all = listings_of(models_of(bodies), listings);
  for (auto& [provider, failure] : failures) {
    if (!is_eligible_somewhere(provider, out)) continue; // it was tried for an entry alone
    failure.provider = spelled_provider(provider, of_all);
    out.failures.push_back(std::move(failure));
  }
  std::ranges::sort(out.failures, {}, [](const ProviderFailure& failure) {
    return std::tuple(-static_cast<std::ptrdiff_t>(failure.dead.size()),
                      -static_cast<std::ptrdiff_t>(failure.hit.size()), failure.provider);
  });
  return out;
}

} // namespace mrctl::explain
