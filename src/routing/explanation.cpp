#include "mrctl/routing/explanation.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/routing/explain.hpp"

#include "routing_request.hpp"
#include "rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mrctl::routing {

namespace {

constexpr std::array<std::string_view, 3> verdict_names{"pass", "fail", "unknown"};
constexpr std::array<std::string_view, 4> cause_names{"", "no-data", "not-in-listing",
                                                      "not-decidable"};
constexpr std::array<std::string_view, 3> reach_names{"eligible", "excluded", "unknown"};

} // namespace

std::string_view verdict_name(Verdict verdict) {
  return verdict_names[static_cast<std::size_t>(verdict)];
}

std::string_view cause_name(Cause cause) {
  return cause_names[static_cast<std::size_t>(cause)];
}

std::string_view reach_name(Reach reach) {
  return reach_names[static_cast<std::size_t>(reach)];
}

std::optional<Json> value_after(const Edit& edit) {
  if (edit.taken_out.empty() && !edit.appended) return edit.to;
  auto list = Json::array();
  auto taken_out = edit.taken_out.begin();
  for (std::size_t i = 0; edit.from != nullptr && i < edit.from->size(); ++i) {
    if (taken_out != edit.taken_out.end() && *taken_out == i)
      ++taken_out;
    else
      list.push_back((*edit.from)[i]);
  }
  if (edit.appended) list.push_back(*edit.appended);
  return list;
}

std::size_t count_of(const ModelGroup& group, Reach reach) {
  return static_cast<std::size_t>(
      std::ranges::count(group.endpoints, reach, &ExplainedEndpoint::reach));
}

std::string_view member_read_by(std::string_view code) {
  return rule_of(code).reads;
}

std::string words_on_check(const Requirement& requirement, const Check& check) {
  return rule_of(requirement.code).words(requirement, check);
}

std::string brief_of(const Requirement& requirement, const Check& check) {
  if (check.verdict == Verdict::unknown) return fmt::format("{} ?", requirement.code);
  const auto& rule = rule_of(requirement.code);
  if (rule.brief == nullptr) return std::string(requirement.code);
  return fmt::format("{} {}", requirement.code, rule.brief(requirement, check));
}

std::string brief_of(const Edit& edit, std::string_view name) {
  const auto member = dotted(edit.path);
  if (edit.appended == name) return "add it to " + member;
  if (edit.appended || !edit.taken_out.empty() || !edit.to) return words_on_edit(edit);
  return fmt::format("{} {}", member, spoken(*edit.to));
}

std::string words_on_edit(const Edit& edit) {
  const auto member = dotted(edit.path);
  if (edit.appended) return fmt::format("add {} to {}", *edit.appended, member);
  if (!edit.taken_out.empty()) {
    auto taken = Json::array();
    for (const auto i : edit.taken_out)
      taken.push_back((*edit.from)[i]);
    return fmt::format("remove {} from {}", spoken(taken), member);
  }
  if (!edit.to) return fmt::format("remove {}", member);
  const auto from = edit.from == nullptr ? std::nullopt : decimal_in(*edit.from);
  const auto to = decimal_in(*edit.to);
  if (from && to)
    return fmt::format("{} {} from {} to {}", *from < *to ? "raise" : "lower", member, from->text(),
                       to->text());
  return fmt::format("set {} to {}", member, spoken(*edit.to));
}

std::string name_of(const service::Endpoint& endpoint) {
  if (endpoint.tag) return std::string(*endpoint.tag);
  return std::string(endpoint.provider_name.value_or("(no tag)"));
}

std::vector<std::string> models_of(const Json& body) {
  std::vector<std::string> models;
  std::set<std::string> seen{""};
  const auto add = [&](const Json& value) {
    if (value.is_string() && !value.get_ref<const std::string&>().starts_with("@preset/") &&
        seen.insert(value.get<std::string>()).second)
      models.push_back(value.get<std::string>());
  };
  if (const auto* model = set_member(body, "/model")) add(*model);
  if (const auto* more = set_member(body, "/models"); more != nullptr && more->is_array())
    std::ranges::for_each(*more, add);
  return models;
}

std::string words_on_unlisted(std::span<const std::string> models) {
  const bool is_one = models.size() == 1;
  return fmt::format("{} {} in no listing ('unlisted'), so what {} unknown", listed(models, 10),
                     is_one ? "is" : "are", is_one ? "it reaches is" : "they reach is");
}

} // namespace mrctl::routing
