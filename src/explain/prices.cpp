#include "prices.hpp"

#include <array>

namespace mrctl::explain {

namespace {

enum class WhenMissing : std::uint8_t { free, not_known };

struct Term {
  const std::optional<service::Number>& price;
  Decimal count;
  WhenMissing when_missing;
};

const Decimal& one() {
  static const Decimal value = *Decimal::parse("1");
  return value;
}

// A price does not matter if its count is zero, even if it is unknown.
std::optional<Decimal> amount_of(const Term& term) {
  if (term.count.is_zero()) return Decimal{};
  if (!term.price && term.when_missing == WhenMissing::free) return Decimal{};
  const auto price = known_price(term.price);
  if (!price) return std::nullopt;
  return *price * term.count;
}

void widen(CostRange& range, const Decimal& cost) {
  if (!range.least || cost < *range.least) range.least = cost;
  if (!range.most || cost > *range.most) range.most = cost;
}

} // namespace

std::optional<Decimal> known_price(const std::optional<service::Number>& price) {
  auto value = price ? price->price() : std::nullopt;
  return value && !value->is_negative() ? value : std::nullopt;
}

std::optional<Decimal> cost_of(const service::Endpoint& endpoint, const Usage& usage) {
  if (!usage.prompt_tokens || !usage.completion_tokens) return std::nullopt;
  const auto& pricing = endpoint.pricing;
  const std::array terms{
      Term{pricing.prompt, *usage.prompt_tokens, WhenMissing::not_known},
      Term{pricing.completion, *usage.completion_tokens, WhenMissing::not_known},
      Term{pricing.image, usage.images, WhenMissing::not_known},
      Term{pricing.request, one(), WhenMissing::free},
  };
  Decimal sum;
  for (const auto& term : terms) {
    const auto amount = amount_of(term);
    if (!amount) return std::nullopt;
    sum = sum + *amount;
  }
  return sum;
}

GroupCost group_cost(const std::vector<Judged>& endpoints) {
  GroupCost cost;
  for (const auto& judged : endpoints) {
    if (judged.reach == Reach::excluded) continue;
    if (!judged.cost) {
      ++cost.not_known;
      continue;
    }
    widen(cost.with_unknown, *judged.cost);
    if (judged.reach == Reach::eligible) widen(cost.eligible, *judged.cost);
  }
  return cost;
}

} // namespace mrctl::explain
