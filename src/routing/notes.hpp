#pragma once

#include "mrctl/routing/explain.hpp"

#include "question.hpp"

namespace mrctl::routing {

// Returns notes about the groups, then what a listing never shows.
[[nodiscard]] std::vector<std::string> notes_on(const Question& question,
                                                std::span<const Listing> listings);

} // namespace mrctl::routing
