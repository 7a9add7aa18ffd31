#include "mrctl/render/changes.hpp"
#include "mrctl/render/plan.hpp"
#include "mrctl/render/text.hpp"

#include "plan_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mrctl::render {

namespace {

using plan::Action;
using plan::Plan;
using plan::Planned;

constexpr std::size_t longest_change = 300; // in a cell of a summary

std::string_view style_of(Action action) {
  switch (action) {
  case Action::create:
    return "good";
  case Action::update:
  case Action::retry:
  case Action::orphan:
    return "warn";
  case Action::unchanged:
    break;
  }
  return "dim";
}

Markup line_of(const std::string& line) {
  if (line.starts_with("- ")) return html_element("del", "", html_text(line));
  if (line.starts_with("+ ")) return html_element("ins", "", html_text(line));
  return html_text(line);
}

Markup changes_html(const Planned& preset) {
  HtmlTable table{{{"member", "Member", model::Kind::text, true}, {"change", "Change"}}, {}};
  for (const auto& change : change_lines(preset.changes)) {
    Markup lines;
    for (const auto& line : change.lines)
      lines += line_of(line) + Markup{"\n"};
    table.rows.push_back({html_text(change.label), html_element("pre", "", lines)});
  }
  return table.rows.empty() ? Markup{} : html_table(table);
}

Markup preset_html(const Planned& preset) {
  const auto action = plan::action_name(preset.action);
  auto out = html_element("h2", "",
                          html_text(preset.slug) + Markup{" "} +
                              html_element("span", style_of(preset.action), html_text(action)));
  if (preset.version)
    out += html_element("p", "dim", html_text(fmt::format("version {}", *preset.version)));
  if (const auto remark = remark_on(preset); !remark.empty()) out += html_paragraph(remark);
  return out + Markup{"\n"} + changes_html(preset);
}

// The changes on one line: "temperature 0.2 → 0.3; provider.order[1] + acme/us".
std::string changes_text(const Planned& preset) {
  std::string out;
  for (const auto& change : change_lines(preset.changes)) {
    out += (out.empty() ? "" : "; ") + change.label;
    for (const auto& line : change.lines)
      out += " " + line;
    if (display_width(out) > longest_change) break;
  }
  return shortened(out, longest_change, "…");
}

// "update support: temperature 0.2 → 0.3", "orphan old: still live; …"
std::string sentence_of(const Planned& preset) {
  auto out = fmt::format("{} {}", plan::action_name(preset.action), preset.slug);
  if (const auto remark = remark_on(preset); !remark.empty()) out.append(": ").append(remark);
  if (const auto changes = changes_text(preset); !changes.empty()) out += ": " + changes;
  return out;
}

// What cannot be undone or is unknown comes first.
constexpr std::array worst_first{Action::retry, Action::orphan, Action::update, Action::create,
                                 Action::unchanged};
static_assert(worst_first.size() == static_cast<std::size_t>(Action::orphan) + 1);

} // namespace

Markup plan_html(const Plan& plan, Unchanged unchanged) {
  auto out = html_paragraph(plan::summary_of(plan));
  Grid same{{{"preset", "Preset", model::Kind::text, true},
             {"version", "Version", model::Kind::number},
             {"file", "File"}},
            {}};
  for (const auto& preset : plan.presets) {
    if (preset.action != Action::unchanged)
      out += preset_html(preset);
    else if (unchanged == Unchanged::shown)
      same.rows.push_back(
          {std::string(preset.slug),
           preset.version ? std::optional(std::to_string(*preset.version)) : std::nullopt,
           std::string(preset.file)});
  }
  if (same.rows.empty()) return out;
  return out + html_heading("Unchanged") + html_table(same);
}

Digest plan_digest(const Plan& plan, Unchanged unchanged) {
  Digest digest{plan::summary_of(plan), {{"preset", "action", "version", "changes"}, {}}};
  for (const auto action : worst_first) {
    if (action == Action::unchanged && unchanged == Unchanged::hidden) continue;
    for (const auto& preset : plan.presets)
      if (preset.action == action)
        digest.rows.rows.push_back(
            {std::string(preset.slug), std::string(plan::action_name(action)),
             preset.version ? std::optional(std::to_string(*preset.version)) : std::nullopt,
             changes_text(preset)});
  }
  return digest;
}

Findings plan_findings(const Plan& plan, CheckResult sent) {
  Findings findings;
  for (const auto& preset : plan.presets) {
    const auto action = std::string(plan::action_name(preset.action));
    const auto result = plan::is_sent(preset.action) ? sent : CheckResult::passed;
    Finding finding{.result = result,
                    .rule = "plan." + action,
                    .file = std::string(preset.file),
                    .suite = std::string(preset.file.empty() ? preset.slug : preset.file),
                    .name = std::string(preset.slug)};
    if (result == CheckResult::failed) finding.severity = Severity::error;
    if (preset.action != Action::unchanged) finding.message = sentence_of(preset);
    if (!finding.severity && !remark_on(preset).empty()) finding.severity = Severity::warning;
    findings.push_back(std::move(finding));
  }
  return findings;
}

} // namespace mrctl::render
