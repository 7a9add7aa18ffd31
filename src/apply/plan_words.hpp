#pragma once

#include "mrctl/apply/plan.hpp"

#include <string_view>

namespace mrctl::apply {

// Returns an explanation of an action whose name is not enough; else empty.
[[nodiscard]] std::string_view remark_on(const Planned& preset);

// Returns the class of a page's style for a tone.
[[nodiscard]] constexpr std::string_view style_of(Tone tone) {
  switch (tone) {
  case Tone::good:
    return "good";
  case Tone::doubtful:
    return "warn";
  case Tone::bad:
    return "bad";
  case Tone::quiet:
    break;
  }
  return "dim";
}

} // namespace mrctl::apply
