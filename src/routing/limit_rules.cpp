#include "limit_rules.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/table.hpp"

#include "question.hpp"
#include "rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <tuple>

namespace mrctl::routing {

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
  for (const auto position : question.parameters) {
    const auto& parameter = demand->parameters.emplace_back(parameter_at(position, question.body));
    demand->asked.push_back(parameter.name);
  }
  return demand;
}

std::optional<RuleResult> judge_parameters(const Inquiry& inquiry) {
  if (inquiry.demand.asked.empty()) return RuleResult{.found = "[]"};
  const auto unsupported = unsupported_by(inquiry.endpoint, inquiry.question);
  if (!unsupported) return RuleResult{Verdict::unknown, Cause::no_data};
  auto supported = Json::array();
  for (const auto& parameter : inquiry.demand.parameters)
    if (!contains(*unsupported, parameter)) supported.push_back(parameter.name);
  return RuleResult{.verdict = unsupported->empty() ? Verdict::pass : Verdict::fail,
                    .composed = dump_json(supported)};
}

// Removing one parameter is a smaller change than not requiring any.
std::optional<Edit> edit_parameters(const Inquiry& inquiry) {
  const auto unsupported = *unsupported_by(inquiry.endpoint, inquiry.question);
  if (unsupported.size() > 1) return Edit{inquiry.demand.pointer, inquiry.demand.member, false};
  auto path = pointer_join("", unsupported.front().name);
  const auto* value = set_member(inquiry.question.body, path);
  return Edit{std::move(path), value};
}

namespace {

// The parameters that an endpoint does not support, as a listing calls them.
Json missing_of(const Demand& demand, const Check& check) {
  const auto supported = found_by(check);
  auto missing = Json::array();
  for (const auto& parameter : demand.parameters)
    if (!contains(supported, Json(parameter.name))) missing.push_back(parameter.listed_as);
  return missing;
}

} // namespace

std::string brief_parameters(const Demand& demand, const Check& check) {
  std::vector<std::string> names;
  for (const auto& name : missing_of(demand, check))
    names.push_back(name.get<std::string>());
  return fmt::format("{}", fmt::join(names, " ")); // commas separate checks
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

// A prompt needs room in the context, too.
std::optional<RuleResult> judge_output(const Inquiry& inquiry) {
  const auto& endpoint = inquiry.endpoint;
  if (!endpoint.longest_output) return RuleResult{Verdict::unknown, Cause::no_data};
  const auto& asked = *inquiry.demand.number;
  const bool fits = asked <= *endpoint.longest_output &&
                    (!endpoint.context_length || asked < *endpoint.context_length);
  return RuleResult{fits ? Verdict::pass : Verdict::fail, Cause::none,
                    endpoint.longest_output_json};
}

std::optional<Edit> edit_output(const Inquiry& inquiry) {
  const auto& [most, context] =
      std::tie(inquiry.endpoint.max_output, inquiry.endpoint.context_length);
  if (!most || (context && *most >= *context)) return std::nullopt;
  return Edit{inquiry.demand.pointer, inquiry.demand.member, number(*most)};
}

namespace {

// The limit of an endpoint is its whole context.
bool leaves_no_room(const Demand& demand, const Check& check) {
  return check.verdict == Verdict::fail && decimal_in(found_by(check)) == demand.number;
}

} // namespace

std::string words_of_output(const Demand& demand, const Check& check) {
  const auto asked = fmt::format("asks for up to {} tokens", spoken(demand.asked));
  if (check.verdict == Verdict::unknown) return asked + "; the limit of this one is unknown";
  if (leaves_no_room(demand, check))
    return fmt::format("{}, which leaves nothing of context_length {} for the prompt", asked,
                       brief_found(demand, check));
  return fmt::format("{}; this one generates at most {}", asked, brief_found(demand, check));
}

std::string brief_shortage(const Demand& demand, const Check& check) {
  if (leaves_no_room(demand, check))
    return fmt::format("leaves nothing of context {}", brief_found(demand, check));
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

bool is_too_long(const ListedEndpoint& endpoint, const Decimal& prompt,
                 const Decimal& with_answer) {
  return (endpoint.max_prompt_tokens && prompt > *endpoint.max_prompt_tokens) ||
         (endpoint.context_length && with_answer > *endpoint.context_length);
}

std::optional<RuleResult> judge_context(const Inquiry& inquiry) {
  const auto& found = inquiry.endpoint.context_json;
  if (is_too_long(inquiry.endpoint, *inquiry.question.premises.prompt_tokens,
                  *inquiry.demand.number))
    return RuleResult{Verdict::fail, Cause::none, found};
  if (!inquiry.endpoint.context_length) return RuleResult{Verdict::unknown, Cause::no_data, found};
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

std::optional<std::vector<Parameter>> unsupported_by(const ListedEndpoint& endpoint,
                                                     const Question& question) {
  if (!endpoint.supported) return std::nullopt;
  std::vector<Parameter> unsupported;
  for (const auto position : question.parameters)
    if (!supports(*endpoint.supported, position, question.body))
      unsupported.push_back(parameter_at(position, question.body));
  return unsupported;
}

} // namespace mrctl::routing
