#include "mrctl/routing/drill.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/parallel.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/routing/explained_bodies.hpp"

#include "judge.hpp"
#include "listed_endpoint.hpp"
#include "routing_request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace mrctl::routing {

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
  counts.erase(std::string_view()); // without tag and name, no provider is known to fail
  return counts;
}

// Returns the upper end of the cost of the first eligible endpoint of the first group that has one;
// without ranks, of the cheapest.
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
void add_providers_in_entries(CountsByProvider& providers, const RoutingRequest& request,
                              const JudgedBody& judged) {
  for (const auto& listing : judged.listings)
    for (const auto& listed : listing.listed->endpoints) {
      const std::string_view name = listed.provider;
      const auto is_entry = [&](const Entries& entries) {
        return !entries.positions_of(name).empty();
      };
      if (!name.empty() && name != listed.fails_with &&
          (is_entry(request.only) || is_entry(request.ignore) || is_entry(request.order)))
        providers.emplace(name.substr(0, name.find('/')), 0);
    }
}

// A body without one provider. Groups that do not list it stay.
class WithoutProvider {
public:
  WithoutProvider(const JudgedBody& judged, const RoutingRequest& request, Judge& judge,
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
      judged_.push_back(judged_group(listing, judge, request, Detail::verdicts));
      groups_.back() = &judged_.back();
    }
  }

  [[nodiscard]] const Groups& groups() const { return groups_; }

private:
  std::vector<ModelGroup> judged_;
  Groups groups_;
};

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

void add_loss(ProviderFailure& failure, const Loss& loss, std::size_t preset,
              const std::string& slug) {
  failure.hit.push_back(preset);
  if (loss.is_dead) return failure.dead.push_back(preset);
  if (!loss.cost_before || !loss.cost_after || *loss.cost_after <= *loss.cost_before) return;
  const auto rise = [](const Decimal& from, const Decimal& to) { return to + -from; };
  auto& dearest = failure.dearest;
  const auto now = rise(*loss.cost_before, *loss.cost_after);
  const auto known = dearest ? std::optional(rise(dearest->from, dearest->to)) : std::nullopt;
  if (!known || now > *known || (now == *known && slug < dearest->slug))
    dearest = {slug, *loss.cost_before, *loss.cost_after};
}

constexpr std::size_t most_slugs = 10;

std::vector<std::string> slugs_of(const Drill& drill, const std::vector<std::size_t>& presets) {
  return mapped(presets, [&](const auto& preset) { return drill.presets.bodies[preset].slug; });
}

// "triage depends on northlake: if it fails, no endpoint is eligible".
std::string dependence_of(const Drill& drill, std::size_t preset) {
  std::vector<std::string> providers;
  for (const auto& failure : drill.failures)
    if (contains(failure.dead, preset)) providers.push_back(failure.provider);
  return fmt::format("{} depends on {}: if it fails, no endpoint is eligible",
                     drill.presets.bodies[preset].slug, fmt::join(providers, " or "));
}

std::string sum_of(const Drill& drill) {
  return fmt::format("{} of {} {} on a single provider", drill.single_provider.size(),
                     counted(drill.drilled.size(), "preset"),
                     drill.single_provider.size() == 1 ? "depends" : "depend");
}

struct FailureRow {
  const Drill& drill;
  const ProviderFailure& failure;
};

// clang-format off
constexpr auto rows_of(const FailureRow* /*record*/) {
  return std::tuple{
      ResultMember{"provider", [](const auto& row) { return std::string_view(row.failure.provider); }, {"name of the provider"}},
      ResultMember{"hit", [](const auto& row) { return slugs_of(row.drill, row.failure.hit); }, {"slugs of the presets that lose an eligible endpoint"}},
      ResultMember{"dead", [](const auto& row) { return slugs_of(row.drill, row.failure.dead); }, {"those of them without an eligible endpoint left"}},
      ResultMember{"dearest", [](const auto& row) { return row.failure.dearest; }, {"the preset that is not dead and whose requests would cost most more, in USD"}},
  };
}
// clang-format on

output::Grid grid_of(const Drill& drill) {
  output::Grid grid{.headings = {{"provider", "Provider", output::CellKind::text, true},
                                 {"hit", "Hit", output::CellKind::number},
                                 {.name = "dead", .title = "Dead", .is_toned = true},
                                 {.name = "dearest", .title = "Dearest change", .is_prose = true}}};
  for (const auto& failure : drill.failures) {
    const auto& rise = failure.dearest;
    grid.rows.push_back({failure.provider, std::to_string(failure.hit.size()),
                         output::text_or_nothing(listed(slugs_of(drill, failure.dead), most_slugs)),
                         rise ? std::optional(fmt::format("{}  {} → {} USD", rise->slug,
                                                          rise->from.text(), rise->to.text()))
                              : std::nullopt});
    grid.tones.push_back(failure.dead.empty() ? output::Tone::plain : output::Tone::bad);
  }
  return grid;
}

output::Judgement judgement_of(const Drill& drill) {
  output::Judgement out{.sum = sum_of(drill), .gates = drill.presets.gates};
  if (!drill.presets.listings.empty())
    out.facts.push_back({"listings", fmt::format("{}", fmt::join(drill.presets.listings, ", "))});
  auto notes = notes_on(drill);
  append(notes, assumption_words(drill.presets));
  for (auto& note : notes)
    out.facts.push_back({{}, std::move(note)});
  out.problems = drill.presets.problems;
  return out;
}

output::Findings findings_of(const Drill& drill, const output::GateResult* gate) {
  output::Findings findings;
  for (std::size_t i = 0; i < drill.presets.bodies.size(); ++i) {
    const auto& body = drill.presets.bodies[i];
    const auto& place = body.model_places.first;
    const bool is_dead = contains(drill.single_provider, i);
    auto& finding =
        findings.emplace_back(output::Finding{.rule = "drill.single-provider",
                                              .file = place.file.empty() ? body.file : place.file,
                                              .pointer = "/model",
                                              .line = place.line,
                                              .suite = body.file,
                                              .name = body.slug});
    if (is_dead) {
      finding.result = output::CheckResult::failed;
      finding.severity = gate == nullptr ? Severity::warning : Severity::error;
      finding.message = dependence_of(drill, i);
    } else if (!contains(drill.drilled, i)) {
      finding.result = output::CheckResult::skipped;
      finding.message = body.explanation.unlisted.empty() ? "no endpoint is eligible"
                                                          : "names a model that is in no listing";
    }
  }
  return findings;
}

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
  const auto request = read_request(judged.body, judged.assumptions);
  Judge judge(request, [](const Rule&) { return true; });
  auto providers = eligible_by_provider(before);
  add_providers_in_entries(providers, request, judged);
  for (const auto& [provider, count] : providers) {
    if (wanted == Losses::fatal && count > 0 && count < eligible.size()) continue;
    const WithoutProvider after(judged, request, judge, provider);
    const auto left = eligible_in(after.groups());
    if (std::ranges::includes(left, eligible)) continue;
    losses.push_back({.provider = std::string(provider),
                      .is_dead = left.empty(),
                      .cost_before = cost_in(before),
                      .cost_after = cost_in(after.groups())});
  }
  return losses;
}

Drill drill(ExplainedPresets presets, const std::vector<BodyToExplain>& bodies,
            const ListingsByModel& listings, const Assumptions& assumptions) {
  Drill out{.presets = std::move(presets)};
  const auto& explained = out.presets.bodies;
  std::vector<std::vector<Loss>> losses(bodies.size());
  for_each_in_parallel(bodies.size(), [&](std::size_t i) {
    if (is_left_out(explained[i])) return;
    const auto of_body = listings_of(bodies[i].models, listings);
    Groups groups;
    for (const auto& group : explained[i].explanation.groups)
      groups.push_back(&group);
    losses[i] = losses_of({bodies[i].value, of_body, assumptions, std::move(groups)}, Losses::all);
  });
  std::map<std::string_view, ProviderFailure> failures;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    if (!is_left_out(explained[i])) out.drilled.push_back(i);
    for (const auto& loss : losses[i])
      add_loss(failures[loss.provider], loss, i, explained[i].slug);
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

constexpr auto rows_of(const CostRise* /*record*/) {
  return std::tuple{ResultMember{"slug", &CostRise::slug, {"slug of the preset"}},
                    ResultMember{"from", &CostRise::from, {"cost of a request now"}},
                    ResultMember{"to", &CostRise::to, {"cost of a request if the provider fails"}}};
}

// clang-format off
constexpr auto rows_of(const Drill* /*record*/) {
  return std::tuple{
      ResultMember{"providers", [](const Drill& drill) { return each_as<FailureRow>(drill, drill.failures); }, {"that are eligible for some preset; first those that leave the most presets dead"}},
      ResultMember{"presets", [](const auto& drill) { return drill.drilled.size(); }, {"how many had an eligible endpoint before"}},
      ResultMember{"single_provider", [](const auto& drill) { return slugs_of(drill, drill.single_provider); }, {"slugs of the presets that some provider alone leaves dead"}},
      ResultMember{"assumed", [](const auto& drill) { return drill.presets.assumed; }, doc_of_assumed},
      ResultMember{"known", [](const auto& drill) { return *drill.presets.known; }, doc_of_known},
      ResultMember{"slug_prefix", [](const auto& drill) { const auto& bodies = drill.presets.bodies; return Sometimes{bodies.empty() ? std::nullopt : unless_empty(bodies.front().slug_prefix)}; }, output::doc_of_slug_prefix},
      ResultMember{"gates", [](const auto& drill) { return drill.presets.gates; }, output::doc_of_gates},
  };
}
// clang-format on

Json drill_schema() {
  return result_schema<Drill>();
}

std::vector<std::string> notes_on(const Drill& drill) {
  std::vector<std::string> unreached;
  std::vector<std::string> unlisted;
  for (std::size_t i = 0; i < drill.presets.bodies.size(); ++i) {
    const auto& body = drill.presets.bodies[i];
    if (contains(drill.drilled, i)) continue;
    (body.explanation.unlisted.empty() ? unreached : unlisted).push_back(body.slug);
  }
  std::vector<std::string> notes;
  const auto add = [&](const std::vector<std::string>& slugs, std::string_view one,
                       std::string_view several) {
    if (!slugs.empty())
      notes.push_back(fmt::format("{} left out, because {}: {}",
                                  slugs.size() == 1 ? "1 preset is"
                                                    : fmt::format("{} presets are", slugs.size()),
                                  slugs.size() == 1 ? one : several, listed(slugs, most_slugs)));
  };
  add(unreached, "it has no eligible endpoint", "they have no eligible endpoint");
  add(unlisted, "it names a model that is in no listing ('unlisted')",
      "they name models that are in no listing ('unlisted')");
  return notes;
}

output::GateResult judge_dead(const Drill& drill) {
  const auto& single = drill.single_provider;
  output::GateResult out{.gate = "fail-on",
                         .asked = "dead",
                         .is_met = single.empty() && !drill.drilled.empty(),
                         .found = single.size()};
  if (drill.drilled.empty())
    out.why = "there is no preset to check: none has an eligible endpoint";
  else if (single.empty())
    out.why = "no preset depends on a single provider";
  else
    out.why = fmt::format("{} on a single provider: {}",
                          single.size() == 1 ? "1 preset depends"
                                             : fmt::format("{} presets depend", single.size()),
                          listed(slugs_of(drill, single), most_slugs));
  return out;
}

Problems single_provider_problems(const Drill& drill, Severity severity) {
  Problems problems;
  for (const auto preset : drill.single_provider) {
    auto& problem = problems.emplace_back();
    problem.severity = severity;
    problem.rule = "drill.single-provider";
    problem.place = drill.presets.bodies[preset].model_places.first;
    problem.message = dependence_of(drill, preset);
  }
  return problems;
}

output::Presentation present_drill(const Drill& drill) {
  const auto* fail_on = find_row(drill.presets.gates, &output::GateResult::gate, "fail-on");
  auto result = output::present_record([&]() -> const auto& { return drill; });
  result.rows = [&] {
    return output::records_of<"provider", "hit", "dead", "dearest.slug", "dearest.from",
                              "dearest.to">(each_as<FailureRow>(drill, drill.failures));
  };
  result.names = [&] { return slugs_of(drill, drill.single_provider); };
  result.page = [&](output::Page& page) {
    if (auto grid = grid_of(drill); !grid.rows.empty()) page.rows({.grid = std::move(grid)});
    page.part("");
  };
  result.judgement = [&] { return judgement_of(drill); };
  result.findings = [&, fail_on] { return findings_of(drill, fail_on); };
  return result;
}

} // namespace mrctl::routing
