#pragma once

#include "mrctl/routing/explain.hpp"

#include "question.hpp"

namespace mrctl::routing {

// Returns the entries that match no endpoint of any listing, each with the nearest one that there
// is. Where a listing has no endpoint, nothing is dead.
[[nodiscard]] std::vector<DeadEntry> dead_entries(const Question& question,
                                                  std::span<const Listing> listings);

} // namespace mrctl::routing
