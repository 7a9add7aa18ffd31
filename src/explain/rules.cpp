#include "rules.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/explain/explain.hpp"
#include "mrctl/explain/explanation.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/spec/rule.hpp"

#include "entry_rules.hpp"
#include "limit_rules.hpp"
#include "policy_rules.hpp"
#include "tier_rules.hpp"
#include "tool_choice_rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mrctl::explain {

namespace {

constexpr std::array<std::string_view, 2> lists_of_tags{"/provider/only", order_pointer};
constexpr std::array<std::string_view, 1> whole_body{""};

constexpr std::array table{
    Rule{.code = "only",
         .meaning = "an entry matches the endpoint",
         .pointer = "/provider/only",
         .ask = when_set,
         .judge = judge_only,
         .words = words_of_only,
         .edit = edit_only,
         .reads = "/provider_name"},
    Rule{.code = "ignore",
         .meaning = "no entry matches the endpoint",
         .pointer = "/provider/ignore",
         .ask = when_set,
         .judge = judge_ignore,
         .words = words_of_ignore,
         .edit = edit_ignore,
         .reads = "/provider_name"},
    Rule{.code = "tier",
         .meaning = "a flex, priority, scale or fast endpoint is requested by tier or by its full "
                    "tag, or a "
                    "shortcut admits it: ':nitro' priority and fast, ':floor' flex",
         .pointer = "/service_tier",
         .ask = ask_tier,
         .judge = judge_tier,
         .words = words_of_tier,
         .brief = brief_found,
         .edit = edit_tier,
         .also_asks = lists_of_tags},
    Rule{.code = "service_tier",
         .meaning =
             "with flex, endpoints of other tiers are unknown: the service may leave them out",
         .pointer = "/service_tier",
         .ask = ask_service_tier,
         .judge = judge_service_tier,
         .words = words_of_service_tier},
    Rule{.code = "quantizations",
         .meaning =
             "the quantization is in the list; fp4 also allows mxfp4 and nvfp4, fp8 also mxfp8",
         .pointer = "/provider/quantizations",
         .ask = when_set,
         .judge = judge_quantizations,
         .words = words_of_quantizations,
         .brief = brief_found,
         .edit = edit_quantizations,
         .reads = "/quantization"},
    Rule{.code = "max_price.prompt",
         .meaning = "the price in USD per million prompt tokens is not higher",
         .pointer = "/provider/max_price/prompt",
         .ask = when_set,
         .judge = judge_price<&ListedEndpoint::prompt>,
         .words = words_of_price,
         .brief = brief_excess,
         .edit = edit_price<&ListedEndpoint::prompt>,
         .reads = "/pricing/prompt"},
    Rule{.code = "max_price.completion",
         .meaning = "the price in USD per million completion tokens is not higher",
         .pointer = "/provider/max_price/completion",
         .ask = when_set,
         .judge = judge_price<&ListedEndpoint::completion>,
         .words = words_of_price,
         .brief = brief_excess,
         .edit = edit_price<&ListedEndpoint::completion>,
         .reads = "/pricing/completion"},
    Rule{.code = "max_price.image",
         .meaning = "the price in USD per image is not higher",
         .pointer = "/provider/max_price/image",
         .ask = when_set,
         .judge = judge_price<&ListedEndpoint::image>,
         .words = words_of_price,
         .brief = brief_excess,
         .edit = edit_price<&ListedEndpoint::image>,
         .reads = "/pricing/image"},
    Rule{.code = "max_price.request",
         .meaning = "the price in USD per request is not higher",
         .pointer = "/provider/max_price/request",
         .ask = when_set,
         .judge = judge_price<&ListedEndpoint::request>,
         .words = words_of_price,
         .brief = brief_excess,
         .edit = edit_price<&ListedEndpoint::request>,
         .reads = "/pricing/request"},
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
         .words = words_of_tool_choice,
         .brief = brief_tool_choice,
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
         .ask = when_deny,
         .judge = judge_by_list,
         .words = words_of_collection,
         .brief = brief_found},
    Rule{.code = "zdr",
         .meaning = "the endpoint is in the list of --known; unknown without one",
         .pointer = "/provider/zdr",
         .ask = when_true,
         .judge = judge_by_list,
         .words = words_of_retention,
         .brief = brief_found},
    Rule{.code = "enforce_distillable_text",
         .meaning = "the endpoint is in the list of --known; unknown without one",
         .pointer = "/provider/enforce_distillable_text",
         .ask = when_true,
         .judge = judge_by_list,
         .words = words_of_distillation,
         .brief = brief_found},
    Rule{.code = "allow_fallbacks",
         .meaning = "with false, order names the endpoint or sort puts it first",
         .pointer = "/provider/allow_fallbacks",
         .ask = ask_fallbacks,
         .judge = judge_fallbacks,
         .words = words_of_fallbacks,
         .brief = brief_found,
         .edit = edit_fallbacks,
         .scope = Scope::group},
};

static_assert(std::ranges::all_of(spec::assumable_codes, [](std::string_view code) {
  return find_row(table, &Rule::code, code) != nullptr;
}));
static_assert(std::ranges::all_of(table, [](const Rule& rule) {
  return spec::is_knowable(rule.code) == (rule.judge == judge_by_list);
}));

} // namespace

std::span<const Rule> rules() {
  return table;
}

std::vector<CheckMeaning> check_meanings() {
  std::vector<CheckMeaning> meanings;
  for (const auto& rule : table)
    meanings.push_back({rule.code, rule.meaning});
  return meanings;
}

namespace {

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

std::optional<Demand> when_set(const Question& question, const Rule& rule) {
  const auto* value = set_member(question.body, rule.pointer);
  if (value == nullptr) return std::nullopt;
  return Demand{rule.code, std::string(rule.pointer), *value, value, decimal_in(*value)};
}

std::optional<Demand> when_true(const Question& question, const Rule& rule) {
  auto demand = when_set(question, rule);
  return demand && demand->asked == true ? demand : std::nullopt;
}

Json found_by(const Check& check) {
  return parse_json(check.found, Reading::tolerant).value_or(Json(nullptr));
}

std::string brief_found(const Demand& /*demand*/, const Check& check) {
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
  std::string out;
  for (std::size_t i = 0; i < shown; ++i)
    out += (out.empty() ? "" : ", ") + spoken(value[i]);
  return shown == value.size() ? out : fmt::format("{} and {} more", out, value.size() - shown);
}

} // namespace mrctl::explain
