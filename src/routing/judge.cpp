#include "judge.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/routing/explain.hpp"
#include "mrctl/spec/rule.hpp"

#include "listed_endpoint.hpp"
#include "routing_request.hpp"
#include "rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace mrctl::routing {

namespace {

// What a sort compares: a price of prompts, then that of completions; or one value. Nothing if the
// listing does not tell it.
struct SortKey {
  const Decimal* first = nullptr;
  const Decimal* second = nullptr;
};

SortKey sort_key(const ListedEndpoint& endpoint, Sort sort) {
  const auto value_of = [](const std::optional<Decimal>& value) {
    return value ? &*value : nullptr;
  };
  switch (sort) {
  case Sort::price: {
    const SortKey key{value_of(endpoint.prompt.known), value_of(endpoint.completion.known)};
    return key.second == nullptr ? SortKey{} : key;
  }
  case Sort::latency:
    return {value_of(endpoint.latency)};
  case Sort::throughput:
    return {value_of(endpoint.throughput)};
  case Sort::none:
  case Sort::undecidable:
    break;
  }
  return {};
}

// Returns whether one endpoint comes before another by a sort. Unknown values come last.
bool comes_before(const SortKey& one, const SortKey& other, Sort sort) {
  if (one.first == nullptr || other.first == nullptr)
    return one.first != nullptr && other.first == nullptr;
  if (sort == Sort::throughput) return *other.first < *one.first;
  const auto order = *one.first <=> *other.first;
  return order < 0 || (order == 0 && one.second != nullptr && *one.second < *other.second);
}

// Returns the reason for the order of a group: "order", "sort: price", "balanced" …
std::string reason_of(const RoutingRequest& request, Sort sort) {
  if (!request.order.empty()) return "order";
  if (sort == Sort::none) return "balanced";
  if (is_known(sort)) return fmt::format("sort: {}", sort_name(sort));
  return "sort: not decidable from a listing";
}

const ListedEndpoint* leader_of(const std::vector<ExplainedEndpoint>& endpoints, Sort sort) {
  const ListedEndpoint* leader = nullptr;
  SortKey first;
  for (const auto& judged : endpoints) {
    if (judged.reach == Reach::excluded) continue;
    const auto key = sort_key(*judged.listed, sort);
    if (leader != nullptr && !comes_before(key, first, sort)) continue;
    leader = judged.listed;
    first = key;
  }
  return leader;
}

constexpr std::string_view fallback = "fallback";

using Part = std::vector<ExplainedEndpoint*>;

void sort_by(Part& part, Sort sort) {
  if (!is_known(sort) || part.size() < 2) return;
  std::vector<std::pair<SortKey, ExplainedEndpoint*>> keyed;
  for (auto* judged : part)
    keyed.emplace_back(sort_key(*judged->listed, sort), judged);
  std::ranges::stable_sort(keyed, [&](const auto& one, const auto& other) {
    return comes_before(one.first, other.first, sort);
  });
  std::ranges::transform(keyed, part.begin(), [](const auto& pair) { return pair.second; });
}

// Returns the reachable endpoints in parts: one for each entry of `order`, then the rest.
std::vector<Part> parts_of(std::vector<ExplainedEndpoint>& endpoints, const GroupEntries& order) {
  std::vector<Part> parts(order.all().size() + 1);
  for (auto& judged : endpoints) {
    if (judged.reach == Reach::excluded) continue;
    const auto entry = order.first_match(*judged.listed);
    parts[entry.value_or(parts.size() - 1)].push_back(&judged);
  }
  return parts;
}

void give_ranks(std::vector<ExplainedEndpoint>& endpoints, const RoutingRequest& request,
                const GroupView& group) {
  auto parts = parts_of(endpoints, group.order);
  std::size_t rank = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sort_by(parts[i], group.sort);
    const bool is_rest = i + 1 == parts.size();
    for (auto* judged : parts[i]) {
      if (!is_rest || is_known(group.sort)) judged->rank = ++rank;
      if (!is_rest)
        judged->reason = fmt::format("order[{}]", group.order.all()[i].index);
      else
        judged->reason = group.order.all().empty() ? reason_of(request, group.sort) : fallback;
    }
  }
}

// Returns where an endpoint stands in its group: ranked ones first, then eligible ones without a
// rank, unknown ones and excluded ones.
auto order_in_group(const ExplainedEndpoint& judged) {
  const int kind = judged.rank                       ? 0
                   : judged.reach == Reach::eligible ? 1
                   : judged.reach == Reach::unknown  ? 2
                                                     : 3;
  return std::pair(kind, judged.rank.value_or(0));
}

enum class WhenMissing : std::uint8_t { free, not_known };

struct Term {
  const ListedPrice* price;
  const Decimal& count;
  WhenMissing when_missing;
};

const Decimal& one() {
  static const Decimal value = *Decimal::parse("1");
  return value;
}

// A price does not matter if its count is zero, even if it is unknown.
std::optional<Decimal> amount_of(const Term& term) {
  if (term.count.is_zero()) return Decimal{};
  if (term.price->is_missing && term.when_missing == WhenMissing::free) return Decimal{};
  if (!term.price->known) return std::nullopt;
  return *term.price->known * term.count;
}

// The prices of an endpoint at one time.
struct Prices {
  const ListedPrice* prompt;
  const ListedPrice* completion;
  const ListedPrice* image;
  const ListedPrice* request;
  const ListedPrice* cached;
  const ListedPrice* written;
  const ListedPrice* written_1h;
  const ListedPrice* web_search;
};

Prices prices_of(const ListedEndpoint& endpoint) {
  return {&endpoint.prompt, &endpoint.completion, &endpoint.image,      &endpoint.request,
          &endpoint.cached, &endpoint.written,    &endpoint.written_1h, &endpoint.web_search};
}

using NamedPrice = std::pair<std::string_view, const ListedPrice * Prices::*>;
constexpr std::array names_of_prices{
    NamedPrice{"prompt", &Prices::prompt},
    NamedPrice{"completion", &Prices::completion},
    NamedPrice{"image", &Prices::image},
    NamedPrice{"request", &Prices::request},
    NamedPrice{"input_cache_read", &Prices::cached},
    NamedPrice{"input_cache_write", &Prices::written},
    NamedPrice{"input_cache_write_1h", &Prices::written_1h},
    NamedPrice{"web_search", &Prices::web_search},
};

void apply(const PriceOverride& changes, Prices& prices) {
  for (const auto& [name, price] : changes.prices)
    for (const auto& [known, member] : names_of_prices)
      if (known == name) prices.*member = &price;
}

// Returns the conditions on the time that may hold for a request of that size, each once.
std::vector<std::string_view> times_of(const ListedEndpoint& endpoint, const Decimal& prompt) {
  std::vector<std::string_view> times;
  for (const auto& each : endpoint.overrides)
    if (!each.when.empty() && (!each.above || prompt > *each.above) && !contains(times, each.when))
      times.emplace_back(each.when);
  return times;
}

// Calls `take` with the prices for a request of that size, for every combination of times. Returns
// false if there are too many.
template <class Take>
bool visit_prices(const ListedEndpoint& endpoint, const Decimal& prompt, Take take) {
  constexpr std::size_t most_times = 8;
  const auto times = times_of(endpoint, prompt);
  if (times.size() > most_times) return false;
  for (std::size_t chosen = 0; chosen < (std::size_t{1} << times.size()); ++chosen) {
    auto prices = prices_of(endpoint);
    for (const auto& each : endpoint.overrides) {
      const auto time =
          static_cast<std::size_t>(std::ranges::find(times, each.when) - times.begin());
      const bool is_now = each.when.empty() || ((chosen >> time) & 1U) != 0;
      if (is_now && (!each.above || prompt > *each.above)) apply(each, prices);
    }
    take(prices);
  }
  return true;
}

// `fresh_price` is that of prompt tokens that are in no cache.
std::optional<Decimal> cost_by(const Prices& prices, const ListedPrice* fresh_price,
                               const Assumptions& assumptions) {
  const auto& cached = assumptions.cached_tokens;
  const auto fresh =
      cached.is_zero() ? *assumptions.prompt_tokens : *assumptions.prompt_tokens + -cached;
  const std::array terms{
      Term{fresh_price, fresh, WhenMissing::not_known},
      Term{prices.cached->is_missing ? prices.prompt : prices.cached, cached,
           WhenMissing::not_known},
      Term{prices.completion, *assumptions.completion_tokens, WhenMissing::not_known},
      Term{prices.image, assumptions.images, WhenMissing::not_known},
      Term{prices.request, one(), WhenMissing::free},
  };
  Decimal sum;
  for (const auto& term : terms) {
    const auto amount = amount_of(term);
    if (!amount) return std::nullopt;
    sum = sum + *amount;
  }
  return sum;
}

void widen(CostRange& range, const Decimal& cost) {
  if (!range.least || cost < *range.least) range.least = cost;
  if (!range.most || cost > *range.most) range.most = cost;
}

// Returns the price of prompt tokens for a request that writes a cache; null if it does not, or if
// that costs nothing more.
const ListedPrice* written_price(const Prices& prices, CacheWrites writes) {
  const auto* price = writes == CacheWrites::for_an_hour ? prices.written_1h : prices.written;
  return writes == CacheWrites::none || price->is_missing ? nullptr : price;
}

// What a request costs in USD, exactly; nothing if it is unknown. Both differ only where prices
// depend on the time of the request, or on whether it writes a cache.
struct RequestCost {
  CostRange range{};
  bool has_override = false; // it differs from what the prices without conditions make
};

RequestCost cost_of(const ListedEndpoint& endpoint, const Assumptions& assumptions,
                    CacheWrites writes) {
  if (!assumptions.prompt_tokens || !assumptions.completion_tokens) return {};
  RequestCost out;
  bool is_known = true;
  const auto add = [&](const Prices& prices, const ListedPrice* fresh_price) {
    const auto cost = cost_by(prices, fresh_price, assumptions);
    if (cost) widen(out.range, *cost);
    is_known = is_known && cost;
  };
  const bool are_all =
      visit_prices(endpoint, *assumptions.prompt_tokens, [&](const Prices& prices) {
        add(prices, prices.prompt);
        if (const auto* written = written_price(prices, writes)) add(prices, written);
      });
  if (!is_known || !are_all) return {};
  if (endpoint.overrides.empty() && out.range.least == out.range.most) return out;
  const auto by_base_prices = cost_by(prices_of(endpoint), &endpoint.prompt, assumptions);
  out.has_override = out.range.most != by_base_prices || out.range.least != by_base_prices;
  return out;
}

void set_cost(ExplainedEndpoint& judged, const Assumptions& assumptions, CacheWrites writes) {
  auto cost = cost_of(*judged.listed, assumptions, writes);
  judged.cost_least.reset();
  if (cost.range.least != cost.range.most) judged.cost_least = std::move(cost.range.least);
  judged.cost = std::move(cost.range.most);
  judged.has_override = cost.has_override;
}

// Returns the cost ranges of the judged endpoints.
GroupCost group_cost(const std::vector<ExplainedEndpoint>& endpoints) {
  GroupCost cost;
  for (const auto& judged : endpoints) {
    if (judged.reach == Reach::excluded) continue;
    if (!judged.cost) {
      ++cost.not_known;
      continue;
    }
    for (const auto& end : {judged.cost_least.value_or(*judged.cost), *judged.cost}) {
      widen(cost.with_unknown, end);
      if (judged.reach == Reach::eligible) widen(cost.eligible, end);
    }
  }
  return cost;
}

// Returns "plus 0.01 USD for each search": what the endpoints that are not excluded charge for one,
// or all if every one is.
std::string words_on_searches(std::span<const ExplainedEndpoint> endpoints,
                              const Assumptions& assumptions) {
  const bool are_excluded = std::ranges::all_of(
      endpoints, [](const auto& judged) { return judged.reach == Reach::excluded; });
  CostRange range;
  bool is_known = !endpoints.empty();
  for (const auto& judged : endpoints) {
    if (judged.reach == Reach::excluded && !are_excluded) continue;
    const auto take = [&](const Prices& prices) {
      const auto& price = prices.web_search->known;
      if (price) widen(range, *price);
      is_known = is_known && price;
    };
    is_known = visit_prices(*judged.listed, assumptions.prompt_tokens.value_or(Decimal{}), take) &&
               is_known;
  }
  if (!range.least) return "plus a charge for each search that the listing does not show";
  return fmt::format("plus {}{} USD for each search{}",
                     range.least == range.most ? "" : range.least->text() + " to ",
                     range.most->text(), is_known ? "" : ", where the listing shows it");
}

// Adds what people want to know of an endpoint besides its checks.
void add_details(ExplainedEndpoint& judged, const Judge& judge, const GroupView& view,
                 const RoutingRequest& request) {
  judged.is_degraded = judged.listed->is_degraded;
  judged.fix = judge.fix_of(judged, view);
  judged.drops = unsupported_by(*judged.listed, request);
  const auto* required = set_member(request.body, "/provider/require_parameters");
  if (judged.drops && required != nullptr && *required == true) judged.drops->clear();
}

} // namespace

GroupView view_of(const Listing& listing, const RoutingRequest& request) {
  return {.only = GroupEntries(request.only, listing),
          .ignore = GroupEntries(request.ignore, listing),
          .order = GroupEntries(request.order, listing),
          .model = listing.model,
          .judged_by = listing.judged_by,
          .sort = request.sort == Sort::none && !listing.judged_by.empty()
                      ? sort_of_shortcut(listing.model)
                      : request.sort};
}

Reach worse(Reach reach, Verdict verdict) {
  if (verdict == Verdict::fail) return Reach::excluded;
  if (verdict == Verdict::unknown && reach == Reach::eligible) return Reach::unknown;
  return reach;
}

Judge::Judge(const RoutingRequest& request, const std::function<bool(const Rule&)>& is_chosen)
    : request_(request) {
  for (const auto& rule : rules()) {
    if (!is_chosen(rule)) continue;
    if (auto requirement = rule.ask(request, rule)) {
      applied_.push_back({&rule, requirements_.size()});
      depends_on_group_ = depends_on_group_ || rule.scope == Scope::group;
      requirements_.push_back(*std::move(requirement));
    }
  }
}

void Judge::judge(std::vector<ExplainedEndpoint>& endpoints, GroupView& view) {
  for (auto& judged : endpoints) {
    judged.checks.reserve(applied_.size());
    apply(Scope::endpoint, judged, view);
  }
  if (!depends_on_group_) return;
  view.leader = leader_of(endpoints, view.sort);
  for (auto& judged : endpoints)
    apply(Scope::group, judged, view);
}

void Judge::apply(Scope scope, ExplainedEndpoint& judged, const GroupView& view) {
  const auto reach_before = judged.reach;
  for (const auto& [rule, position] : applied_) {
    if (rule->scope != scope) continue;
    auto finding =
        rule->judge({request_, view, *judged.listed, requirements_[position], reach_before});
    if (!finding) continue;
    const bool is_assumed = finding->verdict == Verdict::unknown && is_assumed_to_pass(*rule);
    if (is_assumed) finding = RuleResult{.found = finding->found};
    if (!finding->composed.empty())
      finding->found = found_.emplace_back(std::move(finding->composed));
    judged.reach = worse(judged.reach, finding->verdict);
    judged.checks.push_back(
        {position, finding->verdict, finding->cause, is_assumed, finding->known, finding->found});
  }
}

bool Judge::is_assumed_to_pass(const Rule& rule) const {
  const auto& assumed = request_.assumptions.assumed;
  return spec::is_assumable(rule.code) && contains(assumed, rule.code);
}

std::optional<Edit> Judge::fix_of(const ExplainedEndpoint& judged, const GroupView& view) const {
  const Check* failed = nullptr;
  for (const auto& check : judged.checks) {
    if (check.verdict != Verdict::fail) continue;
    if (failed != nullptr) return std::nullopt;
    failed = &check;
  }
  if (failed == nullptr) return std::nullopt;
  const auto& requirement = requirements_[failed->requirement];
  const auto edit = rule_of(requirement.code).edit;
  if (edit == nullptr) return std::nullopt;
  return edit({request_, view, *judged.listed, requirement, judged.reach});
}

std::vector<ExplainedEndpoint> ranked(std::vector<ExplainedEndpoint> endpoints,
                                      const RoutingRequest& request, const GroupView& group) {
  give_ranks(endpoints, request, group);
  using Place = decltype(order_in_group(endpoints.front()));
  std::vector<std::pair<Place, ExplainedEndpoint*>> places;
  places.reserve(endpoints.size());
  for (auto& judged : endpoints)
    places.emplace_back(order_in_group(judged), &judged);
  std::ranges::sort(places); // of the same place, in the order of the listing
  std::vector<ExplainedEndpoint> out;
  out.reserve(endpoints.size());
  for (const auto& [place, judged] : places)
    out.push_back(std::move(*judged));
  return out;
}

ModelGroup judged_group(const Listing& listing, Judge& judge, const RoutingRequest& request,
                        Detail detail) {
  std::vector<ExplainedEndpoint> endpoints;
  endpoints.reserve(listing.listed->endpoints.size());
  for (const auto& listed : listing.listed->endpoints)
    if (!is_taken_out(listed, listing))
      endpoints.push_back({.endpoint = listed.endpoint, .listed = &listed});
  auto view = view_of(listing, request);
  judge.judge(endpoints, view);
  for (auto& judged : endpoints) {
    set_cost(judged, request.assumptions, request.cache_writes);
    if (detail == Detail::all) add_details(judged, judge, view, request);
  }
  ModelGroup group{.model = listing.model,
                   .reason = reason_of(request, view.sort),
                   .cost = group_cost(endpoints),
                   .listed = listing.listed,
                   .judged_by = listing.judged_by};
  if (detail == Detail::all) {
    auto charges = charges_of_models(request.body);
    if (request.searches || is_search_shortcut(listing.model))
      charges.insert(charges.begin(), words_on_searches(endpoints, request.assumptions));
    group.charges = fmt::format("{}", fmt::join(charges, ", "));
  }
  group.endpoints = ranked(std::move(endpoints), request, view);
  return group;
}

bool resize(Explanation& explanation, const Json& body, const Assumptions& assumptions) {
  const auto requirement =
      std::ranges::find(explanation.requirements, "context_length", &Requirement::code);
  if (requirement == explanation.requirements.end() || !assumptions.prompt_tokens) return false;
  const auto position = static_cast<std::size_t>(requirement - explanation.requirements.begin());
  const auto& prompt = *assumptions.prompt_tokens;
  const auto with_answer = prompt + *decimal_in(requirement->asked["max_completion_tokens"]);
  const auto keeps_verdict = [&](const ExplainedEndpoint& judged) {
    const auto check = std::ranges::find(judged.checks, position, &Check::requirement);
    return check == judged.checks.end() ||
           (check->verdict == Verdict::fail) == is_too_long(*judged.listed, prompt, with_answer);
  };
  for (const auto& group : explanation.groups)
    if (!group.charges.empty() || !std::ranges::all_of(group.endpoints, keeps_verdict))
      return false;
  requirement->asked["prompt_tokens"] = *parse_json(prompt.text(), Reading::tolerant);
  requirement->number = with_answer;
  const auto writes = cache_writes_in(body);
  for (auto& group : explanation.groups) {
    for (auto& judged : group.endpoints)
      set_cost(judged, assumptions, writes);
    group.cost = group_cost(group.endpoints);
  }
  return true;
}

} // namespace mrctl::routing
