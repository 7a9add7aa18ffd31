#pragma once

#include "mrctl/plan/plan.hpp"
#include "mrctl/render/format.hpp"
#include "mrctl/render/html.hpp"
#include "mrctl/render/records.hpp"
#include "mrctl/render/summary.hpp"
#include "mrctl/render/terminal.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::render {

enum class Unchanged { shown, hidden };

// Draws a plan for people, its summary in the last line. Each part is whole lines.
void write_plan_text(const plan::Plan& plan, Unchanged unchanged, const Terminal& terminal,
                     const Write& write);

// Writes {"service","create":N,…,"presets":[…]}.
void write_plan_json(const plan::Plan& plan, const Write& write);

// Writes each preset's object on its own line.
void write_plan_jsonl(const plan::Plan& plan, const Write& write);

// Returns what is written.
[[nodiscard]] std::string plan_text(const plan::Plan& plan, Unchanged unchanged,
                                    const Terminal& terminal);
[[nodiscard]] std::string plan_json(const plan::Plan& plan);
[[nodiscard]] std::string plan_jsonl(const plan::Plan& plan);

// Returns the records, for formats such as csv; the paths of the changes are in one cell.
[[nodiscard]] Records plan_records(const plan::Plan& plan, Unchanged unchanged);

// Returns the slugs.
[[nodiscard]] std::vector<std::string> plan_slugs(const plan::Plan& plan, Unchanged unchanged);

// Returns the plan as markup, and its digest for a summary.
[[nodiscard]] Markup plan_html(const plan::Plan& plan, Unchanged unchanged);
[[nodiscard]] Digest plan_digest(const plan::Plan& plan, Unchanged unchanged);

// Returns a finding for each preset, at the first of its changes, whose line is not known here;
// those that would be sent come out as `sent` says.
[[nodiscard]] Findings plan_findings(const plan::Plan& plan, CheckResult sent);

} // namespace mrctl::render
