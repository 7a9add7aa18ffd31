#include "mrctl/apply/plan_report.hpp"
#include "mrctl/output/change_text.hpp"

#include "plan_words.hpp"

#include <fmt/format.h>

namespace mrctl::apply {

namespace {

output::Markup planned_line(const std::string& line) {
  if (line.starts_with("- ")) return output::html_element("del", "", output::html_text(line));
  if (line.starts_with("+ ")) return output::html_element("ins", "", output::html_text(line));
  return output::html_text(line);
}

output::Markup changes_html(const std::vector<output::Change>& changes) {
  output::HtmlTable table{
      {{"member", "Member", output::CellKind::text, true}, {"change", "Change"}}};
  for (const auto& change : output::change_lines(changes)) {
    output::Markup lines;
    for (const auto& line : change.lines)
      lines += planned_line(line) + output::Markup{"\n"};
    table.rows.push_back({output::html_text(change.label), output::html_element("pre", "", lines)});
  }
  return table.rows.empty() ? output::Markup{} : output::html_table(table);
}

output::Markup planned_html(const Plan& plan, const Planned& preset) {
  const auto action = action_name(preset.action);
  auto out = output::html_element("h2", "",
                                  output::html_text(preset.slug) + output::Markup{" "} +
                                      output::html_element("span", style_of(tone_of(preset.action)),
                                                           output::html_text(action)));
  if (preset.version)
    out += output::html_element("p", "dim",
                                output::html_text(fmt::format("version {}", *preset.version)));
  if (const auto remark = remark_on(preset); !remark.empty()) out += output::html_paragraph(remark);
  return out + output::Markup{"\n"} + changes_html(plan.changes_of(preset));
}

} // namespace

output::Markup plan_html(const Plan& plan, Unchanged unchanged) {
  auto out = output::html_paragraph(summary_of(plan));
  output::Grid same{{{"preset", "Preset", output::CellKind::text, true},
                     {"version", "Version", output::CellKind::number},
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
  return out + output::html_heading("Unchanged") + output::html_table(same);
}

} // namespace mrctl::apply
