#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/spec/shape.hpp"

#include <array>
#include <string_view>

namespace mrctl::spec {

// A rule that does not follow from a shape; `mrctl help --json` lists those that do, too. Ids are
// stable: their meaning does not change, and they are never reused.
struct Rule {
  std::string_view id; // "json.duplicate-key"
  Severity severity;
  std::string_view says; // what it means, and what to do
};

[[nodiscard]] Rows<Rule> general_rules();

// The checks of endpoints that no listing decides, for --assume; the room routing says what each
// is.
inline constexpr std::array<std::string_view, 5> assumable_codes{
    "data_collection", "zdr", "enforce_distillable_text", "max_price.audio", "service_tier"};

// The checks that a list of endpoints can decide, for --known.
inline constexpr std::array<std::string_view, 3> knowable_codes{"data_collection", "zdr",
                                                                "enforce_distillable_text"};

[[nodiscard]] constexpr bool is_knowable(std::string_view code) {
  return contains(knowable_codes, code);
}

[[nodiscard]] constexpr bool is_assumable(std::string_view code) {
  return contains(assumable_codes, code);
}

} // namespace mrctl::spec
