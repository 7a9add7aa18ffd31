#pragma once

#include "mrctl/apply/plan.hpp"
#include "mrctl/output/format.hpp"
#include "mrctl/output/html.hpp"
#include "mrctl/output/records.hpp"
#include "mrctl/output/summary.hpp"
#include "mrctl/output/terminal.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

enum class Unchanged { shown, hidden };

// Draws a plan for people, its summary in the last line. Each part is whole lines.
void write_plan_text(const Plan& plan, Unchanged unchanged, const output::Terminal& terminal,
                     const output::Write& write);

// Writes {"service","create":N,…,"presets":[…]}.
void write_plan_json(const Plan& plan, const output::Write& write);

// Writes each preset's object on its own line.
void write_plan_jsonl(const Plan& plan, const output::Write& write);

// Returns what is written.
[[nodiscard]] std::string plan_text(const Plan& plan, Unchanged unchanged,
                                    const output::Terminal& terminal);
[[nodiscard]] std::string plan_json(const Plan& plan);
[[nodiscard]] std::string plan_jsonl(const Plan& plan);

// Returns the records, for formats such as csv; the paths of the changes are in one cell.
[[nodiscard]] output::Records plan_records(const Plan& plan, Unchanged unchanged);

// Returns the slugs.
[[nodiscard]] std::vector<std::string> plan_slugs(const Plan& plan, Unchanged unchanged);

// Returns the plan as markup, and its digest for a summary.
[[nodiscard]] output::Markup plan_html(const Plan& plan, Unchanged unchanged);
[[nodiscard]] output::Digest plan_digest(const Plan& plan, Unchanged unchanged);

// Returns a finding for each preset, at the first of its changes, whose line is not known here;
// those that would be sent come out as `sent` says.
[[nodiscard]] output::Findings plan_findings(const Plan& plan, output::CheckResult sent);

} // namespace mrctl::apply
