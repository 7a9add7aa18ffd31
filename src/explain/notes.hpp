#pragma once

#include "mrctl/explain/explain.hpp"

#include "question.hpp"

namespace mrctl::explain {

// Returns notes about the groups, then what a listing never shows.
[[nodiscard]] std::vector<std::string> notes_on(const Question& question,
                                                std::span<const Listing> listings);

} // namespace mrctl::explain
