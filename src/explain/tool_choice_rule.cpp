#include "tool_choice_rule.hpp"

#include "mrctl/base/table.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace mrctl::explain {

namespace {

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

// The form of a tool choice; empty if it is none that a listing speaks of.
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

} // namespace

std::optional<RuleResult> judge_tool_choice(const Inquiry& inquiry) {
  const auto* form =
      find_row(tool_choice_forms, &ToolChoiceForm::word, form_of(inquiry.demand.asked));
  if (form == nullptr) return std::nullopt;
  const auto supported = inquiry.endpoint.endpoint->supports_tool_choice.*form->supported;
  if (!supported) return std::nullopt;
  return RuleResult{.verdict = *supported ? Verdict::pass : Verdict::fail,
                    .found = *supported ? "true" : "false"};
}

std::string brief_tool_choice(const Demand& demand, const Check& /*check*/) {
  return std::string(form_of(demand.asked));
}

std::string words_of_tool_choice(const Demand& demand, const Check& check) {
  return fmt::format("asks for {}; this one {} it",
                     demand.asked.is_object() ? "one function" : form_of(demand.asked),
                     check.verdict == Verdict::pass ? "supports" : "does not support");
}

} // namespace mrctl::explain
