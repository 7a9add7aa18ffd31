#pragma once

#include "mrctl/output/html.hpp"
#include "mrctl/output/presentation.hpp"

#include <functional>

namespace mrctl::output {

using FillPage = std::function<void(Page& page)>;

// Whether a row needs more room than a line.
[[nodiscard]] inline bool is_long(const Row& row) {
  return !row.changes.empty() || !row.facts.empty();
}

[[nodiscard]] inline bool is_folded(const Row& row, const PageRows& rows) {
  return !rows.folded.empty() && row.tone == Tone::quiet && !is_long(row);
}

// The writers of what people read.
void write_text_page(const FillPage& fill, const Target& target, const Write& write);
[[nodiscard]] Markup markup_of_page(const FillPage& fill);
[[nodiscard]] Digest digest_of_page(const FillPage& fill);

} // namespace mrctl::output
