#pragma once

#include "mrctl/model/endpoint.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

// An entry of `only`, `ignore`, `order` or `quantizations`.
struct Entry {
  std::string text;
  std::size_t index = 0;        // in its list
  bool names_a_provider = true; // no tag of the group matches it, so it may be a provider's name
};

using Entries = std::vector<Entry>;

// Returns the tier of a tier endpoint in lower case, else nothing: an endpoint whose tag has
// several segments, the last of which is a tier.
[[nodiscard]] std::optional<std::string_view> tier_of(const model::Endpoint& endpoint);

// Returns the entries as they apply to a group of endpoints.
[[nodiscard]] Entries resolved(Entries entries, std::span<const model::Endpoint> group);

// Returns the position in `entries` of the first one that matches the endpoint, ignoring ASCII
// case: by its whole tag, by the first segments of its tag, or by its provider's name. A tier
// endpoint is matched only by its whole tag.
[[nodiscard]] std::optional<std::size_t> first_match(const Entries& entries,
                                                     const model::Endpoint& endpoint);
[[nodiscard]] bool matches(const Entry& entry, const model::Endpoint& endpoint);

// Returns whether the list contains the endpoint's whole tag.
[[nodiscard]] bool holds_tag(const Entries& entries, const model::Endpoint& endpoint);

// Returns whether an entry covers a quantization: "fp8" stands for "mxfp8" too.
[[nodiscard]] bool is_of_quantization(std::string_view quantization, const Entry& entry);

} // namespace mrctl::routing
