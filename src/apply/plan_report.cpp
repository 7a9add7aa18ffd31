#include "mrctl/apply/plan_report.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/apply/plan_rows.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/sha256.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/changes.hpp"
#include "mrctl/output/result_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace mrctl::apply {

Sometimes<std::string_view> slug_prefix_of(const Plan& plan, const PlannedPreset& preset) {
  return {preset.file.empty() ? std::nullopt : unless_empty(plan.slug_prefix)};
}

namespace {

struct PlanResult {
  const Plan& plan;
  const std::vector<output::GateResult>& gates;
};

// clang-format off
constexpr auto rows_of(const PlanResult* /*record*/) {
  return std::tuple{
      MembersOf{[](const auto& result) { return PlanHead{result.plan}; }},
      ResultMember{"presets", [](const PlanResult& result) { return each_as<PlanRow>(result.plan, result.plan.presets); }, {"the presets, each with its action and its changes"}},
      ResultMember{"gates", [](const auto& result) { return result.gates; }, output::doc_of_gates},
  };
}
// clang-format on

constexpr std::size_t action_width = 9;

// A plan as people see it.
struct PlanView {
  const Plan& plan;
  Unchanged unchanged;
  const PlanAdditions& additions;
};

std::vector<output::ChangeLines> facts_of(const PlanView& view, std::size_t position) {
  const auto& facts = view.additions.facts;
  return facts ? facts(position) : std::vector<output::ChangeLines>();
}

// Calls the function with the position of each preset that is shown.
template <class Visit>
void visit_shown(const PlanView& view, Visit visit) {
  const auto& presets = view.plan.presets;
  for (std::size_t i = 0; i < presets.size(); ++i)
    if (view.unchanged == Unchanged::shown || presets[i].action != Action::unchanged ||
        !facts_of(view, i).empty())
      visit(i);
}

// Explains an action whose name is not enough; else empty.
std::string_view remark_on(const PlannedPreset& preset) {
  if (preset.action == Action::orphan && preset.is_lost)
    return "the answer to its last request was lost, so that body may be live";
  if (preset.action == Action::retry)
    return "no response to the last request; the next version number will show whether it was "
           "stored";
  return {};
}

constexpr std::string_view orphans_are_live =
    "orphans stay live: mrctl has no command that deletes presets; 'mrctl preset forget SLUG' "
    "drops the record";

// New bodies that people see; each of the others is a row.
constexpr std::size_t most_new_bodies = 20;

// Returns the first lines of a long text, and a count of the others.
std::string shortened(const std::string& text) {
  constexpr std::size_t most_lines = 8;
  constexpr std::size_t shown = 3;
  const auto lines = lines_in(text);
  if (lines.size() <= most_lines) return text;
  return fmt::format("{}\n({} more lines)",
                     fmt::join(lines.begin(), lines.begin() + std::ptrdiff_t{shown}, "\n"),
                     lines.size() - shown);
}

void shorten_texts(Json& value) {
  if (value.is_string())
    value = shortened(value.get_ref<const std::string&>());
  else
    for (auto& inner : value)
      if (inner.is_structured() || inner.is_string()) shorten_texts(inner);
}

// Returns the members of a new body, with long texts shortened.
std::vector<output::Change> body_for_people(std::vector<output::Change> members) {
  std::vector<output::Change> changes;
  for (auto& member : members) {
    if (!member.to) continue;
    shorten_texts(*member.to);
    changes.push_back(std::move(member));
  }
  return changes;
}

std::vector<output::Change> changes_for_people(const Plan& plan, const PlannedPreset& preset,
                                               std::size_t& new_bodies) {
  if (preset.action != Action::create) return plan.changes_of(preset);
  return ++new_bodies > most_new_bodies ? std::vector<output::Change>() : plan.changes_of(preset);
}

// Shows the changes that several presets have from a base or a flag, above the presets.
void fill_shared(output::Page& page, const SharedChanges& shared) {
  if (shared.all().empty()) return;
  page.rows(
      {.layout = output::RowLayout::shared, .each = [&](const output::TakeRow& take) {
         for (const auto& [change, presets] : shared.all()) {
           const auto& origin = *change.origin;
           auto shown = change.from ? std::vector{change} : body_for_people({change});
           take({.cells = {counted(presets, "preset"),
                           origin.flag.empty() ? fmt::format("{}:{}{}", origin.file, origin.line,
                                                             origin.has_others ? " and others" : "")
                                               : origin.flag},
                 .changes = std::move(shown)});
         }
       }});
}

// "same body as vision, whose file is gone"; empty if the preset has no other name.
std::string words_on_name(const PlannedPreset& preset) {
  if (preset.renamed_from.empty()) return {};
  return fmt::format("{} body as {}, whose file is gone",
                     preset.is_rewritten ? "nearly the same" : "same", preset.renamed_from);
}

std::string detail_of(const PlannedPreset& preset) {
  if (const auto words = words_on_name(preset); !words.empty()) return "(" + words + ")";
  if (auto words = words_on_live(preset); !words.empty()) return words;
  const auto version = spelled_version(preset.version);
  return version ? "version " + *version : std::string();
}

// People read the version that is live, where it is known.
std::string version_for_people(const PlannedPreset& preset) {
  const auto words = words_on_live(preset);
  return words.empty() ? spelled_version(preset.version).value_or("") : words;
}

output::PageRow shown_row(const PlanView& view, std::size_t position, const SharedChanges& shared,
                          std::size_t& new_bodies) {
  const auto& preset = view.plan.presets[position];
  auto changes = changes_for_people(view.plan, preset, new_bodies);
  const auto all = changes.size();
  changes = shared.without_shared(std::move(changes));
  const auto left_out = all - changes.size();
  if (preset.action == Action::create) changes = body_for_people(std::move(changes));
  const auto& action = row_of(preset.action);
  output::PageRow row{.cells = {std::string(preset.slug), std::string(action.planned.name),
                                output::text_or_nothing(version_for_people(preset)),
                                output::text_or_nothing(preset.file)},
                      .detail = detail_of(preset),
                      .sign = std::string(action.sign),
                      .tone = action.planned.tone,
                      .style = action.style,
                      .rank = action.planned.rank,
                      .changes = std::move(changes),
                      .facts = facts_of(view, position)};
  if (view.additions.fails && view.additions.fails(position)) row.rank = -1;
  if (auto words = words_on_name(preset); !words.empty()) row.remarks.push_back(std::move(words));
  if (left_out > 0)
    row.remarks.push_back(fmt::format("{} listed above", counted(left_out, "shared change")));
  if (const auto remark = remark_on(preset); !remark.empty()) row.remarks.emplace_back(remark);
  if (preset.live != nullptr && !preset.live->status.empty())
    row.remarks.push_back(fmt::format("the status of the live preset is {}", preset.live->status));
  return row;
}

void fill(output::Page& page, const PlanView& view) {
  const SharedChanges shared(view.plan);
  fill_shared(page, shared);
  std::size_t new_bodies = 0;
  page.rows({.grid = {{{"preset", "Preset", output::CellKind::text, true},
                       {.name = "action", .title = "Action", .is_toned = true},
                       {"version", "Version", output::CellKind::number},
                       {"file", "File"},
                       {"remarks", "Remarks"}}},
             .layout = output::RowLayout::lines,
             .each =
                 [&](const output::TakeRow& take) {
                   visit_shown(
                       view, [&](std::size_t i) { take(shown_row(view, i, shared, new_bodies)); });
                 },
             .word_width = action_width,
             .names =
                 [&](const output::Write& name) {
                   visit_shown(view, [&](std::size_t i) { name(view.plan.presets[i].slug); });
                 },
             .folded = view.additions.folded});
  if (count_of(view.plan, Action::orphan) > 0) page.sentence(orphans_are_live);
  if (new_bodies > most_new_bodies)
    page.sentence(fmt::format("{} more new bodies are not shown: 'mrctl preset render' prints them",
                              new_bodies - most_new_bodies));
}

constexpr std::size_t version_column = 3;
constexpr std::size_t changes_column = 5;

output::Records plan_records(const PlanView& view) {
  const auto shown = streamed<PlanRow>([&](const auto& take) {
    visit_shown(view, [&](std::size_t i) { take(PlanRow{view.plan, view.plan.presets[i]}); });
  });
  auto records =
      view.plan.is_live
          ? output::records_of<"slug", "file", "action", "version", "applied", "changes",
                               "live.version", "live.version_id">(shown)
          : output::records_of<"slug", "file", "action", "version", "applied", "changes">(shown);
  const auto& added = view.additions;
  auto row = records.rows.begin();
  if (added.cells) visit_shown(view, [&](std::size_t i) { append(*row++, added.cells(i)); });
  append(records.names, added.columns);
  return records;
}

// People read members of bodies as they write them in flags, and what is live or renamed.
output::Records shown_rows_of(const PlanView& view) {
  auto records = plan_records(view);
  const bool has_renamed = std::ranges::any_of(
      view.plan.presets, [](const PlannedPreset& preset) { return !preset.renamed_from.empty(); });
  if (has_renamed) records.names.emplace_back("remarks");
  auto row = records.rows.begin();
  visit_shown(view, [&](std::size_t i) {
    std::vector<std::string> paths;
    const auto& preset = view.plan.presets[i];
    for (const auto& change : view.plan.changes_of(preset))
      paths.push_back(dotted(change.path));
    (*row)[version_column] = output::text_or_nothing(version_for_people(preset));
    (*row)[changes_column] = fmt::format("{}", fmt::join(paths, " "));
    if (has_renamed) row->push_back(output::text_or_nothing(words_on_name(preset)));
    ++row;
  });
  return records;
}

output::ResultNames slugs_of(const PlanView& view) {
  output::ResultNames slugs;
  visit_shown(view, [&](std::size_t i) { slugs.emplace_back(view.plan.presets[i].slug); });
  return slugs;
}

// "update support: temperature 0.2 → 0.3", "orphan old: still live; …"
std::string sentence_of(const PlannedPreset& preset, const std::vector<output::Change>& changes) {
  auto out = fmt::format("{} {}", row_of(preset.action).planned.name, preset.slug);
  if (preset.action == Action::orphan) out += fmt::format(": {}", orphans_are_live);
  const bool is_surprise = preset.is_made_elsewhere() || preset.live_state == LiveState::gone;
  if (!preset.renamed_from.empty() || is_surprise) out += " " + detail_of(preset);
  if (const auto remark = remark_on(preset); !remark.empty()) out += fmt::format(": {}", remark);
  if (const auto text = output::changes_in_short(changes); !text.empty()) out += ": " + text;
  return out;
}

output::Finding finding_of(const Plan& plan, const PlannedPreset& preset,
                           output::CheckResult sent) {
  const auto changes = plan.changes_of(preset);
  const auto result = is_sent(preset.action) ? sent : output::CheckResult::passed;
  output::Finding finding{.result = result,
                          .rule = fmt::format("plan.{}", row_of(preset.action).planned.name),
                          .file = std::string(preset.file),
                          .suite = std::string(preset.file.empty() ? preset.slug : preset.file),
                          .name = std::string(preset.slug)};
  if (result == output::CheckResult::failed) finding.severity = Severity::error;
  if (!changes.empty()) finding.pointer = changes.front().path;
  if (preset.action != Action::unchanged) finding.message = sentence_of(preset, changes);
  const bool is_drift =
      preset.live_state == LiveState::drifted || preset.live_state == LiveState::gone;
  if (!finding.severity &&
      (preset.action == Action::orphan || is_drift || !remark_on(preset).empty()))
    finding.severity = Severity::warning;
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

std::string key_of(const output::Change& change) {
  return sha256(result_json(change));
}

} // namespace

std::vector<output::Fact> target_facts(const Plan& plan) {
  const auto host = host_of(plan.service);
  if (host && plan.target == target_of(*host)) return {};
  return {{"target", plan.target}};
}

output::Presentation present_plan(const Plan& plan, Unchanged unchanged, PlanChecks checks,
                                  PlanAdditions additions) {
  const auto added = std::make_shared<const PlanAdditions>(std::move(additions));
  const auto view = [&plan, unchanged, added] { return PlanView{plan, unchanged, *added}; };
  auto result = output::present_record([&plan, gates = checks.gates] {
    return PlanResult{plan, gates};
  });
  result.rows = [view] { return plan_records(view()); };
  result.shown_rows = [view] { return shown_rows_of(view()); };
  result.names = [view] { return slugs_of(view()); };
  result.page = [view](output::Page& page) { fill(page, view()); };
  result.judgement = [&plan, gates = checks.gates] {
    return output::Judgement{.sum = summary_of(plan), .facts = target_facts(plan), .gates = gates};
  };
  result.findings = [&plan, checks = std::move(checks)] { return findings_of(plan, checks); };
  result.is_long = true;
  return result;
}

Json plan_schema() {
  return result_schema<PlanResult>();
}

// A change that only one preset has is kept as its hash only: with 100,000 presets, the texts of
// all changes may need any amount of memory.
SharedChanges::SharedChanges(const Plan& plan) {
  if (!plan.may_share_changes) return;
  std::map<std::size_t, SharedChange> shared; // by when each was first seen
  for (const auto& preset : plan.presets) {
    if (!is_sent(preset.action)) continue;
    for (auto& change : plan.changes_of(preset)) {
      if (!change.origin) continue;
      auto& [order, presets] =
          counted_.try_emplace(key_of(change), CountedChange{counted_.size()}).first->second;
      if (++presets < 2) continue;
      auto& row = shared[order];
      if (presets == 2) row.change = std::move(change);
      row.presets = presets;
    }
  }
  for (auto& [order, row] : shared)
    all_.push_back(std::move(row));
  std::erase_if(counted_, [](const auto& each) { return each.second.presets < 2; });
}

std::vector<output::Change>
SharedChanges::without_shared(std::vector<output::Change> changes) const {
  if (!counted_.empty())
    std::erase_if(changes, [&](const output::Change& change) {
      return change.origin && counted_.contains(key_of(change));
    });
  return changes;
}

} // namespace mrctl::apply
