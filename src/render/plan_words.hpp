#pragma once

#include "mrctl/plan/plan.hpp"

#include <string_view>

namespace mrctl::render {

// Returns an explanation of an action whose name is not enough; else empty.
[[nodiscard]] std::string_view remark_on(const plan::Planned& preset);

// Returns the class of a page's style for a tone.
[[nodiscard]] constexpr std::string_view style_of(plan::Tone tone) {
  switch (tone) {
  case plan::Tone::good:
    return "good";
  case plan::Tone::doubtful:
    return "warn";
  case plan::Tone::bad:
    return "bad";
  case plan::Tone::quiet:
    break;
  }
  return "dim";
}

} // namespace mrctl::render
