#include "mrctl/routing/words.hpp"

#include "mrctl/json/path.hpp"

#include "provider_rules.hpp"
#include "question.hpp"
#include "rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::routing {

namespace {

bool holds(const Json& list, const Json& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

// The items of one list that the other does not have.
Json without(const Json& list, const Json& other) {
  auto rest = Json::array();
  for (const auto& item : list)
    if (!holds(other, item)) rest.push_back(item);
  return rest;
}

std::string list_words(const Edit& edit, std::string_view member) {
  const auto from = edit.from.is_array() ? edit.from : Json::array();
  const auto added = without(*edit.to, from);
  if (!added.empty()) return fmt::format("add {} to {}", spoken(added), member);
  return fmt::format("remove {} from {}", spoken(without(from, *edit.to)), member);
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
  if (!edit.to) return fmt::format("remove {}", member);
  if (edit.to->is_array()) return list_words(edit, member);
  const auto from = decimal_in(edit.from);
  const auto to = decimal_in(*edit.to);
  if (from && to) return number_words(member, *from, *to);
  return fmt::format("set {} to {}", member, spoken(*edit.to));
}

std::string name_of(const model::Endpoint& endpoint) {
  if (endpoint.tag) return *endpoint.tag;
  return endpoint.provider_name ? *endpoint.provider_name : "(no tag)";
}

} // namespace mrctl::routing
