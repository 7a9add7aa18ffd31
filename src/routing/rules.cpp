#include "rules.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/routing/explain.hpp"
#include "mrctl/routing/explanation.hpp"
#include "mrctl/spec/rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mrctl::routing {

namespace {

constexpr std::string_view order_pointer = "/provider/order";

RuleResult pass_or_fail(bool passes, std::string_view found) {
  return {passes ? Verdict::pass : Verdict::fail, Cause::none, found};
}

Edit with_appended(const RuleInput& input, std::string_view pointer, std::string_view item) {
  return {.path = std::string(pointer),
          .from = set_member(input.request.body, pointer),
          .appended = std::string(item)};
}

// Returns the edit that appends the endpoint's tag to a list of the body; nothing if it has none.
std::optional<Edit> appended_tag(const RuleInput& input, std::string_view pointer) {
  const auto& tag = input.endpoint.endpoint->tag;
  return tag ? std::optional(with_appended(input, pointer, *tag)) : std::nullopt;
}

RuleResult judge_by_order(const RuleInput& input) {
  const auto& entries = input.group.order;
  const auto match = entries.first_match(input.endpoint);
  if (!match) return {Verdict::fail, Cause::none, R"("not named by order")"};
  return {.composed = fmt::format(R"("named by order[{}]")", entries.all()[*match].index)};
}

// Endpoints that another check excludes are not sorted.
std::optional<RuleResult> judge_by_sort(const RuleInput& input) {
  if (input.reach == Reach::excluded) return std::nullopt;
  const auto sort = input.group.sort;
  if (sort == Sort::none) return std::nullopt;
  if (!is_known(sort)) return RuleResult{Verdict::unknown, Cause::not_decidable};
  const bool is_first = input.group.leader == &input.endpoint;
  return RuleResult{
      .verdict = is_first ? Verdict::pass : Verdict::fail,
      .composed = fmt::format(R"("{} by {}")", is_first ? "first" : "not first", sort_name(sort))};
}

std::optional<Edit> edit_ignore(const RuleInput& input) {
  const auto& ignore = input.group.ignore;
  auto taken_out = ignore.matching(input.endpoint);
  for (auto& position : taken_out)
    position = ignore.all()[position].index;
  return Edit{.path = input.requirement.pointer,
              .from = input.requirement.member,
              .taken_out = std::move(taken_out)};
}

std::optional<RuleResult> judge_quantizations(const RuleInput& input) {
  const auto& quantization = input.endpoint.endpoint->quantization;
  if (!quantization) return RuleResult{Verdict::unknown, Cause::no_data};
  return pass_or_fail(!covering(input.request.quantizations, *quantization).empty(),
                      input.endpoint.quantization_json);
}

std::string words_of_quantizations(const Requirement& requirement, const Check& check) {
  if (check.verdict == Verdict::unknown)
    return fmt::format("allows {}; the listing does not give this endpoint's quantization",
                       spoken(requirement.asked));
  return fmt::format("allows {}; this one is {}", spoken(requirement.asked),
                     brief_found(requirement, check));
}

// "fast" means "priority", the word that bodies must use.
std::string as_service_tier(std::string_view tier) {
  auto lower = lower_case(tier);
  return lower == "fast" ? "priority" : lower;
}

bool is_flex(const Json& service_tier) {
  return service_tier.is_string() &&
         equal_ignoring_case(service_tier.get_ref<const std::string&>(), "flex");
}

bool asks_for(const Json& service_tier, std::string_view tier) {
  return service_tier.is_string() &&
         as_service_tier(service_tier.get_ref<const std::string&>()) == as_service_tier(tier);
}

// Tier endpoints are used only if a body requests them.
std::optional<RuleResult> judge_tier(const RuleInput& input) {
  const auto tier = input.endpoint.tier;
  if (!tier) return std::nullopt;
  const auto& group = input.group;
  const bool is_admitted = asks_for(input.requirement.asked, *tier) ||
                           holds_tag(input.request.only, input.endpoint) ||
                           holds_tag(input.request.order, input.endpoint) ||
                           (!group.judged_by.empty() && admits_tier(group.model, *tier));
  return RuleResult{.verdict = is_admitted ? Verdict::pass : Verdict::fail,
                    .composed = fmt::format(R"("{}")", *tier)};
}

std::string words_of_tier(const Requirement& requirement, const Check& check) {
  const auto tier = brief_found(requirement, check);
  if (check.verdict == Verdict::pass) return fmt::format("the {} tier is admitted", tier);
  const auto asked = requirement.asked.is_null() ? "not set" : spoken(requirement.asked);
  return fmt::format("a {} endpoint needs service_tier {}, or its full tag in provider.order or "
                     "provider.only; service_tier is {}",
                     tier, as_service_tier(tier), asked);
}

struct ToolChoiceForm {
  std::string_view word; // of tool_choice; empty: an object that names a tool
  std::optional<bool> service::ToolChoices::*supported;
};

constexpr std::string_view named_tool = "function";

constexpr std::array tool_choice_forms{
    ToolChoiceForm{"none", &service::ToolChoices::none},
    ToolChoiceForm{"auto", &service::ToolChoices::automatic},
    ToolChoiceForm{"required", &service::ToolChoices::required},
    ToolChoiceForm{named_tool, &service::ToolChoices::function},
};

// Returns the form of a tool choice; empty if it is none that a listing speaks of.
std::string_view form_of(const Json& tool_choice) {
  if (tool_choice.is_object()) {
    const auto* function = find_member(tool_choice, "function");
    const auto* name = find_member(function == nullptr ? tool_choice : *function, "name");
    return name != nullptr && name->is_string() ? named_tool : std::string_view();
  }
  if (!tool_choice.is_string() || tool_choice == named_tool) return {};
  const auto* form = find_row(tool_choice_forms, &ToolChoiceForm::word,
                              std::string_view(tool_choice.get_ref<const std::string&>()));
  return form == nullptr ? std::string_view() : form->word;
}

std::optional<RuleResult> judge_tool_choice(const RuleInput& input) {
  const auto* form =
      find_row(tool_choice_forms, &ToolChoiceForm::word, form_of(input.requirement.asked));
  if (form == nullptr) return std::nullopt;
  const auto supported = input.endpoint.endpoint->supports_tool_choice.*form->supported;
  if (!supported) return std::nullopt;
  return RuleResult{.verdict = *supported ? Verdict::pass : Verdict::fail,
                    .found = *supported ? "true" : "false"};
}

// Returns what else is said of a check that a list may decide: "a listing does not show which do".
std::string words_by_list(std::string_view asked, const Requirement& requirement,
                          const Check& check) {
  if (check.known.empty()) return fmt::format("{}; a listing does not show which do", asked);
  if (check.verdict == Verdict::unknown)
    return fmt::format("{}; without a tag, this one cannot be found in {}", asked, check.known);
  return fmt::format("{}; this one is {}", asked, brief_found(requirement, check));
}

std::optional<RuleResult> not_in_listing(const RuleInput& /*input*/) {
  return RuleResult{Verdict::unknown, Cause::not_in_listing};
}

// A list of --known decides; without one, nothing does.
std::optional<RuleResult> judge_by_list(const RuleInput& input) {
  const auto* list =
      find_row(*input.request.assumptions.known, &KnownList::code, input.requirement.code);
  if (list == nullptr) return not_in_listing(input);
  if (!input.endpoint.endpoint->tag)
    return RuleResult{.verdict = Verdict::unknown, .cause = Cause::no_data, .known = list->file};
  const bool is_in = is_listed(*list, input.endpoint.tag,
                               std::array{input.group.model, input.group.judged_by,
                                          input.endpoint.endpoint->model_id.value_or("")});
  return RuleResult{.verdict = is_in ? Verdict::pass : Verdict::fail,
                    .composed =
                        json_quote(fmt::format("{} {}", is_in ? "in" : "not in", list->file)),
                    .known = list->file};
}

constexpr std::array<std::string_view, 2> lists_of_tags{"/provider/only", order_pointer};
constexpr std::array<std::string_view, 1> whole_body{""};

// Prices are compared in the unit of the body's member: USD per million tokens, per image, per
// request.
template <auto price>
constexpr Rule price_rule(Rule rule) {
  rule.ask = when_set;
  rule.judge = [](const RuleInput& input) -> std::optional<RuleResult> {
    return compare_price(input.requirement, input.endpoint.*price);
  };
  rule.words = words_of_price;
  rule.brief = brief_excess;
  rule.edit = [](const RuleInput& input) -> std::optional<Edit> {
    return raised_price(input.requirement, input.endpoint.*price);
  };
  return rule;
}

constexpr std::array table{
    Rule{.code = "only",
         .meaning = "an entry matches the endpoint",
         .pointer = "/provider/only",
         .ask = when_set,
         .judge = [](const RuleInput& input) -> std::optional<RuleResult> {
           return pass_or_fail(input.group.only.first_match(input.endpoint).has_value(),
                               input.endpoint.identity_json);
         },
         .words = [](const Requirement& requirement, const Check& check) -> std::string {
           return fmt::format("allows {}; {} this endpoint", spoken(requirement.asked),
                              check.verdict == Verdict::pass ? "an entry matches"
                                                             : "no entry matches");
         },
         .edit = [](const RuleInput& input) -> std::optional<Edit> {
           return appended_tag(input, input.requirement.pointer);
         },
         .reads = "/provider_name"},
    Rule{.code = "ignore",
         .meaning = "no entry matches the endpoint",
         .pointer = "/provider/ignore",
         .ask = when_set,
         .judge = [](const RuleInput& input) -> std::optional<RuleResult> {
           return pass_or_fail(!input.group.ignore.first_match(input.endpoint),
                               input.endpoint.identity_json);
         },
         .words = [](const Requirement& requirement, const Check& check) -> std::string {
           return fmt::format("skips {}; {} this endpoint", spoken(requirement.asked),
                              check.verdict == Verdict::pass ? "no entry matches"
                                                             : "an entry matches");
         },
         .edit = edit_ignore,
         .reads = "/provider_name"},
    Rule{.code = "tier",
         .meaning = "a flex, priority, scale or fast endpoint is requested by tier or by its full "
                    "tag, or a "
                    "shortcut admits it: ':nitro' priority and fast, ':floor' flex",
         .pointer = "/service_tier",
         .ask = [](const RoutingRequest& request, const Rule& rule) -> std::optional<Requirement> {
           const auto* tier = set_member(request.body, rule.pointer);
           return Requirement{rule.code, std::string(rule.pointer),
                              tier == nullptr ? Json(nullptr) : *tier, tier};
         },
         .judge = judge_tier,
         .words = words_of_tier,
         .brief = brief_found,
         .edit = [](const RuleInput& input) -> std::optional<Edit> {
           if (!input.request.order.empty()) return appended_tag(input, order_pointer);
           return Edit{input.requirement.pointer, input.requirement.member,
                       as_service_tier(*input.endpoint.tier)};
         },
         .also_asks = lists_of_tags},
    // A service may send a request for flex to flex endpoints only.
    Rule{.code = "service_tier",
         .meaning =
             "with flex, endpoints of other tiers are unknown: the service may leave them out",
         .pointer = "/service_tier",
         .ask = [](const RoutingRequest& request, const Rule& rule) -> std::optional<Requirement> {
           auto requirement = when_set(request, rule);
           return requirement && is_flex(requirement->asked) ? requirement : std::nullopt;
         },
         .judge = [](const RuleInput& input) -> std::optional<RuleResult> {
           if (input.endpoint.tier == "flex") return std::nullopt;
           return RuleResult{Verdict::unknown, Cause::not_decidable};
         },
         .words = [](const Requirement& /*requirement*/, const Check& /*check*/) -> std::string {
           return "asks for flex; the service may use only its flex endpoints";
         }},
    Rule{.code = "quantizations",
         .meaning =
             "the quantization is in the list; fp4 also allows mxfp4 and nvfp4, fp8 also mxfp8",
         .pointer = "/provider/quantizations",
         .ask = when_set,
         .judge = judge_quantizations,
         .words = words_of_quantizations,
         .brief = brief_found,
         .edit = [](const RuleInput& input) -> std::optional<Edit> {
           return with_appended(input, input.requirement.pointer,
                                *input.endpoint.endpoint->quantization);
         },
         .reads = "/quantization"},
    price_rule<&ListedEndpoint::prompt>(
        {.code = "max_price.prompt",
         .meaning = "the price in USD per million prompt tokens is not higher",
         .pointer = "/provider/max_price/prompt",
         .reads = "/pricing/prompt"}),
    price_rule<&ListedEndpoint::completion>(
        {.code = "max_price.completion",
         .meaning = "the price in USD per million completion tokens is not higher",
         .pointer = "/provider/max_price/completion",
         .reads = "/pricing/completion"}),
    price_rule<&ListedEndpoint::image>({.code = "max_price.image",
                                        .meaning = "the price in USD per image is not higher",
                                        .pointer = "/provider/max_price/image",
                                        .reads = "/pricing/image"}),
    price_rule<&ListedEndpoint::request>({.code = "max_price.request",
                                          .meaning = "the price in USD per request is not higher",
                                          .pointer = "/provider/max_price/request",
                                          .reads = "/pricing/request"}),
    Rule{.code = "max_price.audio",
         .meaning = "always unknown: listings do not show it",
         .pointer = "/provider/max_price/audio",
         .ask = when_set,
         .judge = not_in_listing,
         .words = words_of_price},
    Rule{.code = "require_parameters",
         .meaning = "the endpoint supports every parameter that the body sets",
         .pointer = "/provider/require_parameters",
         .ask = ask_parameters,
         .judge = judge_parameters,
         .words = words_of_parameters,
         .brief = brief_parameters,
         .edit = edit_parameters,
         .reads = "/supported_parameters",
         .also_asks = whole_body},
    Rule{.code = "tool_choice",
         .meaning = "the endpoint does not say that it refuses this tool_choice",
         .pointer = "/tool_choice",
         .ask = when_set,
         .judge = judge_tool_choice,
         .words = [](const Requirement& requirement, const Check& check) -> std::string {
           return fmt::format("asks for {}; this one {} it",
                              requirement.asked.is_object() ? "one function"
                                                            : form_of(requirement.asked),
                              check.verdict == Verdict::pass ? "supports" : "does not support");
         },
         .brief = [](const Requirement& requirement, const Check& /*check*/) -> std::string {
           return std::string(form_of(requirement.asked));
         },
         .reads = "/supports_tool_choice"},
    Rule{.code = "max_completion_tokens",
         .meaning = "the endpoint can generate that many tokens and has room for a prompt besides",
         .pointer = "/max_completion_tokens",
         .ask = ask_output,
         .judge = judge_output,
         .words = words_of_output,
         .brief = brief_shortage,
         .edit = edit_output,
         .reads = "/max_completion_tokens",
         .also_asks = limits_of_output},
    Rule{.code = "context_length",
         .meaning = "the prompt of --prompt-tokens and the completion fit",
         .pointer = {},
         .ask = ask_context,
         .judge = judge_context,
         .words = words_of_context,
         .brief = brief_context,
         .reads = "/context_length",
         .also_asks = limits_of_output},
    Rule{.code = "data_collection",
         .meaning = "with deny, the endpoint is in the list of --known; unknown without one",
         .pointer = "/provider/data_collection",
         .ask = [](const RoutingRequest& request, const Rule& rule) -> std::optional<Requirement> {
           auto requirement = when_set(request, rule);
           return requirement && requirement->asked == "deny" ? requirement : std::nullopt;
         },
         .judge = judge_by_list,
         .words = [](const Requirement& requirement, const Check& check) -> std::string {
           return words_by_list("only endpoints that do not collect data", requirement, check);
         },
         .brief = brief_found},
    Rule{.code = "zdr",
         .meaning = "the endpoint is in the list of --known; unknown without one",
         .pointer = "/provider/zdr",
         .ask = when_true,
         .judge = judge_by_list,
         .words = [](const Requirement& requirement, const Check& check) -> std::string {
           return words_by_list("only endpoints that retain no data", requirement, check);
         },
         .brief = brief_found},
    Rule{.code = "enforce_distillable_text",
         .meaning = "the endpoint is in the list of --known; unknown without one",
         .pointer = "/provider/enforce_distillable_text",
         .ask = when_true,
         .judge = judge_by_list,
         .words = [](const Requirement& requirement, const Check& check) -> std::string {
           return words_by_list("only models that allow distillation", requirement, check);
         },
         .brief = brief_found},
    // A body that forbids fallbacks reaches only the endpoints that its order names, or the first
    // by its sort.
    Rule{.code = "allow_fallbacks",
         .meaning = "with false, order names the endpoint or sort puts it first",
         .pointer = "/provider/allow_fallbacks",
         .ask = [](const RoutingRequest& request, const Rule& rule) -> std::optional<Requirement> {
           if (request.may_fall_back) return std::nullopt;
           return Requirement{rule.code, std::string(rule.pointer), false};
         },
         .judge = [](const RuleInput& input) -> std::optional<RuleResult> {
           return input.request.order.empty() ? judge_by_sort(input) : judge_by_order(input);
         },
         .words = [](const Requirement& requirement, const Check& check) -> std::string {
           if (check.verdict == Verdict::unknown)
             return "forbids fallbacks; a listing does not show which endpoint the sort puts first";
           return fmt::format("forbids fallbacks; this one is {}", brief_found(requirement, check));
         },
         .brief = brief_found,
         .edit = [](const RuleInput& input) -> std::optional<Edit> {
           if (input.request.order.empty()) return std::nullopt;
           return appended_tag(input, order_pointer);
         },
         .scope = Scope::group},
};

static_assert(std::ranges::all_of(spec::assumable_codes, [](std::string_view code) {
  return find_row(table, &Rule::code, code) != nullptr;
}));
static_assert(std::ranges::all_of(table, [](const Rule& rule) {
  return spec::is_knowable(rule.code) == (rule.judge == judge_by_list);
}));

Result<std::string_view> read_assumable(std::string_view word) {
  constexpr auto& known = spec::assumable_codes;
  if (const auto* code = std::ranges::find(known, word); code != known.end()) return *code;
  const auto hint = fmt::format("--assume takes {}", fmt::join(known, " "));
  if (find_row(table, &Rule::code, word) != nullptr)
    return fail(Error::usage(
        fmt::format("{} cannot be assumed, because a listing can show it", word), hint));
  return fail(Error::unknown_word("check to assume", word, nearest_word(word, known), hint));
}

} // namespace

std::span<const Rule> rules() {
  return table;
}

std::vector<CheckMeaning> check_meanings() {
  return mapped(table, [&](const auto& rule) { return CheckMeaning{rule.code, rule.meaning}; });
}

Result<std::vector<std::string_view>> read_assumed(std::span<const std::string> lists) {
  std::vector<std::string_view> assumed;
  for (const auto& list : lists)
    for (const auto word : split(list, ',')) {
      TRY_ASSIGN(const auto code, read_assumable(word));
      if (!contains(assumed, code)) assumed.push_back(code);
    }
  return assumed;
}

const Rule& rule_of(std::string_view code) {
  return *find_row(table, &Rule::code, code);
}

std::optional<Requirement> when_set(const RoutingRequest& request, const Rule& rule) {
  const auto* value = set_member(request.body, rule.pointer);
  if (value == nullptr) return std::nullopt;
  return Requirement{rule.code, std::string(rule.pointer), *value, value, decimal_in(*value)};
}

std::optional<Requirement> when_true(const RoutingRequest& request, const Rule& rule) {
  auto requirement = when_set(request, rule);
  return requirement && requirement->asked == true ? requirement : std::nullopt;
}

Json found_by(const Check& check) {
  return parse_json(check.found, Reading::tolerant).value_or(Json(nullptr));
}

std::string brief_found(const Requirement& /*requirement*/, const Check& check) {
  return spoken(found_by(check));
}

std::string spoken(const Json& value) {
  constexpr std::size_t longest_text = 200;
  constexpr std::size_t longest_list = 40;
  constexpr std::size_t beginning = 20; // of a longer list
  if (value.is_string()) return abbreviated(value.get_ref<const std::string&>(), longest_text);
  if (const auto number = decimal_in(value); value.is_number() && number) return number->text();
  if (!value.is_array()) return dump_json(value);
  const auto shown = value.size() > longest_list ? beginning : value.size();
  return listed(mapped(value, spoken), shown);
}

} // namespace mrctl::routing
