#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/shape.hpp"

#include <string_view>

namespace mrctl::spec {

// A text that a flag, a setting or a key of a file got, and what its row says that it takes.
struct GivenValue {
  Takes takes = Takes::text;
  std::string_view text;
  std::string_view where; // begins the message: "--timeout", "MRCTL_OUTPUT", "max_cost"
  Range range{};          // of a number
  Rows<std::string_view> choices{};
  std::string_view fallback{}; // the default
};

// Fails with a usage error: "--timeout must be a duration such as 500ms, 10s or 2m, got 'soon'".
[[nodiscard]] Status check_value(const GivenValue& given);

// Returns the error on a value that is wrong.
[[nodiscard]] Error wrong_value(const GivenValue& given);

} // namespace mrctl::spec
