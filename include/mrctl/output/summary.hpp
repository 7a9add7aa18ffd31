#pragma once

#include "mrctl/output/finding.hpp"
#include "mrctl/output/records.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mrctl::output {

// A result in short, for the summary of a CI job.
struct Digest {
  std::string totals{};              // may be empty
  std::vector<std::string> lines{};  // sentences
  std::vector<Records> tables{};     // of each, the worst row first
  std::string command{};             // "preset lint"
  std::vector<std::string> blocks{}; // Markdown that follows the tables
};

// Returns Markdown: the totals, the sentences, the tables, the blocks.
[[nodiscard]] std::string markdown_of(const Digest& digest);

// Returns Markdown of at most `room` bytes: a heading, the totals, the failures, the sentences, the
// tables, the blocks. If it does not fit, rows are omitted from the end, and the last line says how
// many: "12 rows left out". Empty if there is no room for the heading.
[[nodiscard]] std::string summary(const Digest& digest, const std::vector<std::string>& failures,
                                  std::size_t room);

} // namespace mrctl::output
