#pragma once

#include "mrctl/plan/outcome.hpp"
#include "mrctl/render/plan.hpp"
#include "mrctl/render/records.hpp"
#include "mrctl/render/terminal.hpp"

#include <string>
#include <vector>

namespace mrctl::render {

// Draws the outcome of an apply for people, with a summary in the last line.
[[nodiscard]] std::string applied_text(const plan::AppliedPlan& applied, Unchanged unchanged,
                                       const Terminal& terminal);

// Writes {"service","applied":N,"unchanged":N,"failed":N,"presets":[…]}.
void write_applied_json(const plan::AppliedPlan& applied, const Write& write);

// Returns what is written.
[[nodiscard]] std::string applied_json(const plan::AppliedPlan& applied);

// Returns the object of one preset as one line.
[[nodiscard]] std::string outcome_jsonl(const plan::Planned& preset, const plan::Outcome& outcome);

// Returns the records, for formats such as csv.
[[nodiscard]] Records applied_records(const plan::AppliedPlan& applied, Unchanged unchanged);

// Returns the slugs.
[[nodiscard]] std::vector<std::string> applied_slugs(const plan::AppliedPlan& applied,
                                                     Unchanged unchanged);

// Returns the outcome as markup, and its digest for a summary.
[[nodiscard]] Markup applied_html(const plan::AppliedPlan& applied, Unchanged unchanged);
[[nodiscard]] Digest applied_digest(const plan::AppliedPlan& applied, Unchanged unchanged);

} // namespace mrctl::render
