#pragma once

#include "mrctl/apply/outcome.hpp"
#include "mrctl/apply/plan_report.hpp"
#include "mrctl/output/records.hpp"
#include "mrctl/output/terminal.hpp"

#include <string>
#include <vector>

namespace mrctl::apply {

// Draws the outcome of an apply for people, with a summary in the last line.
[[nodiscard]] std::string applied_text(const AppliedPlan& applied, Unchanged unchanged,
                                       const output::Terminal& terminal);

// Writes {"service","applied":N,"unchanged":N,"failed":N,"presets":[…]}.
void write_applied_json(const AppliedPlan& applied, const output::Write& write);

// Returns what is written.
[[nodiscard]] std::string applied_json(const AppliedPlan& applied);

// Returns the object of one preset as one line.
[[nodiscard]] std::string outcome_jsonl(const Planned& preset, const Outcome& outcome);

// Returns the records, for formats such as csv.
[[nodiscard]] output::Records applied_records(const AppliedPlan& applied, Unchanged unchanged);

// Returns the slugs.
[[nodiscard]] std::vector<std::string> applied_slugs(const AppliedPlan& applied,
                                                     Unchanged unchanged);

// Returns the outcome as markup, and its digest for a summary.
[[nodiscard]] output::Markup applied_html(const AppliedPlan& applied, Unchanged unchanged);
[[nodiscard]] output::Digest applied_digest(const AppliedPlan& applied, Unchanged unchanged);

} // namespace mrctl::apply
