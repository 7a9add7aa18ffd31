#pragma once

#include "mrctl/output/html.hpp"
#include "mrctl/output/presentation.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace mrctl::output {

using FillPage = std::function<void(Page& page)>;

// Returns whether a row needs more room than a line.
[[nodiscard]] inline bool is_long(const PageRow& row) {
  return !row.changes.empty() || !row.facts.empty();
}

[[nodiscard]] inline bool is_folded(const PageRow& row, const PageRows& rows) {
  return !rows.folded.empty() && row.tone == Tone::quiet && !is_long(row);
}

// Returns "12 presets: temperature 0.2 → 0.3 (base.yaml:4)" for a shared change; nothing if it
// takes several lines.
[[nodiscard]] inline std::optional<std::string> sentence_on_shared(const PageRow& row) {
  const auto change = std::move(change_lines(row.changes).front());
  if (change.lines.size() != 1) return std::nullopt;
  return fmt::format("{}: {} {} ({})", row.cells[0].value_or(""), change.label,
                     change.lines.front(), row.cells[1].value_or(""));
}

// Which tables of a page a digest has: all, or those that are no records of the result.
enum class DigestedTables : std::uint8_t { all, beside_records };

// The writers of what people read.
void write_text_page(const FillPage& fill, const Target& target, const Write& write);
[[nodiscard]] Markup markup_of_page(const FillPage& fill);
[[nodiscard]] Digest digest_of_page(const FillPage& fill,
                                    DigestedTables tables = DigestedTables::all);

} // namespace mrctl::output
