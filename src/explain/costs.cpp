#include "costs.hpp"

#include "mrctl/base/list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace mrctl::explain {

namespace {

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

// The conditions on the time that may hold for a request of that size, each once.
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
                               const Premises& premises) {
  const auto& cached = premises.cached_tokens;
  const auto fresh = cached.is_zero() ? *premises.prompt_tokens : *premises.prompt_tokens + -cached;
  const std::array terms{
      Term{fresh_price, fresh, WhenMissing::not_known},
      Term{prices.cached->is_missing ? prices.prompt : prices.cached, cached,
           WhenMissing::not_known},
      Term{prices.completion, *premises.completion_tokens, WhenMissing::not_known},
      Term{prices.image, premises.images, WhenMissing::not_known},
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

// The price of prompt tokens for a request that writes a cache; null if it does not, or if that
// costs nothing more.
const ListedPrice* written_price(const Prices& prices, CacheWrites writes) {
  const auto* price = writes == CacheWrites::for_an_hour ? prices.written_1h : prices.written;
  return writes == CacheWrites::none || price->is_missing ? nullptr : price;
}

} // namespace

RequestCost cost_of(const ListedEndpoint& endpoint, const Question& question) {
  const auto& premises = question.premises;
  if (!premises.prompt_tokens || !premises.completion_tokens) return {};
  RequestCost out;
  bool is_known = true;
  const auto add = [&](const Prices& prices, const ListedPrice* fresh_price) {
    const auto cost = cost_by(prices, fresh_price, premises);
    if (cost) widen(out.range, *cost);
    is_known = is_known && cost;
  };
  const bool are_all = visit_prices(endpoint, *premises.prompt_tokens, [&](const Prices& prices) {
    add(prices, prices.prompt);
    if (const auto* written = written_price(prices, question.cache_writes)) add(prices, written);
  });
  if (!is_known || !are_all) return {};
  const auto by_base_prices = cost_by(prices_of(endpoint), &endpoint.prompt, premises);
  out.has_override = out.range.most != by_base_prices || out.range.least != by_base_prices;
  return out;
}

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

std::string words_on_searches(std::span<const ExplainedEndpoint> endpoints,
                              const Premises& premises) {
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
    is_known =
        visit_prices(*judged.listed, premises.prompt_tokens.value_or(Decimal{}), take) && is_known;
  }
  if (!range.least) return "plus a charge for each search that the listing does not show";
  return fmt::format("plus {}{} USD for each search{}",
                     range.least == range.most ? "" : range.least->text() + " to ",
                     range.most->text(), is_known ? "" : ", where the listing shows it");
}

} // namespace mrctl::explain
