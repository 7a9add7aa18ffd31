#include "rules.hpp"

#include "limit_rules.hpp"
#include "provider_rules.hpp"
#include "tier_rules.hpp"

#include <algorithm>
#include <array>

namespace mrctl::routing {

namespace {

using model::Pricing;

constexpr int per_million = 6; // as a power of ten

std::optional<Demand> when_deny(const Question& question, const Rule& rule) {
  auto demand = when_set(question, rule);
  return demand && demand->asked == "deny" ? demand : std::nullopt;
}

std::optional<Finding> not_in_listing(const Inquiry& /*inquiry*/) {
  return Finding{Verdict::unknown, Cause::not_in_listing};
}

std::string words_of_collection(const Demand& /*demand*/, const Check& /*check*/) {
  return "only endpoints that do not collect data; a listing does not show which do";
}

std::string words_of_retention(const Demand& /*demand*/, const Check& /*check*/) {
  return "only endpoints that retain no data; a listing does not show which do";
}

std::string words_of_distillation(const Demand& /*demand*/, const Check& /*check*/) {
  return "only models that allow distillation; a listing does not show which do";
}

constexpr std::array table{
    Rule{.code = "only",
         .pointer = "/provider/only",
         .ask = when_set,
         .judge = judge_only,
         .words = words_of_only,
         .edit = edit_only},
    Rule{.code = "ignore",
         .pointer = "/provider/ignore",
         .ask = when_set,
         .judge = judge_ignore,
         .words = words_of_ignore,
         .edit = edit_ignore},
    Rule{.code = "tier",
         .pointer = "/service_tier",
         .ask = ask_tier,
         .judge = judge_tier,
         .words = words_of_tier,
         .edit = edit_tier},
    Rule{.code = "service_tier",
         .pointer = "/service_tier",
         .ask = ask_service_tier,
         .judge = judge_service_tier,
         .words = words_of_service_tier},
    Rule{.code = "quantizations",
         .pointer = "/provider/quantizations",
         .ask = when_set,
         .judge = judge_quantizations,
         .words = words_of_quantizations,
         .edit = edit_quantizations},
    Rule{.code = "max_price.prompt",
         .pointer = "/provider/max_price/prompt",
         .ask = when_set,
         .judge = judge_price<&Pricing::prompt, per_million>,
         .words = words_of_price,
         .edit = edit_price<&Pricing::prompt, per_million>},
    Rule{.code = "max_price.completion",
         .pointer = "/provider/max_price/completion",
         .ask = when_set,
         .judge = judge_price<&Pricing::completion, per_million>,
         .words = words_of_price,
         .edit = edit_price<&Pricing::completion, per_million>},
    Rule{.code = "max_price.image",
         .pointer = "/provider/max_price/image",
         .ask = when_set,
         .judge = judge_price<&Pricing::image, 0>,
         .words = words_of_price,
         .edit = edit_price<&Pricing::image, 0>},
    Rule{.code = "max_price.request",
         .pointer = "/provider/max_price/request",
         .ask = when_set,
         .judge = judge_price<&Pricing::request, 0>,
         .words = words_of_price,
         .edit = edit_price<&Pricing::request, 0>},
    Rule{.code = "max_price.audio",
         .pointer = "/provider/max_price/audio",
         .ask = when_set,
         .judge = not_in_listing,
         .words = words_of_price},
    Rule{.code = "require_parameters",
         .pointer = "/provider/require_parameters",
         .ask = ask_parameters,
         .judge = judge_parameters,
         .words = words_of_parameters,
         .edit = edit_parameters},
    Rule{.code = "max_completion_tokens",
         .pointer = "/max_completion_tokens",
         .ask = ask_output,
         .judge = judge_output,
         .words = words_of_output,
         .edit = edit_output},
    Rule{.code = "context_length",
         .pointer = {},
         .ask = ask_context,
         .judge = judge_context,
         .words = words_of_context},
    Rule{.code = "data_collection",
         .pointer = "/provider/data_collection",
         .ask = when_deny,
         .judge = not_in_listing,
         .words = words_of_collection},
    Rule{.code = "zdr",
         .pointer = "/provider/zdr",
         .ask = when_true,
         .judge = not_in_listing,
         .words = words_of_retention},
    Rule{.code = "enforce_distillable_text",
         .pointer = "/provider/enforce_distillable_text",
         .ask = when_true,
         .judge = not_in_listing,
         .words = words_of_distillation},
    Rule{.code = "allow_fallbacks",
         .pointer = "/provider/allow_fallbacks",
         .ask = ask_fallbacks,
         .judge = judge_fallbacks,
         .words = words_of_fallbacks,
         .edit = edit_fallbacks,
         .scope = Scope::group},
};

} // namespace

std::span<const Rule> rules() {
  return table;
}

const Rule& rule_of(std::string_view code) {
  return *std::find_if(table.begin(), table.end(),
                       [&](const Rule& rule) { return rule.code == code; });
}

} // namespace mrctl::routing
