#include "limit_rules.hpp"

#include "mrctl/base/table.hpp"

#include "question.hpp"
#include "rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mrctl::explain {

namespace {

struct PriceUnit {
  std::string_view code;
  std::string_view words;
};

constexpr std::array price_units{
    PriceUnit{"max_price.prompt", "USD per million prompt tokens"},
    PriceUnit{"max_price.completion", "USD per million completion tokens"},
    PriceUnit{"max_price.image", "USD per image"},
    PriceUnit{"max_price.request", "USD per request"},
    PriceUnit{"max_price.audio", "USD per audio unit"},
};

std::string_view unit_of(const Demand& demand) {
  return find_row(price_units, &PriceUnit::code, demand.code)->words;
}

Json number(const Decimal& decimal) {
  return number_value(decimal.text());
}

std::optional<Decimal> known(std::optional<service::NumberView> value) {
  return value ? value->value() : std::nullopt;
}

std::optional<Demand> output_limit(const Question& question, std::string_view code) {
  for (const auto pointer : limits_of_output)
    if (const auto* value = set_member(question.body, pointer); value != nullptr)
      return Demand{code, std::string(pointer), *value, value};
  return std::nullopt;
}

// An answer is part of the context, which limits it if nothing else does.
std::optional<Decimal> longest_output(const service::Endpoint& endpoint) {
  const auto limit = known(endpoint.max_completion_tokens);
  return limit ? limit : known(endpoint.context_length);
}

// The limits of the prompt, and of prompt and answer together.
struct Room {
  std::optional<Decimal> prompt;
  std::optional<Decimal> context;
};

Json found_of(const Room& room) {
  Json found = Json::object();
  found["context_length"] = room.context ? number(*room.context) : Json(nullptr);
  found["max_prompt_tokens"] = room.prompt ? number(*room.prompt) : Json(nullptr);
  return found;
}

} // namespace

Judgement compare_price(const Demand& demand, std::optional<service::NumberView> price,
                        int powers_of_ten) {
  const auto known = known_price(price);
  if (!known) return {Verdict::unknown, Cause::no_data};
  const auto in_unit = known->shifted(powers_of_ten);
  const auto limit = decimal_in(demand.asked);
  if (!limit) return {Verdict::unknown, Cause::not_decidable, in_unit.text()};
  return {in_unit <= *limit ? Verdict::pass : Verdict::fail, Cause::none, in_unit.text()};
}

Edit raised_price(const Demand& demand, std::optional<service::NumberView> price,
                  int powers_of_ten) {
  return {demand.pointer, demand.member, known_price(price)->shifted(powers_of_ten).text()};
}

std::string words_of_price(const Demand& demand, const Check& check) {
  if (check.cause == Cause::not_decidable)
    return fmt::format("{} is not a decimal number", spoken(demand.asked));
  const auto asked = fmt::format("at most {} {}", spoken(demand.asked), unit_of(demand));
  if (check.cause == Cause::not_in_listing) return asked + "; listings do not show this price";
  if (check.cause == Cause::no_data) return asked + "; the price is unknown";
  return fmt::format("{}; this one costs {}", asked, spoken(check.found));
}

std::string brief_excess(const Demand& demand, const Check& check) {
  return fmt::format("{} > {}", spoken(check.found), spoken(demand.asked));
}

std::optional<Demand> ask_parameters(const Question& question, const Rule& rule) {
  auto demand = when_true(question, rule);
  if (!demand) return std::nullopt;
  demand->asked = Json::array();
  for (const auto& parameter : question.parameters)
    demand->asked.push_back(parameter.name());
  return demand;
}

std::optional<Judgement> judge_parameters(const Inquiry& inquiry) {
  if (inquiry.demand.asked.empty()) return Judgement{Verdict::pass, Cause::none, Json::array()};
  const auto unsupported = unsupported_by(inquiry.endpoint, inquiry.question);
  if (!unsupported) return Judgement{Verdict::unknown, Cause::no_data};
  auto supported = Json::array();
  for (const auto& name : inquiry.demand.asked)
    if (std::find(unsupported->begin(), unsupported->end(), name) == unsupported->end())
      supported.push_back(name);
  return Judgement{unsupported->empty() ? Verdict::pass : Verdict::fail, Cause::none,
                   std::move(supported)};
}

// Removing one parameter is a smaller change than not requiring any.
std::optional<Edit> edit_parameters(const Inquiry& inquiry) {
  const auto unsupported = *unsupported_by(inquiry.endpoint, inquiry.question);
  if (unsupported.size() > 1) return Edit{inquiry.demand.pointer, inquiry.demand.member, false};
  auto path = pointer_join("", unsupported.front());
  const auto* value = set_member(inquiry.question.body, path);
  return Edit{std::move(path), value};
}

namespace {

// The parameters that an endpoint does not support.
Json missing_of(const Demand& demand, const Check& check) {
  auto missing = Json::array();
  for (const auto& name : demand.asked)
    if (std::find(check.found.begin(), check.found.end(), name) == check.found.end())
      missing.push_back(name);
  return missing;
}

} // namespace

std::string brief_parameters(const Demand& demand, const Check& check) {
  return spoken(missing_of(demand, check));
}

std::string words_of_parameters(const Demand& demand, const Check& check) {
  if (demand.asked.empty())
    return "asks for support of every parameter of the body, which sets none";
  const auto asked = fmt::format("asks for {}", spoken(demand.asked));
  if (check.verdict == Verdict::unknown)
    return asked + "; the listing does not say what this one supports";
  if (check.verdict == Verdict::pass) return asked + "; this one supports them";
  return fmt::format("{}; this one does not support {}", asked, spoken(missing_of(demand, check)));
}

std::optional<Demand> ask_output(const Question& question, const Rule& rule) {
  auto demand = output_limit(question, rule.code);
  return demand && decimal_in(demand->asked) ? demand : std::nullopt;
}

std::optional<Judgement> judge_output(const Inquiry& inquiry) {
  const auto limit = longest_output(inquiry.endpoint);
  if (!limit) return Judgement{Verdict::unknown, Cause::no_data};
  const bool fits = *decimal_in(inquiry.demand.asked) <= *limit;
  return Judgement{fits ? Verdict::pass : Verdict::fail, Cause::none, number(*limit)};
}

std::optional<Edit> edit_output(const Inquiry& inquiry) {
  return Edit{inquiry.demand.pointer, inquiry.demand.member,
              number(*longest_output(inquiry.endpoint))};
}

std::string words_of_output(const Demand& demand, const Check& check) {
  const auto asked = fmt::format("asks for up to {} tokens", spoken(demand.asked));
  if (check.verdict == Verdict::unknown) return asked + "; the limit of this one is unknown";
  return fmt::format("{}; this one generates at most {}", asked, spoken(check.found));
}

std::string brief_shortage(const Demand& demand, const Check& check) {
  return fmt::format("{} < {}", spoken(check.found), spoken(demand.asked));
}

std::optional<Demand> ask_context(const Question& question, const Rule& rule) {
  if (!question.premises.prompt_tokens) return std::nullopt;
  const auto limit = output_limit(question, rule.code);
  const auto output = limit ? decimal_in(limit->asked) : std::nullopt;
  Json asked = Json::object();
  asked["prompt_tokens"] = number(*question.premises.prompt_tokens);
  asked["max_completion_tokens"] = number(output.value_or(Decimal{}));
  return Demand{rule.code, std::string(rule.pointer), std::move(asked)};
}

std::optional<Judgement> judge_context(const Inquiry& inquiry) {
  const auto& asked = inquiry.demand.asked;
  const auto prompt = *inquiry.question.premises.prompt_tokens;
  const auto total = prompt + *decimal_in(asked["max_completion_tokens"]);
  const Room room{known(inquiry.endpoint.max_prompt_tokens),
                  known(inquiry.endpoint.context_length)};
  const bool is_too_long =
      (room.prompt && prompt > *room.prompt) || (room.context && total > *room.context);
  if (is_too_long) return Judgement{Verdict::fail, Cause::none, found_of(room)};
  if (!room.context) return Judgement{Verdict::unknown, Cause::no_data, found_of(room)};
  return Judgement{Verdict::pass, Cause::none, found_of(room)};
}

std::string words_of_context(const Demand& demand, const Check& check) {
  const auto asked = fmt::format("prompt of {} and completion of up to {} tokens",
                                 spoken(demand.asked["prompt_tokens"]),
                                 spoken(demand.asked["max_completion_tokens"]));
  const auto& context = check.found["context_length"];
  const auto& prompt = check.found["max_prompt_tokens"];
  auto found = context.is_null()
                   ? "; the context length of this one is unknown"
                   : fmt::format("; this one has a context of {} tokens", spoken(context));
  if (!prompt.is_null()) found += fmt::format(", {} of them in the prompt", spoken(prompt));
  return asked + found;
}

// The context if it is too short, else the room for the prompt.
std::string brief_context(const Demand& demand, const Check& check) {
  const auto prompt = *decimal_in(demand.asked["prompt_tokens"]);
  const auto total = prompt + *decimal_in(demand.asked["max_completion_tokens"]);
  const auto context = decimal_in(check.found["context_length"]);
  if (context && *context < total) return fmt::format("{} < {}", context->text(), total.text());
  return fmt::format("{} < {} in the prompt", spoken(check.found["max_prompt_tokens"]),
                     prompt.text());
}

namespace {

bool asks_for_a_schema(const Json& body) {
  const auto* type = set_member(body, "/response_format/type");
  return type != nullptr && *type == "json_schema";
}

bool is_supported(const Parameter& parameter, const std::vector<std::string_view>& supported,
                  const Json& body) {
  const auto holds = [&](std::string_view name) {
    return std::find(supported.begin(), supported.end(), name) != supported.end();
  };
  if (holds(parameter.name())) return true;
  if (!parameter.other_name.empty() && holds(parameter.other_name)) return true;
  return parameter.pointer == "/response_format" && asks_for_a_schema(body) &&
         holds("structured_outputs");
}

} // namespace

std::optional<std::vector<std::string>> unsupported_by(const service::Endpoint& endpoint,
                                                       const Question& question) {
  if (!endpoint.supported_parameters) return std::nullopt;
  std::vector<std::string> names;
  for (const auto& parameter : question.parameters)
    if (!is_supported(parameter, *endpoint.supported_parameters, question.body))
      names.emplace_back(parameter.name());
  return names;
}

namespace {

enum class WhenMissing : std::uint8_t { free, not_known };

struct Term {
  std::optional<service::NumberView> price;
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

std::optional<Decimal> known_price(std::optional<service::NumberView> price) {
  auto value = price ? price->price() : std::nullopt;
  return value && !value->is_negative() ? value : std::nullopt;
}

std::optional<Decimal> cost_of(const service::Endpoint& endpoint, const Premises& premises) {
  if (!premises.prompt_tokens || !premises.completion_tokens) return std::nullopt;
  const auto& pricing = endpoint.pricing;
  const std::array terms{
      Term{pricing.prompt, *premises.prompt_tokens, WhenMissing::not_known},
      Term{pricing.completion, *premises.completion_tokens, WhenMissing::not_known},
      Term{pricing.image, premises.images, WhenMissing::not_known},
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
