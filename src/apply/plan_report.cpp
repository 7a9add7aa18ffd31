#include "mrctl/apply/plan_report.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/output/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace mrctl::apply {

namespace {

constexpr std::size_t action_width = 9;

struct Sign {
  std::string_view text;
  output::Style style;
};

// Each at the position of its action.
constexpr std::array signs{Sign{"+ ", output::Style::string}, Sign{"~ ", output::Style::warning},
                           Sign{"? ", output::Style::warning}, Sign{"  ", output::Style::dim},
                           Sign{"! ", output::Style::warning}};
static_assert(signs.size() == static_cast<std::size_t>(Action::orphan) + 1);

template <class Visit>
void visit_shown(const Plan& plan, Unchanged unchanged, Visit visit) {
  for (const auto& preset : plan.presets)
    if (unchanged == Unchanged::shown || preset.action != Action::unchanged) visit(preset);
}

// Explains an action whose name is not enough; else empty.
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

output::Entry entry_of(const Plan& plan, const Planned& preset) {
  const auto& sign = signs.at(static_cast<std::size_t>(preset.action));
  const auto version = text_of(preset.version);
  output::Entry entry{.cells = {std::string(preset.slug), std::string(action_name(preset.action)),
                                version, output::text_or_nothing(preset.file)},
                      .detail = version ? "version " + *version : std::string(),
                      .sign = std::string(sign.text),
                      .tone = tone_of(preset.action),
                      .style = sign.style,
                      .rank = rank_of(preset.action),
                      .changes = plan.changes_of(preset)};
  if (const auto remark = remark_on(preset); !remark.empty()) entry.remarks.emplace_back(remark);
  return entry;
}

void fill(output::Page& page, const Plan& plan, Unchanged unchanged) {
  page.entries({.headings = {{"preset", "Preset", output::CellKind::text, true},
                             {"action", "Action"},
                             {"version", "Version", output::CellKind::number},
                             {"file", "File"}},
                .remarks = {"changes", "Remarks"},
                .word_width = action_width,
                .names = [&](const output::Write& name) {
                  visit_shown(plan, unchanged, [&](const Planned& each) { name(each.slug); });
                }});
  visit_shown(plan, unchanged, [&](const Planned& preset) { page.entry(entry_of(plan, preset)); });
  page.sum(summary_of(plan));
}

// {"service":…,"create":N,…,"presets":[
std::string head_of(const Plan& plan) {
  Json head{{"service", plan.service}};
  for (const auto action :
       {Action::create, Action::update, Action::retry, Action::unchanged, Action::orphan})
    head[std::string(action_name(action))] = count_of(plan, action);
  auto text = dump_json(head);
  text.back() = ',';
  return text + R"("presets":[)";
}

std::string json_of(const Plan& plan, const Planned& preset) {
  std::string changes;
  for (const auto& change : plan.changes_of(preset))
    changes += (changes.empty() ? "" : ",") + dump_json(output::change_json(change));
  return fmt::format(
      R"({{"slug":{},"file":{},"action":{},"version":{},"applied":{},"changes":[{}]}})",
      json_quote(preset.slug), preset.file.empty() ? "null" : json_quote(preset.file),
      json_quote(action_name(preset.action)), text_of(preset.version).value_or("null"),
      preset.applied ? json_quote(preset.applied->text()) : "null", changes);
}

// The paths of the changes are in one cell.
std::vector<std::optional<std::string>> row_of(const Plan& plan, const Planned& preset) {
  std::string paths;
  for (const auto& change : plan.changes_of(preset))
    paths += (paths.empty() ? "" : " ") + change.path;
  return {std::string(preset.slug),
          output::text_or_nothing(preset.file),
          std::string(action_name(preset.action)),
          text_of(preset.version),
          preset.applied ? std::optional(preset.applied->text()) : std::nullopt,
          std::move(paths)};
}

output::Records rows_of(const Plan& plan, Unchanged unchanged) {
  output::Records records{{"slug", "file", "action", "version", "applied", "changes"}};
  visit_shown(plan, unchanged,
              [&](const Planned& preset) { records.rows.push_back(row_of(plan, preset)); });
  return records;
}

output::ResultNames slugs_of(const Plan& plan, Unchanged unchanged) {
  output::ResultNames slugs;
  visit_shown(plan, unchanged, [&](const Planned& preset) { slugs.emplace_back(preset.slug); });
  return slugs;
}

// "update support: temperature 0.2 → 0.3", "orphan old: still live; …"
std::string sentence_of(const Planned& preset, const std::vector<output::Change>& changes) {
  auto out = fmt::format("{} {}", action_name(preset.action), preset.slug);
  if (const auto remark = remark_on(preset); !remark.empty()) out.append(": ").append(remark);
  if (const auto text = output::changes_in_short(changes); !text.empty()) out += ": " + text;
  return out;
}

output::Finding finding_of(const Plan& plan, const Planned& preset, output::CheckResult sent) {
  const auto changes = plan.changes_of(preset);
  const auto result = is_sent(preset.action) ? sent : output::CheckResult::passed;
  output::Finding finding{.result = result,
                          .rule = fmt::format("plan.{}", action_name(preset.action)),
                          .file = std::string(preset.file),
                          .suite = std::string(preset.file.empty() ? preset.slug : preset.file),
                          .name = std::string(preset.slug)};
  if (result == output::CheckResult::failed) finding.severity = Severity::error;
  if (!changes.empty()) finding.pointer = changes.front().path;
  if (preset.action != Action::unchanged) finding.message = sentence_of(preset, changes);
  if (!finding.severity && !remark_on(preset).empty()) finding.severity = Severity::warning;
  return finding;
}

output::Findings findings_of(const Plan& plan, const PlanChecks& checks) {
  output::Findings findings;
  for (std::size_t i = 0; i < plan.presets.size(); ++i) {
    auto& finding = findings.emplace_back(finding_of(plan, plan.presets[i], checks.sent));
    if (!finding.pointer.empty()) finding.line = checks.line_of(i, finding.pointer);
  }
  for (const auto& warning : checks.warnings)
    findings.push_back(output::finding_of(warning, output::CheckResult::passed));
  return findings;
}

} // namespace

output::Presentation present_plan(const Plan& plan, Unchanged unchanged, PlanChecks checks) {
  return {
      .head = head_of(plan),
      .tail = "]}",
      .records =
          [&](const output::Write& write) {
            for (const auto& preset : plan.presets)
              write(json_of(plan, preset));
          },
      .rows = [&, unchanged] { return rows_of(plan, unchanged); },
      .names = [&, unchanged] { return slugs_of(plan, unchanged); },
      .page = [&, unchanged](output::Page& page) { fill(page, plan, unchanged); },
      .findings = [&, checks = std::move(checks)] { return findings_of(plan, checks); },
      .is_long = true,
  };
}

} // namespace mrctl::apply
