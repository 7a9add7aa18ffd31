#include "mrctl/explain/words.hpp"

#include "mrctl/json/path.hpp"

#include "provider_rules.hpp"
#include "question.hpp"
#include "rules.hpp"

#include <fmt/format.h>

namespace mrctl::explain {

namespace {

std::string taken_words(const Edit& edit) {
  auto taken = Json::array();
  for (const auto i : edit.taken_out)
    taken.push_back((*edit.from)[i]);
  return spoken(taken);
}

std::string number_words(std::string_view member, const Decimal& from, const Decimal& to) {
  return fmt::format("{} {} from {} to {}", from < to ? "raise" : "lower", member, from.text(),
                     to.text());
}

} // namespace

std::string_view member_read_by(std::string_view code) {
  return rule_of(code).reads;
}

std::string words_of(const Demand& demand, const Check& check) {
  return rule_of(demand.code).words(demand, check);
}

std::string words_of(const Edit& edit) {
  const auto member = dotted(edit.path);
  if (edit.appended) return fmt::format("add {} to {}", *edit.appended, member);
  if (!edit.taken_out.empty()) return fmt::format("remove {} from {}", taken_words(edit), member);
  if (!edit.to) return fmt::format("remove {}", member);
  const auto from = edit.from == nullptr ? std::nullopt : decimal_in(*edit.from);
  const auto to = decimal_in(*edit.to);
  if (from && to) return number_words(member, *from, *to);
  return fmt::format("set {} to {}", member, spoken(*edit.to));
}

std::string name_of(const service::Endpoint& endpoint) {
  if (endpoint.tag) return *endpoint.tag;
  return endpoint.provider_name ? *endpoint.provider_name : "(no tag)";
}

} // namespace mrctl::explain
