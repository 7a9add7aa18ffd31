#pragma once

#include "mrctl/base/decimal.hpp"

#include <optional>
#include <string>

namespace mrctl::service {

// A number as the service spelled it, as a JSON number or as text. Only the text is kept, because
// long listings contain hundreds of thousands of numbers, and most are only printed.
struct Number {
  std::string text;

  // None if the text is not a number ("n/a").
  [[nodiscard]] std::optional<Decimal> value() const { return Decimal::parse(text); }

  // The value of a price. None if plain digits would need more than 40 characters, as for 1e400.
  [[nodiscard]] std::optional<Decimal> price() const;

  bool operator==(const Number&) const = default;
};

} // namespace mrctl::service
