#include "mrctl/render/plan.hpp"

#include "changes.hpp"
#include "plan_words.hpp"

#include <fmt/format.h>

namespace mrctl::render {

namespace {

using plan::Action;
using plan::Plan;
using plan::Planned;

Markup planned_line(const std::string& line) {
  if (line.starts_with("- ")) return html_element("del", "", html_text(line));
  if (line.starts_with("+ ")) return html_element("ins", "", html_text(line));
  return html_text(line);
}

Markup changes_html(const std::vector<diff::Change>& changes) {
  HtmlTable table{{{"member", "Member", model::CellKind::text, true}, {"change", "Change"}}};
  for (const auto& change : change_lines(changes)) {
    Markup lines;
    for (const auto& line : change.lines)
      lines += planned_line(line) + Markup{"\n"};
    table.rows.push_back({html_text(change.label), html_element("pre", "", lines)});
  }
  return table.rows.empty() ? Markup{} : html_table(table);
}

Markup planned_html(const Plan& plan, const Planned& preset) {
  const auto action = plan::action_name(preset.action);
  auto out = html_element(
      "h2", "",
      html_text(preset.slug) + Markup{" "} +
          html_element("span", style_of(plan::tone_of(preset.action)), html_text(action)));
  if (preset.version)
    out += html_element("p", "dim", html_text(fmt::format("version {}", *preset.version)));
  if (const auto remark = remark_on(preset); !remark.empty()) out += html_paragraph(remark);
  return out + Markup{"\n"} + changes_html(plan.changes_of(preset));
}

} // namespace

Markup plan_html(const Plan& plan, Unchanged unchanged) {
  auto out = html_paragraph(plan::summary_of(plan));
  Grid same{{{"preset", "Preset", model::CellKind::text, true},
             {"version", "Version", model::CellKind::number},
             {"file", "File"}},
            {}};
  for (const auto& preset : plan.presets) {
    if (preset.action != Action::unchanged)
      out += planned_html(plan, preset);
    else if (unchanged == Unchanged::shown)
      same.rows.push_back(
          {std::string(preset.slug),
           preset.version ? std::optional(std::to_string(*preset.version)) : std::nullopt,
           std::string(preset.file)});
  }
  if (same.rows.empty()) return out;
  return out + html_heading("Unchanged") + html_table(same);
}

} // namespace mrctl::render
