#include "mrctl/service/price_override.hpp"

#include "mrctl/base/list.hpp"

#include <algorithm>

namespace mrctl::service {

bool is_price_per_token(std::string_view name) {
  constexpr std::size_t per_token = 7;
  const auto last = price_names.begin() + per_token;
  return std::find(price_names.begin(), last, name) != last;
}

OverrideItems read_price_override(const JsonView& object, const JsonView& pricing) {
  OverrideItems out;
  for (const auto& item : object.items()) {
    const auto key = item.key();
    if (item.value.is_null()) continue;
    if (key == "discount") {
      out.discounts.push_back(item);
    } else if (contains(price_names, key) || find_member(pricing, key)) {
      out.prices.push_back(item);
    } else if (key == "condition" && item.value.is_object()) {
      for (const auto& condition : item.value.items())
        if (!condition.value.is_null()) out.conditions.push_back(condition);
    } else {
      out.conditions.push_back(item);
    }
  }
  return out;
}

} // namespace mrctl::service
