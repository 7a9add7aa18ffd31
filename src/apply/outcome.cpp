#include "mrctl/apply/outcome.hpp"

#include "mrctl/apply/plan_report.hpp"
#include "mrctl/apply/plan_rows.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/output/report.hpp"
#include "mrctl/output/result_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace mrctl::apply {

namespace {

const ActionWord& word_of(const Outcome& outcome) {
  return row_of(outcome.done).done;
}

template <Action Counted>
std::size_t count_done(const AppliedPlan& applied) {
  return count_of(applied, Counted);
}

// Returns "1 created, 2 updated" of these actions.
std::string counts_of(const AppliedPlan& applied, bool (*is_counted)(Action)) {
  std::vector<std::string> parts;
  for (int i = 0; i <= static_cast<int>(Action::not_sent); ++i) {
    const auto done = static_cast<Action>(i);
    if (const auto count = count_of(applied, done); count > 0 && is_counted(done))
      parts.push_back(fmt::format("{} {}", count, row_of(done).done.name));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

struct OutcomeRow {
  const Plan& plan;
  const PlannedPreset& preset;
  const Outcome& outcome;
};

std::optional<std::int64_t> version_after(const PlannedPreset& preset, const Outcome& outcome) {
  return outcome.done == Action::unchanged ? preset.newest_version() : outcome.version;
}

// Returns the version before the request: the one that was live, if it is known.
std::optional<std::int64_t> version_before(const PlannedPreset& preset, const Outcome& outcome) {
  const bool was_to_send = outcome.done != Action::unchanged && outcome.done != Action::adopt;
  return was_to_send ? preset.newest_version() : preset.version;
}

// Returns whether a version may have been made; nothing where nothing was to be sent. A retry that
// was refused leaves open what became of the request before it.
std::optional<std::string_view> stored_word(const PlannedPreset& preset, const Outcome& outcome) {
  if (outcome.done == Action::unchanged || outcome.done == Action::adopt) return std::nullopt;
  if (is_sent(outcome.done) || outcome.is_stored) return "yes";
  const auto stored = outcome.error ? output::stored_name(*outcome.error) : "no";
  const bool is_open = outcome.done == Action::failed && preset.is_lost && stored == "no";
  return is_open ? "unknown" : stored;
}

// clang-format off
constexpr auto rows_of(const OutcomeRow* /*record*/) {
  return std::tuple{
      ResultMember{"slug", [](const auto& row) { return row.preset.slug; }, {"slug of the preset"}},
      ResultMember{"file", [](const auto& row) { return row.preset.file; }, {"file of the preset"}},
      ResultMember{"slug_prefix", [](const auto& row) { return slug_prefix_of(row.plan, row.preset); }, output::doc_of_slug_prefix},
      ResultMember{"action", [](const auto& row) { return word_of(row.outcome).name; }, {"what an apply did with the preset", names_of_actions<&ActionRow::done>}},
      ResultMember{"version", [](const auto& row) { return version_after(row.preset, row.outcome); }, {.says = "number of the version after the apply", .least = 1}},
      ResultMember{"previous_version", [](const auto& row) { return version_before(row.preset, row.outcome); }, {.says = "number of the version before the apply", .least = 1}},
      ResultMember{"version_id", [](const auto& row) { return unless_empty(row.outcome.version_id); }, {"identifier of the version"}},
      ResultMember{"stored", [](const auto& row) { return stored_word(row.preset, row.outcome); }, {"whether a version was made; null if nothing was to be sent", output::words_of_certainty}},
      ResultMember{"notes", [](const auto& row) { return row.outcome.notes; }, {.says = "what is remarkable about the answer, such as versions that were made elsewhere", .has_sentences = true}},
      ResultMember{"error", [](const auto& row) { return row.outcome.error.get(); }, {"why it failed"}},
  };
}
// clang-format on

template <class Holds>
void add_group(std::vector<std::string>& groups, std::string_view what, const AppliedPlan& applied,
               std::size_t most, Holds holds) {
  std::vector<std::string_view> slugs;
  for (std::size_t i = 0; i < applied.outcomes.size(); ++i)
    if (holds(applied.outcomes[i])) slugs.push_back(applied.plan.presets[i].slug);
  if (!slugs.empty()) groups.push_back(fmt::format("{}: {}", what, listed(slugs, most)));
}

constexpr std::size_t done_width = 11;

template <class Visit>
void visit_shown(const AppliedPlan& applied, Unchanged unchanged, Visit visit) {
  for (std::size_t i = 0; i < applied.outcomes.size(); ++i)
    if (unchanged == Unchanged::shown || applied.outcomes[i].done != Action::unchanged)
      visit(applied.plan.presets[i], applied.outcomes[i]);
}

// "version 12 → 13".
std::string versions_of(const PlannedPreset& preset, const Outcome& outcome) {
  const auto now = spelled_version(version_after(preset, outcome)).value_or("?");
  const auto before = version_before(preset, outcome);
  if (outcome.done == Action::adopt) return "live, version " + now;
  if (outcome.done == Action::unchanged && before) return "version " + now;
  if (!is_sent(outcome.done)) return {};
  return before ? fmt::format("version {} → {}", *before, now) : "version " + now;
}

output::PageRow shown_row(const PlannedPreset& preset, const Outcome& outcome) {
  const bool is_bad = outcome.done == Action::failed || outcome.done == Action::not_sent;
  output::PageRow row{.cells = {std::string(preset.slug), std::string(word_of(outcome).name),
                                spelled_version(version_before(preset, outcome)),
                                spelled_version(version_after(preset, outcome))},
                      .detail = versions_of(preset, outcome),
                      .tone = word_of(outcome).tone,
                      .style = is_bad ? output::Style::warning : output::Style::plain,
                      .rank = word_of(outcome).rank,
                      .remarks = outcome.notes};
  if (outcome.error) row.remarks.push_back(outcome.error->message);
  return row;
}

void fill(output::Page& page, const AppliedPlan& applied, Unchanged unchanged) {
  page.rows({.grid = {{{"preset", "Preset", output::CellKind::text, true},
                       {.name = "outcome", .title = "Outcome", .is_toned = true},
                       {"before", "Before", output::CellKind::number},
                       {"after", "After", output::CellKind::number},
                       {"remarks", "Remarks"}}},
             .layout = output::RowLayout::lines,
             .each =
                 [&](const output::TakeRow& take) {
                   visit_shown(applied, unchanged, [&](const auto& preset, const auto& outcome) {
                     take(shown_row(preset, outcome));
                   });
                 },
             .word_width = done_width,
             .names =
                 [&](const output::Write& name) {
                   visit_shown(
                       applied, unchanged,
                       [&](const PlannedPreset& preset, const Outcome&) { name(preset.slug); });
                 }});
  constexpr std::size_t most_slugs = 1000;
  for (const auto& group : groups_of(applied, most_slugs))
    page.sentence(group, output::Stands::beside);
  if (const auto note = note_on_orphans(applied.plan)) page.sentence(*note, output::Stands::beside);
}

output::Records outcome_records(const AppliedPlan& applied, Unchanged unchanged) {
  return output::records_of<"slug", "file", "action", "version", "previous_version", "version_id",
                            "notes", "error">(streamed<OutcomeRow>([&](const auto& take) {
    visit_shown(applied, unchanged, [&](const PlannedPreset& preset, const Outcome& outcome) {
      take(OutcomeRow{applied.plan, preset, outcome});
    });
  }));
}

output::ResultNames slugs_of(const AppliedPlan& applied, Unchanged unchanged) {
  output::ResultNames slugs;
  visit_shown(applied, unchanged, [&](const PlannedPreset& preset, const Outcome&) {
    slugs.emplace_back(preset.slug);
  });
  return slugs;
}

output::Finding finding_of(const PlannedPreset& preset, const Outcome& outcome) {
  const bool is_failed = outcome.done == Action::failed;
  auto message = fmt::format("{} {}", preset.slug, word_of(outcome).name);
  if (outcome.error) message += ": " + outcome.error->message;
  output::Finding finding{.result = is_failed ? output::CheckResult::failed
                                    : outcome.done == Action::not_sent
                                        ? output::CheckResult::skipped
                                        : output::CheckResult::passed,
                          .rule = is_failed ? "apply.failed" : "apply.outcome",
                          .file = std::string(preset.file),
                          .suite = std::string(preset.file),
                          .name = std::string(preset.slug)};
  if (is_failed) finding.severity = Severity::error;
  if (outcome.done != Action::unchanged) finding.message = std::move(message);
  return finding;
}

output::Findings findings_of(const AppliedPlan& applied) {
  output::Findings findings;
  for (std::size_t i = 0; i < applied.outcomes.size(); ++i)
    findings.push_back(finding_of(applied.plan.presets[i], applied.outcomes[i]));
  return findings;
}

} // namespace

AppliedPlan not_applied(const Plan& plan) {
  AppliedPlan applied{plan, {}};
  for (const auto& preset : plan.presets)
    if (preset.action != Action::orphan)
      applied.outcomes.emplace_back().done =
          preset.action == Action::unchanged ? Action::unchanged : Action::not_sent;
  return applied;
}

std::size_t count_of(const AppliedPlan& applied, Action done) {
  return static_cast<std::size_t>(std::ranges::count(applied.outcomes, done, &Outcome::done));
}

std::string words_on_sent(const AppliedPlan& applied) {
  const auto words =
      counts_of(applied, [](Action done) { return is_sent(done) || done == Action::failed; });
  return words.empty() ? "nothing sent" : words;
}

std::string summary_of(const AppliedPlan& applied) {
  const auto counts = counts_of(applied, [](Action) { return true; });
  const bool is_live = std::ranges::any_of(applied.outcomes, [](const Outcome& outcome) {
    return is_sent(outcome.done) || outcome.may_be_stored;
  });
  return is_live ? fmt::format("Applied to {}: {}", applied.plan.service, counts)
                 : fmt::format("Nothing was applied: {} ({})", counts, applied.plan.service);
}

// clang-format off
constexpr auto rows_of(const AppliedPlan* /*record*/) {
  return std::tuple{
      ResultMember{"service", [](const auto& applied) { return std::string_view(applied.plan.service); }, {"base URL"}},
      ResultMember{"target", [](const auto& applied) { return std::string_view(applied.plan.target); }, {"name of the target"}},
      ResultMember{"applied", [](const auto& applied) { return static_cast<std::size_t>(std::ranges::count_if(applied.outcomes, is_sent, &Outcome::done)); }, {"presets that were sent and stored"}},
      ResultMember{"adopted", count_done<Action::adopt>, {"recorded because they were live already"}},
      ResultMember{"unchanged", count_done<Action::unchanged>, {"presets that were not sent, because their body was applied last"}},
      ResultMember{"failed", count_done<Action::failed>, {"presets whose request failed"}},
      ResultMember{"not_sent", count_done<Action::not_sent>, {"presets that an earlier failure kept back"}},
      ResultMember{"looked", [](const auto& applied) { return applied.plan.looked; }, {"live presets that the service showed before"}},
      ResultMember{"presets", [](const AppliedPlan& applied) { return streamed<OutcomeRow>([&](const auto& take) { for (std::size_t i = 0; i < applied.outcomes.size(); ++i) take(OutcomeRow{applied.plan, applied.plan.presets[i], applied.outcomes[i]}); }); }, {"the presets, each with what became of it"}},
      ResultMember{"gates", &AppliedPlan::gates, output::doc_of_gates},
  };
}
// clang-format on

std::vector<std::string> groups_of(const AppliedPlan& applied, std::size_t most_slugs) {
  std::vector<std::string> groups;
  const auto add = [&](std::string_view what, auto holds) {
    add_group(groups, what, applied, most_slugs, holds);
  };
  add("live now", [](const Outcome& outcome) { return is_sent(outcome.done); });
  add("failed, nothing was stored", [](const Outcome& outcome) {
    return outcome.done == Action::failed && !outcome.may_be_stored;
  });
  add("unknown, a version may exist", [](const Outcome& outcome) {
    return outcome.done == Action::failed && outcome.may_be_stored;
  });
  add("not sent", [](const Outcome& outcome) { return outcome.done == Action::not_sent; });
  return groups;
}

std::optional<std::string> note_on_orphans(const Plan& plan) {
  constexpr std::size_t most_slugs = 20;
  std::vector<std::string_view> slugs;
  for (const auto& preset : plan.presets)
    if (preset.action == Action::orphan) slugs.push_back(preset.slug);
  if (slugs.empty()) return std::nullopt;
  return fmt::format("without a file, and still live: {}; 'mrctl preset forget SLUG' drops the "
                     "record",
                     listed(slugs, most_slugs));
}

std::string outcome_json(const Plan& plan, const PlannedPreset& preset, const Outcome& outcome) {
  return result_json(OutcomeRow{plan, preset, outcome});
}

Json outcome_schema() {
  return result_schema<AppliedPlan>();
}

output::Presentation present_outcome(const AppliedPlan& applied, Unchanged unchanged) {
  auto result = output::present_record([&]() -> const auto& { return applied; });
  result.rows = [&, unchanged] { return outcome_records(applied, unchanged); };
  result.names = [&, unchanged] { return slugs_of(applied, unchanged); };
  result.page = [&, unchanged](output::Page& page) { fill(page, applied, unchanged); };
  result.judgement = [&] {
    return output::Judgement{
        .sum = summary_of(applied), .facts = target_facts(applied.plan), .gates = applied.gates};
  };
  result.findings = [&] { return findings_of(applied); };
  result.is_long = true;
  return result;
}

} // namespace mrctl::apply
