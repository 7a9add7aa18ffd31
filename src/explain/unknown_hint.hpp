#pragma once

#include "mrctl/explain/explanation.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace mrctl::explain {

// How many more endpoints a gate or a reader needs in a group, and which endpoints count.
struct Lack {
  std::size_t count = 0;
  std::string_view tag{}; // empty: any endpoints
  std::function<bool(const ExplainedEndpoint&)> would_count = [](const ExplainedEndpoint&) {
    return true;
  };
};

[[nodiscard]] bool has_tag(const ExplainedEndpoint& judged, std::string_view tag);

// Returns "; listings do not show whether 3 qualify; decide with --known zdr=FILE or --assume zdr"
// if the unknown endpoints alone are what is lacking; else empty.
[[nodiscard]] std::string hint_on_unknown(const ModelGroup& group, const Explanation& explanation,
                                          const Lack& lack);

} // namespace mrctl::explain
