#pragma once

#include "mrctl/explain/explain.hpp"

#include "question.hpp"

namespace mrctl::explain {

// Returns the entries that match no endpoint of any listing, each with the nearest valid one.
// Listings without endpoints are passed over; if all are, no entry is dead.
[[nodiscard]] std::vector<DeadEntry> dead_entries(const Question& question,
                                                  std::span<const Listing> listings);

} // namespace mrctl::explain
