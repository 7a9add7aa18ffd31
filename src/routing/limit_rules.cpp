#include "mrctl/base/list.hpp"

#include "routing_request.hpp"
#include "rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

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

Json number(const Decimal& decimal) {
  return number_value(decimal.text());
}

std::optional<Requirement> output_limit(const RoutingRequest& request, std::string_view code) {
  for (const auto pointer : limits_of_output)
    if (const auto* value = set_member(request.body, pointer); value != nullptr)
      return Requirement{code, std::string(pointer), *value, value, decimal_in(*value)};
  return std::nullopt;
}

// Returns the parameters that an endpoint does not support, as a listing calls them.
Json missing_of(const Requirement& requirement, const Check& check) {
  const auto supported = found_by(check);
  auto missing = Json::array();
  for (const auto& parameter : requirement.parameters)
    if (!contains(supported, Json(parameter.name))) missing.push_back(parameter.listed_as);
  return missing;
}

// The limit of an endpoint is its whole context.
bool leaves_no_room(const Requirement& requirement, const Check& check) {
  return check.verdict == Verdict::fail && decimal_in(found_by(check)) == requirement.number;
}

} // namespace

RuleResult compare_price(const Requirement& requirement, const ListedPrice& price) {
  if (!price.known) return {Verdict::unknown, Cause::no_data};
  if (!requirement.number) return {Verdict::unknown, Cause::not_decidable, price.json};
  return {*price.in_unit <= *requirement.number ? Verdict::pass : Verdict::fail, Cause::none,
          price.json};
}

Edit raised_price(const Requirement& requirement, const ListedPrice& price) {
  return {requirement.pointer, requirement.member, price.in_unit->text()};
}

std::string words_of_price(const Requirement& requirement, const Check& check) {
  if (check.cause == Cause::not_decidable)
    return fmt::format("{} is not a decimal number", spoken(requirement.asked));
  const auto* unit = find_row(price_units, &PriceUnit::code, requirement.code);
  const auto asked = fmt::format("at most {} {}", spoken(requirement.asked), unit->words);
  if (check.cause == Cause::not_in_listing) return asked + "; listings do not show this price";
  if (check.cause == Cause::no_data) return asked + "; the price is unknown";
  return fmt::format("{}; this one costs {}", asked, brief_found(requirement, check));
}

std::string brief_excess(const Requirement& requirement, const Check& check) {
  return fmt::format("{} > {}", brief_found(requirement, check), spoken(requirement.asked));
}

std::optional<Requirement> ask_parameters(const RoutingRequest& request, const Rule& rule) {
  auto requirement = when_true(request, rule);
  if (!requirement) return std::nullopt;
  requirement->asked = Json::array();
  for (const auto position : request.parameters) {
    const auto& parameter =
        requirement->parameters.emplace_back(parameter_at(position, request.body));
    requirement->asked.push_back(parameter.name);
  }
  return requirement;
}

std::optional<RuleResult> judge_parameters(const RuleInput& input) {
  if (input.requirement.asked.empty()) return RuleResult{.found = "[]"};
  const auto unsupported = unsupported_by(input.endpoint, input.request);
  if (!unsupported) return RuleResult{Verdict::unknown, Cause::no_data};
  auto supported = Json::array();
  for (const auto& parameter : input.requirement.parameters)
    if (!contains(*unsupported, parameter)) supported.push_back(parameter.name);
  return RuleResult{.verdict = unsupported->empty() ? Verdict::pass : Verdict::fail,
                    .composed = dump_json(supported)};
}

// Removing one parameter is a smaller change than not requiring any.
std::optional<Edit> edit_parameters(const RuleInput& input) {
  const auto unsupported = *unsupported_by(input.endpoint, input.request);
  if (unsupported.size() > 1)
    return Edit{input.requirement.pointer, input.requirement.member, false};
  auto path = pointer_join("", unsupported.front().name);
  const auto* value = set_member(input.request.body, path);
  return Edit{std::move(path), value};
}

std::string brief_parameters(const Requirement& requirement, const Check& check) {
  std::vector<std::string> names;
  for (const auto& name : missing_of(requirement, check))
    names.push_back(name.get<std::string>());
  return fmt::format("{}", fmt::join(names, " ")); // commas separate checks
}

std::string words_of_parameters(const Requirement& requirement, const Check& check) {
  if (requirement.asked.empty())
    return "asks for support of every parameter of the body, which sets none";
  const auto asked = fmt::format("asks for {}", spoken(requirement.asked));
  if (check.verdict == Verdict::unknown)
    return asked + "; the listing does not say what this one supports";
  if (check.verdict == Verdict::pass) return asked + "; this one supports them";
  return fmt::format("{}; this one does not support {}", asked,
                     spoken(missing_of(requirement, check)));
}

std::optional<Requirement> ask_output(const RoutingRequest& request, const Rule& rule) {
  auto requirement = output_limit(request, rule.code);
  return requirement && requirement->number ? requirement : std::nullopt;
}

// A prompt needs room in the context, too.
std::optional<RuleResult> judge_output(const RuleInput& input) {
  const auto& endpoint = input.endpoint;
  if (!endpoint.longest_output) return RuleResult{Verdict::unknown, Cause::no_data};
  const auto& asked = *input.requirement.number;
  const bool fits = asked <= *endpoint.longest_output &&
                    (!endpoint.context_length || asked < *endpoint.context_length);
  return RuleResult{fits ? Verdict::pass : Verdict::fail, Cause::none,
                    endpoint.longest_output_json};
}

std::optional<Edit> edit_output(const RuleInput& input) {
  const auto& limit = input.endpoint.max_output;
  const auto& context = input.endpoint.context_length;
  if (!limit || (context && *limit >= *context)) return std::nullopt;
  return Edit{input.requirement.pointer, input.requirement.member, number(*limit)};
}

std::string words_of_output(const Requirement& requirement, const Check& check) {
  const auto asked = fmt::format("asks for up to {} tokens", spoken(requirement.asked));
  if (check.verdict == Verdict::unknown) return asked + "; the limit of this one is unknown";
  if (leaves_no_room(requirement, check))
    return fmt::format("{}, which leaves nothing of context_length {} for the prompt", asked,
                       brief_found(requirement, check));
  return fmt::format("{}; this one generates at most {}", asked, brief_found(requirement, check));
}

std::string brief_shortage(const Requirement& requirement, const Check& check) {
  if (leaves_no_room(requirement, check))
    return fmt::format("leaves nothing of context {}", brief_found(requirement, check));
  return fmt::format("{} < {}", brief_found(requirement, check), spoken(requirement.asked));
}

std::optional<Requirement> ask_context(const RoutingRequest& request, const Rule& rule) {
  if (!request.assumptions.prompt_tokens) return std::nullopt;
  const auto limit = output_limit(request, rule.code);
  const auto output = limit ? limit->number.value_or(Decimal{}) : Decimal{};
  const auto& prompt = *request.assumptions.prompt_tokens;
  Json asked = Json::object();
  asked["prompt_tokens"] = number(prompt);
  asked["max_completion_tokens"] = number(output);
  return Requirement{rule.code, std::string(rule.pointer), std::move(asked), nullptr,
                     prompt + output};
}

bool is_too_long(const ListedEndpoint& endpoint, const Decimal& prompt,
                 const Decimal& with_answer) {
  return (endpoint.max_prompt_tokens && prompt > *endpoint.max_prompt_tokens) ||
         (endpoint.context_length && with_answer > *endpoint.context_length);
}

std::optional<RuleResult> judge_context(const RuleInput& input) {
  const auto& found = input.endpoint.context_json;
  if (is_too_long(input.endpoint, *input.request.assumptions.prompt_tokens,
                  *input.requirement.number))
    return RuleResult{Verdict::fail, Cause::none, found};
  if (!input.endpoint.context_length) return RuleResult{Verdict::unknown, Cause::no_data, found};
  return RuleResult{Verdict::pass, Cause::none, found};
}

std::string words_of_context(const Requirement& requirement, const Check& check) {
  const auto asked = fmt::format("prompt of {} and completion of up to {} tokens",
                                 spoken(requirement.asked["prompt_tokens"]),
                                 spoken(requirement.asked["max_completion_tokens"]));
  const auto room = found_by(check);
  const auto& context = room["context_length"];
  const auto& prompt = room["max_prompt_tokens"];
  auto found = context.is_null()
                   ? "; the context length of this one is unknown"
                   : fmt::format("; this one has a context of {} tokens", spoken(context));
  if (!prompt.is_null()) found += fmt::format(", {} of them in the prompt", spoken(prompt));
  return asked + found;
}

// Returns the context if it is too short, else the room for the prompt.
std::string brief_context(const Requirement& requirement, const Check& check) {
  const auto room = found_by(check);
  const auto context = decimal_in(room["context_length"]);
  if (context && *context < *requirement.number)
    return fmt::format("{} < {}", context->text(), requirement.number->text());
  return fmt::format("{} < {} in the prompt", spoken(room["max_prompt_tokens"]),
                     spoken(requirement.asked["prompt_tokens"]));
}

std::optional<std::vector<Parameter>> unsupported_by(const ListedEndpoint& endpoint,
                                                     const RoutingRequest& request) {
  if (!endpoint.supported) return std::nullopt;
  std::vector<Parameter> unsupported;
  for (const auto position : request.parameters)
    if (!supports(*endpoint.supported, position, request.body))
      unsupported.push_back(parameter_at(position, request.body));
  return unsupported;
}

} // namespace mrctl::routing
