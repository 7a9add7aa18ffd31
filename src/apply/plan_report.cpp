#include "mrctl/apply/plan_report.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/output/changes.hpp"
#include "mrctl/output/text.hpp"

#include "plan_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace mrctl::apply {

namespace {

using Text = std::optional<std::string>;

constexpr std::size_t action_width = 9;
constexpr std::size_t action_gap = 2;
constexpr int least_width = 24;

struct Sign {
  std::string_view text;
  output::Style style;
};

// Each at the position of its action.
constexpr std::array signs{Sign{"+", output::Style::string}, Sign{"~", output::Style::warning},
                           Sign{"?", output::Style::warning}, Sign{" ", output::Style::dim},
                           Sign{"!", output::Style::warning}};
static_assert(signs.size() == static_cast<std::size_t>(Action::orphan) + 1);

bool is_action_shown(const Planned& preset, Unchanged unchanged) {
  return unchanged == Unchanged::shown || preset.action != Action::unchanged;
}

std::size_t slug_width(const Plan& plan, Unchanged unchanged, const output::Terminal& terminal) {
  const auto longest = longest_aligned_slug(terminal);
  std::size_t widest = 0;
  for (const auto& preset : plan.presets)
    if (is_action_shown(preset, unchanged) && preset.slug.size() <= longest)
      widest = std::max(widest, preset.slug.size());
  return widest + slug_gap;
}

// "~ support   update   version 12".
std::string heading_of(const Planned& preset, std::size_t width, const output::Terminal& terminal) {
  const auto& sign = signs.at(static_cast<std::size_t>(preset.action));
  auto text = fmt::format("{} {}", sign.text,
                          output::padded(output::safe_text(preset.slug), width, slug_gap));
  const auto name = std::string(action_name(preset.action));
  text += preset.version
              ? fmt::format("{}version {}", output::padded(name, action_width, action_gap),
                            *preset.version)
              : name;
  return row_lines(text, sign.style, terminal);
}

// Returns the text wrapped to the terminal, with each line indented.
std::string plan_lines(std::string_view text, std::size_t indent,
                       const output::Terminal& terminal) {
  if (text.empty()) return {};
  const auto beginning = std::string(indent, ' ');
  if (!terminal.width) return beginning + std::string(text) + "\n";
  const auto width = static_cast<std::size_t>(std::max(*terminal.width, least_width)) - indent;
  std::string out;
  for (const auto& line : output::wrapped(text, width))
    out += beginning + line + "\n";
  return out;
}

std::string planned_json(const Plan& plan, const Planned& preset) {
  std::string changes;
  for (const auto& change : plan.changes_of(preset))
    changes += (changes.empty() ? "" : ",") + dump_json(output::change_json(change));
  return fmt::format(
      R"({{"slug":{},"file":{},"action":{},"version":{},"applied":{},"changes":[{}]}})",
      json_quote(preset.slug), preset.file.empty() ? "null" : json_quote(preset.file),
      json_quote(action_name(preset.action)),
      preset.version ? std::to_string(*preset.version) : "null",
      preset.applied ? json_quote(preset.applied->text()) : "null", changes);
}

std::string paths_of(const std::vector<output::Change>& changes) {
  std::string out;
  for (const auto& change : changes)
    out += (out.empty() ? "" : " ") + change.path;
  return out;
}

} // namespace

std::string_view remark_on(const Planned& preset) {
  if (preset.action == Action::orphan && preset.is_lost)
    return "its file is gone and the answer to its last request was lost, so it may be live; the "
           "service has no operation to delete it; remove its state file to stop tracking it";
  if (preset.action == Action::orphan)
    return "still live; the service has no operation that deletes; remove its state file to forget "
           "it";
  if (preset.action == Action::retry)
    return "the answer to the last request was lost; the next answer's version tells whether it "
           "arrived";
  return {};
}

void write_plan_text(const Plan& plan, Unchanged unchanged, const output::Terminal& terminal,
                     const output::Write& write) {
  const auto width = slug_width(plan, unchanged, terminal);
  for (const auto& preset : plan.presets)
    if (is_action_shown(preset, unchanged))
      write(heading_of(preset, width, terminal) + plan_lines(remark_on(preset), 4, terminal) +
            output::change_texts(plan.changes_of(preset), terminal));
  write(plan_lines(output::safe_text(summary_of(plan)), 0, terminal));
}

void write_plan_json(const Plan& plan, const output::Write& write) {
  Json head{{"service", plan.service}};
  for (const auto action :
       {Action::create, Action::update, Action::retry, Action::unchanged, Action::orphan})
    head[std::string(action_name(action))] = count_of(plan, action);
  auto beginning = dump_json(head);
  beginning.back() = ',';
  write(beginning + "\"presets\":[");
  for (const auto& preset : plan.presets)
    write((&preset == plan.presets.data() ? "" : ",") + planned_json(plan, preset));
  write("]}");
}

void write_plan_jsonl(const Plan& plan, const output::Write& write) {
  for (const auto& preset : plan.presets)
    write(planned_json(plan, preset) + "\n");
}

std::string plan_text(const Plan& plan, Unchanged unchanged, const output::Terminal& terminal) {
  std::string out;
  write_plan_text(plan, unchanged, terminal, [&](std::string_view part) { out += part; });
  return out;
}

std::string plan_json(const Plan& plan) {
  std::string out;
  write_plan_json(plan, [&](std::string_view part) { out += part; });
  return out;
}

std::string plan_jsonl(const Plan& plan) {
  std::string out;
  write_plan_jsonl(plan, [&](std::string_view part) { out += part; });
  return out;
}

output::Records plan_records(const Plan& plan, Unchanged unchanged) {
  output::Records records{{"slug", "file", "action", "version", "applied", "changes"}};
  for (const auto& preset : plan.presets) {
    if (!is_action_shown(preset, unchanged)) continue;
    records.rows.push_back({Text(preset.slug), preset.file.empty() ? Text() : Text(preset.file),
                            std::string(action_name(preset.action)),
                            preset.version ? Text(std::to_string(*preset.version)) : Text(),
                            preset.applied ? Text(preset.applied->text()) : Text(),
                            paths_of(plan.changes_of(preset))});
  }
  return records;
}

std::vector<std::string> plan_slugs(const Plan& plan, Unchanged unchanged) {
  std::vector<std::string> slugs;
  for (const auto& preset : plan.presets)
    if (is_action_shown(preset, unchanged)) slugs.emplace_back(preset.slug);
  return slugs;
}

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
