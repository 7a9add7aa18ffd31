#pragma once

#include "mrctl/routing/explain.hpp"

#include "question.hpp"

namespace mrctl::routing {

// Returns what has to be said of the groups beside the verdicts, then what a listing never shows.
[[nodiscard]] std::vector<std::string> notes_on(const Question& question,
                                                std::span<const Listing> listings);

} // namespace mrctl::routing
