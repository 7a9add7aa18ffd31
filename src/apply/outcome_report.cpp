#include "mrctl/apply/outcome_report.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/output/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mrctl::apply {

namespace {

constexpr std::size_t fate_width = 11;

template <class Visit>
void visit_shown(const AppliedPlan& applied, Unchanged unchanged, Visit visit) {
  for (std::size_t i = 0; i < applied.outcomes.size(); ++i)
    if (unchanged == Unchanged::shown || applied.outcomes[i].fate != Fate::unchanged)
      visit(applied.plan.presets[i], applied.outcomes[i]);
}

std::optional<std::int64_t> version_of(const Planned& preset, const Outcome& outcome) {
  return outcome.fate == Fate::unchanged ? preset.version : outcome.version;
}

// "version 12 → 13".
std::string versions_of(const Planned& preset, const Outcome& outcome) {
  const auto now = text_of(version_of(preset, outcome)).value_or("?");
  if (outcome.fate == Fate::unchanged && preset.version) return "version " + now;
  if (!is_applied(outcome.fate)) return {};
  return preset.version ? fmt::format("version {} → {}", *preset.version, now) : "version " + now;
}

output::Entry entry_of(const Planned& preset, const Outcome& outcome) {
  const bool is_bad = outcome.fate == Fate::failed || outcome.fate == Fate::not_sent;
  output::Entry entry{.cells = {std::string(preset.slug), std::string(fate_name(outcome.fate)),
                                text_of(preset.version), text_of(version_of(preset, outcome))},
                      .detail = versions_of(preset, outcome),
                      .tone = tone_of(outcome.fate),
                      .style = is_bad ? output::Style::warning : output::Style::plain,
                      .rank = rank_of(outcome.fate),
                      .remarks = outcome.notes};
  if (outcome.error) entry.remarks.push_back(outcome.error->message);
  return entry;
}

void fill(output::Page& page, const AppliedPlan& applied, Unchanged unchanged) {
  page.entries({.headings = {{"preset", "Preset", output::CellKind::text, true},
                             {"outcome", "Outcome"},
                             {"before", "Before", output::CellKind::number},
                             {"after", "After", output::CellKind::number}},
                .remarks = {"remarks", "Remarks"},
                .word_width = fate_width,
                .names = [&](const output::Write& name) {
                  visit_shown(applied, unchanged,
                              [&](const Planned& preset, const Outcome&) { name(preset.slug); });
                }});
  visit_shown(applied, unchanged, [&](const Planned& preset, const Outcome& outcome) {
    page.entry(entry_of(preset, outcome));
  });
  page.sum(summary_of(applied));
}

std::string failure_json(const Outcome& outcome) {
  if (!outcome.error) return "null";
  const auto report = output::error_report(*outcome.error, ErrorFormat::json, {});
  return std::string(json_member(report, "error").value_or("null"));
}

std::string head_of(const AppliedPlan& applied) {
  const auto sent = std::count_if(applied.outcomes.begin(), applied.outcomes.end(),
                                  [](const Outcome& outcome) { return is_applied(outcome.fate); });
  return fmt::format(R"({{"service":{},"applied":{},"unchanged":{},"failed":{},"presets":[)",
                     json_quote(applied.plan.service), sent, count_of(applied, Fate::unchanged),
                     count_of(applied, Fate::failed));
}

std::vector<std::optional<std::string>> row_of(const Planned& preset, const Outcome& outcome) {
  return {std::string(preset.slug),
          std::string(preset.file),
          std::string(fate_name(outcome.fate)),
          text_of(version_of(preset, outcome)),
          text_of(preset.version),
          output::text_or_nothing(outcome.version_id),
          fmt::format("{}", fmt::join(outcome.notes, "; ")),
          outcome.error ? std::optional(outcome.error->message) : std::nullopt};
}

output::Records rows_of(const AppliedPlan& applied, Unchanged unchanged) {
  output::Records records{
      {"slug", "file", "action", "version", "previous_version", "version_id", "notes", "error"},
      {}};
  visit_shown(applied, unchanged, [&](const Planned& preset, const Outcome& outcome) {
    records.rows.push_back(row_of(preset, outcome));
  });
  return records;
}

output::ResultNames slugs_of(const AppliedPlan& applied, Unchanged unchanged) {
  output::ResultNames slugs;
  visit_shown(applied, unchanged,
              [&](const Planned& preset, const Outcome&) { slugs.emplace_back(preset.slug); });
  return slugs;
}

} // namespace

std::string outcome_json(const Planned& preset, const Outcome& outcome) {
  return fmt::format(
      R"({{"slug":{},"file":{},"action":{},"version":{},"previous_version":{},"version_id":{},)"
      R"("notes":{},"error":{}}})",
      json_quote(preset.slug), json_quote(preset.file), json_quote(fate_name(outcome.fate)),
      text_of(version_of(preset, outcome)).value_or("null"),
      text_of(preset.version).value_or("null"),
      outcome.version_id.empty() ? "null" : json_quote(outcome.version_id),
      dump_json(Json(outcome.notes)), failure_json(outcome));
}

output::Presentation present_outcome(const AppliedPlan& applied, Unchanged unchanged) {
  return {
      .head = head_of(applied),
      .tail = "]}",
      .records =
          [&](const output::Write& write) {
            for (std::size_t i = 0; i < applied.outcomes.size(); ++i)
              write(outcome_json(applied.plan.presets[i], applied.outcomes[i]));
          },
      .rows = [&, unchanged] { return rows_of(applied, unchanged); },
      .names = [&, unchanged] { return slugs_of(applied, unchanged); },
      .page = [&, unchanged](output::Page& page) { fill(page, applied, unchanged); },
      .is_long = true,
  };
}

} // namespace mrctl::apply
