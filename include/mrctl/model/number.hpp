#pragma once

#include "mrctl/base/decimal.hpp"

#include <optional>
#include <string>

namespace mrctl::model {

// A number as the service spelled it, whether it came as a JSON number or as text.
struct Number {
  std::string text;
  std::optional<Decimal> value; // none where the text is no number ("n/a")

  bool operator==(const Number&) const = default;
};

} // namespace mrctl::model
