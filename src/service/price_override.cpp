#include "mrctl/service/price_override.hpp"

#include "mrctl/base/list.hpp"

#include <algorithm>

namespace mrctl::service {

bool is_price_per_token(std::string_view name) {
  constexpr std::size_t per_token = 5;
  const auto last = price_names.begin() + per_token;
  return std::find(price_names.begin(), last, name) != last;
}

OverrideItems read_price_override(const JsonView& object) {
  OverrideItems out;
  for (const auto& item : object.items()) {
    if (item.value.is_null()) continue;
    const auto key = item.key();
    if (contains(price_names, key)) {
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
