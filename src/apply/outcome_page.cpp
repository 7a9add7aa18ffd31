#include "mrctl/apply/outcome_report.hpp"

#include "plan_words.hpp"

#include <fmt/format.h>

namespace mrctl::apply {

namespace {

std::string remarks_on_outcome(const Outcome& outcome) {
  auto out = fmt::format("{}", fmt::join(outcome.notes, "; "));
  if (outcome.error) out += (out.empty() ? "" : "; ") + outcome.error->message;
  return out;
}

std::optional<std::string> number(const std::optional<std::int64_t>& version) {
  return version ? std::optional(std::to_string(*version)) : std::nullopt;
}

std::vector<std::optional<std::string>> cells_of(const Planned& preset, const Outcome& outcome) {
  const bool is_same = outcome.fate == Fate::unchanged;
  return {std::string(preset.slug), std::string(fate_name(outcome.fate)), number(preset.version),
          number(is_same ? preset.version : outcome.version), remarks_on_outcome(outcome)};
}

} // namespace

output::Markup applied_html(const AppliedPlan& applied, Unchanged unchanged) {
  output::HtmlTable table{{{"preset", "Preset", output::CellKind::text, true},
                           {"outcome", "Outcome"},
                           {"before", "Before", output::CellKind::number},
                           {"after", "After", output::CellKind::number},
                           {"remarks", "Remarks"}},
                          {}};
  for (std::size_t i = 0; i < applied.outcomes.size(); ++i) {
    const auto fate = applied.outcomes[i].fate;
    if (unchanged == Unchanged::hidden && fate == Fate::unchanged) continue;
    auto& cells = table.rows.emplace_back();
    for (const auto& cell : cells_of(applied.plan.presets[i], applied.outcomes[i]))
      cells.push_back(output::html_cell(cell));
    cells[1] = output::html_element("span", style_of(tone_of(fate)), cells[1]);
  }
  const auto totals = output::html_paragraph(summary_of(applied));
  return table.rows.empty() ? totals : totals + output::html_table(table);
}

output::Digest applied_digest(const AppliedPlan& applied, Unchanged unchanged) {
  output::Digest digest{summary_of(applied), {{"preset", "outcome", "before", "after", "remarks"}}};
  for (const auto fate : fates_worst_first()) {
    if (fate == Fate::unchanged && unchanged == Unchanged::hidden) continue;
    for (std::size_t i = 0; i < applied.outcomes.size(); ++i)
      if (applied.outcomes[i].fate == fate)
        digest.rows.rows.push_back(cells_of(applied.plan.presets[i], applied.outcomes[i]));
  }
  return digest;
}

} // namespace mrctl::apply
