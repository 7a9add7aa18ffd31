#include "limit_rules.hpp"

#include "mrctl/base/table.hpp"

#include "question.hpp"
#include "rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

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

std::optional<Demand> output_limit(const Question& question, std::string_view code) {
  for (const auto pointer : limits_of_output)
    if (const auto* value = set_member(question.body, pointer); value != nullptr)
      return Demand{code, std::string(pointer), *value, value, decimal_in(*value)};
  return std::nullopt;
}

} // namespace

RuleResult compare_price(const Demand& demand, const ListedPrice& price) {
  if (!price.known) return {Verdict::unknown, Cause::no_data};
  if (!demand.number) return {Verdict::unknown, Cause::not_decidable, price.json};
  return {*price.in_unit <= *demand.number ? Verdict::pass : Verdict::fail, Cause::none,
          price.json};
}

Edit raised_price(const Demand& demand, const ListedPrice& price) {
  return {demand.pointer, demand.member, price.in_unit->text()};
}

std::string words_of_price(const Demand& demand, const Check& check) {
  if (check.cause == Cause::not_decidable)
    return fmt::format("{} is not a decimal number", spoken(demand.asked));
  const auto asked = fmt::format("at most {} {}", spoken(demand.asked), unit_of(demand));
  if (check.cause == Cause::not_in_listing) return asked + "; listings do not show this price";
  if (check.cause == Cause::no_data) return asked + "; the price is unknown";
  return fmt::format("{}; this one costs {}", asked, brief_found(demand, check));
}

std::string brief_excess(const Demand& demand, const Check& check) {
  return fmt::format("{} > {}", brief_found(demand, check), spoken(demand.asked));
}

std::optional<Demand> ask_parameters(const Question& question, const Rule& rule) {
  auto demand = when_true(question, rule);
  if (!demand) return std::nullopt;
  demand->asked = Json::array();
  for (const auto position : question.parameters)
    demand->asked.push_back(parameter_name(position));
  return demand;
}

std::optional<RuleResult> judge_parameters(const Inquiry& inquiry) {
  if (inquiry.demand.asked.empty()) return RuleResult{.found = "[]"};
  const auto unsupported = unsupported_by(inquiry.endpoint, inquiry.question);
  if (!unsupported) return RuleResult{Verdict::unknown, Cause::no_data};
  auto supported = Json::array();
  for (const auto& name : inquiry.demand.asked)
    if (const std::string_view text = name.get_ref<const std::string&>();
        std::find(unsupported->begin(), unsupported->end(), text) == unsupported->end())
      supported.push_back(name);
  return RuleResult{.verdict = unsupported->empty() ? Verdict::pass : Verdict::fail,
                    .composed = dump_json(supported)};
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
  const auto supported = found_by(check);
  auto missing = Json::array();
  for (const auto& name : demand.asked)
    if (std::find(supported.begin(), supported.end(), name) == supported.end())
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
  return demand && demand->number ? demand : std::nullopt;
}

std::optional<RuleResult> judge_output(const Inquiry& inquiry) {
  const auto& limit = inquiry.endpoint.longest_output;
  if (!limit) return RuleResult{Verdict::unknown, Cause::no_data};
  const bool fits = *inquiry.demand.number <= *limit;
  return RuleResult{fits ? Verdict::pass : Verdict::fail, Cause::none,
                    inquiry.endpoint.longest_output_json};
}

std::optional<Edit> edit_output(const Inquiry& inquiry) {
  return Edit{inquiry.demand.pointer, inquiry.demand.member,
              number(*inquiry.endpoint.longest_output)};
}

std::string words_of_output(const Demand& demand, const Check& check) {
  const auto asked = fmt::format("asks for up to {} tokens", spoken(demand.asked));
  if (check.verdict == Verdict::unknown) return asked + "; the limit of this one is unknown";
  return fmt::format("{}; this one generates at most {}", asked, brief_found(demand, check));
}

std::string brief_shortage(const Demand& demand, const Check& check) {
  return fmt::format("{} < {}", brief_found(demand, check), spoken(demand.asked));
}

std::optional<Demand> ask_context(const Question& question, const Rule& rule) {
  if (!question.premises.prompt_tokens) return std::nullopt;
  const auto limit = output_limit(question, rule.code);
  const auto output = limit ? limit->number.value_or(Decimal{}) : Decimal{};
  const auto& prompt = *question.premises.prompt_tokens;
  Json asked = Json::object();
  asked["prompt_tokens"] = number(prompt);
  asked["max_completion_tokens"] = number(output);
  return Demand{rule.code, std::string(rule.pointer), std::move(asked), nullptr, prompt + output};
}

std::optional<RuleResult> judge_context(const Inquiry& inquiry) {
  const auto& [prompt, context] =
      std::tie(inquiry.endpoint.max_prompt_tokens, inquiry.endpoint.context_length);
  const bool is_too_long = (prompt && *inquiry.question.premises.prompt_tokens > *prompt) ||
                           (context && *inquiry.demand.number > *context);
  const auto& found = inquiry.endpoint.context_json;
  if (is_too_long) return RuleResult{Verdict::fail, Cause::none, found};
  if (!context) return RuleResult{Verdict::unknown, Cause::no_data, found};
  return RuleResult{Verdict::pass, Cause::none, found};
}

std::string words_of_context(const Demand& demand, const Check& check) {
  const auto asked = fmt::format("prompt of {} and completion of up to {} tokens",
                                 spoken(demand.asked["prompt_tokens"]),
                                 spoken(demand.asked["max_completion_tokens"]));
  const auto room = found_by(check);
  const auto& context = room["context_length"];
  const auto& prompt = room["max_prompt_tokens"];
  auto found = context.is_null()
                   ? "; the context length of this one is unknown"
                   : fmt::format("; this one has a context of {} tokens", spoken(context));
  if (!prompt.is_null()) found += fmt::format(", {} of them in the prompt", spoken(prompt));
  return asked + found;
}

// The context if it is too short, else the room for the prompt.
std::string brief_context(const Demand& demand, const Check& check) {
  const auto room = found_by(check);
  const auto context = decimal_in(room["context_length"]);
  if (context && *context < *demand.number)
    return fmt::format("{} < {}", context->text(), demand.number->text());
  return fmt::format("{} < {} in the prompt", spoken(room["max_prompt_tokens"]),
                     spoken(demand.asked["prompt_tokens"]));
}

std::optional<std::vector<std::string_view>> unsupported_by(const ListedEndpoint& endpoint,
                                                            const Question& question) {
  if (!endpoint.supported) return std::nullopt;
  std::vector<std::string_view> names;
  for (const auto position : question.parameters)
    if (!supports(*endpoint.supported, position, question.body))
      names.push_back(parameter_name(position));
  return names;
}

namespace {

enum class WhenMissing : std::uint8_t { free, not_known };

struct Term {
  const ListedPrice& price;
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
  if (term.price.is_missing && term.when_missing == WhenMissing::free) return Decimal{};
  if (!term.price.known) return std::nullopt;
  return *term.price.known * term.count;
}

void widen(CostRange& range, const Decimal& cost) {
  if (!range.least || cost < *range.least) range.least = cost;
  if (!range.most || cost > *range.most) range.most = cost;
}

} // namespace

std::optional<Decimal> cost_of(const ListedEndpoint& endpoint, const Premises& premises) {
  if (!premises.prompt_tokens || !premises.completion_tokens) return std::nullopt;
  const std::array terms{
      Term{endpoint.prompt, *premises.prompt_tokens, WhenMissing::not_known},
      Term{endpoint.completion, *premises.completion_tokens, WhenMissing::not_known},
      Term{endpoint.image, premises.images, WhenMissing::not_known},
      Term{endpoint.request, one(), WhenMissing::free},
  };
  Decimal sum;
  for (const auto& term : terms) {
    const auto amount = amount_of(term);
    if (!amount) return std::nullopt;
    sum = sum + *amount;
  }
  return sum;
}

GroupCost group_cost(const std::vector<ExplainedEndpoint>& endpoints) {
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
