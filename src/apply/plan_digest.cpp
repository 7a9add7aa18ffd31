#include "mrctl/apply/plan_report.hpp"
#include "mrctl/output/change_text.hpp"
#include "mrctl/output/text.hpp"

#include "plan_words.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace mrctl::apply {

namespace {

constexpr std::size_t longest_change = 300; // in a cell of a summary

// The changes on one line: "temperature 0.2 → 0.3; provider.order[1] + acme/us".
std::string changes_text(const std::vector<output::Change>& changes) {
  std::string out;
  for (const auto& change : output::change_lines(changes)) {
    out += (out.empty() ? "" : "; ") + change.label;
    for (const auto& line : change.lines)
      out += " " + line;
    if (output::display_width(out) > longest_change) break;
  }
  return output::shortened(out, longest_change, "…");
}

// "update support: temperature 0.2 → 0.3", "orphan old: still live; …"
std::string sentence_of(const Planned& preset, const std::vector<output::Change>& changes) {
  auto out = fmt::format("{} {}", action_name(preset.action), preset.slug);
  if (const auto remark = remark_on(preset); !remark.empty()) out.append(": ").append(remark);
  if (const auto text = changes_text(changes); !text.empty()) out += ": " + text;
  return out;
}

} // namespace

output::Digest plan_digest(const Plan& plan, Unchanged unchanged) {
  output::Digest digest{summary_of(plan), {{"preset", "action", "version", "changes"}}};
  for (const auto action : actions_worst_first()) {
    if (action == Action::unchanged && unchanged == Unchanged::hidden) continue;
    for (const auto& preset : plan.presets)
      if (preset.action == action)
        digest.rows.rows.push_back(
            {std::string(preset.slug), std::string(action_name(action)),
             preset.version ? std::optional(std::to_string(*preset.version)) : std::nullopt,
             changes_text(plan.changes_of(preset))});
  }
  return digest;
}

output::Findings plan_findings(const Plan& plan, output::CheckResult sent) {
  output::Findings findings;
  for (const auto& preset : plan.presets) {
    const auto action = std::string(action_name(preset.action));
    const auto changes = plan.changes_of(preset);
    const auto result = is_sent(preset.action) ? sent : output::CheckResult::passed;
    output::Finding finding{.result = result,
                            .rule = "plan." + action,
                            .file = std::string(preset.file),
                            .suite = std::string(preset.file.empty() ? preset.slug : preset.file),
                            .name = std::string(preset.slug)};
    if (result == output::CheckResult::failed) finding.severity = Severity::error;
    if (!changes.empty()) finding.pointer = changes.front().path;
    if (preset.action != Action::unchanged) finding.message = sentence_of(preset, changes);
    if (!finding.severity && !remark_on(preset).empty()) finding.severity = Severity::warning;
    findings.push_back(std::move(finding));
  }
  return findings;
}

} // namespace mrctl::apply
