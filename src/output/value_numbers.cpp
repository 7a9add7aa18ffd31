#include "mrctl/output/value_numbers.hpp"

#include "mrctl/base/decimal.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace mrctl::output {

namespace {

// "1" for 1 and 1.0.
std::string literal_of(const Json& value) {
  if (value.is_number_unsigned()) return std::to_string(value.get<Json::number_unsigned_t>());
  auto text = dump_json(value);
  return is_number(value) ? plain_number(text).value_or(text) : text;
}

} // namespace

ValueNumbers::Number ValueNumbers::of(const Json& value) {
  if (value.is_string()) return of_text(value.get_ref<const std::string&>());
  if (!value.is_structured()) {
    const auto [literal, is_new] = literals_.try_emplace(literal_of(value), count_);
    return is_new ? next() : literal->second;
  }
  if (const auto known = known_.find(&value); known != known_.end()) return known->second;
  const auto number = of_structure(value);
  known_.emplace(&value, number);
  return number;
}

ValueNumbers::Number ValueNumbers::of_text(std::string_view text) {
  const auto [known, is_new] = texts_.try_emplace(text, count_);
  return is_new ? next() : known->second;
}

ValueNumbers::Number ValueNumbers::of_structure(const Json& value) {
  std::vector<Number> content{value.is_object() ? 1U : 0U};
  if (value.is_object()) {
    std::vector<std::pair<Number, Number>> members;
    for (const auto& [key, member] : value.get_ref<const Json::object_t&>())
      members.emplace_back(of_text(key), of(member));
    std::sort(members.begin(), members.end());
    for (const auto& [key, member] : members)
      content.insert(content.end(), {key, member});
  } else {
    for (const auto& element : value)
      content.push_back(of(element));
    if (order_ == ListOrder::ignored) std::sort(content.begin() + 1, content.end());
  }
  const auto [known, is_new] = structures_.try_emplace(std::move(content), count_);
  return is_new ? next() : known->second;
}

} // namespace mrctl::output
