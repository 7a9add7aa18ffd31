#pragma once

#include "mrctl/render/finding.hpp"
#include "mrctl/render/records.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mrctl::render {

// What the summary of a CI job says of a result.
struct Digest {
  std::string totals;    // one sentence; empty where there is nothing to count
  Records rows{};        // the worst first
  std::string command{}; // "preset lint"
};

// Returns the digest of a command that has nothing but findings to say.
[[nodiscard]] Digest digest_of(Findings findings);

// Returns Markdown of at most `room` bytes: a heading, the totals, the failures, the table. What
// does not fit is left out row by row from the end, and the last line says how much: "12 rows left
// out". Empty where there is no room for the heading.
[[nodiscard]] std::string summary(const Digest& digest, const std::vector<std::string>& failures,
                                  std::size_t room);

} // namespace mrctl::render
