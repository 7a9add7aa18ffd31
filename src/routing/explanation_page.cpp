#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/routing/explanation_report.hpp"

#include "explanation_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace mrctl::routing {

bool is_shown(const ExplainedBody& body, const ExplainedEndpoint& judged) {
  return !body.shown_tag ||
         (judged.endpoint->tag && equal_ignoring_case(*judged.endpoint->tag, *body.shown_tag));
}

namespace {

using output::Stands;

output::Tone tone_of(Reach reach) {
  if (reach == Reach::eligible) return output::Tone::good;
  return reach == Reach::unknown ? output::Tone::doubtful : output::Tone::bad;
}

using About = std::vector<std::pair<std::string, std::string>>;

About about(const ExplainedBody& body, const ModelGroup& group) {
  return {{"preset", body.file}, {"model", group.model}};
}

// Returns the shown endpoints of a group as rows. There is no column for ranks or costs if none is
// known.
output::Grid grid_of(const ExplainedBody& body, const ModelGroup& group,
                     const CommonChecks& common) {
  using output::CellKind;
  const bool has_ranks = std::ranges::any_of(
      group.endpoints, [](const ExplainedEndpoint& judged) { return judged.rank.has_value(); });
  const bool shows_costs = has_costs(group);
  output::Grid grid{.indent = 2, .about = about(body, group)};
  if (has_ranks) grid.headings.push_back({"rank", "", CellKind::number});
  grid.headings.push_back({"tag", "Tag", CellKind::text, true});
  grid.headings.push_back({.name = "verdict", .title = "Verdict", .is_toned = true});
  if (shows_costs) grid.headings.push_back({"cost", "Cost", CellKind::number});
  grid.headings.push_back({.name = "why", .title = "Why", .is_prose = true});
  for (const auto& judged : group.endpoints) {
    if (!is_shown(body, judged)) continue;
    auto& row = grid.rows.emplace_back();
    if (has_ranks) row.emplace_back(judged.rank ? std::to_string(*judged.rank) : "");
    row.emplace_back(name_of(*judged.endpoint));
    row.emplace_back(reach_name(judged.reach));
    if (shows_costs) row.push_back(judged.cost ? std::optional(marked_cost(judged)) : std::nullopt);
    row.emplace_back(brief_reasons(body, judged, common));
    grid.tones.push_back(tone_of(judged.reach));
  }
  return grid;
}

// Returns bars from the least to the most cost of each shown endpoint; none without costs.
std::vector<std::optional<output::Extent>> bars_of(const ExplainedBody& body,
                                                   const ModelGroup& group) {
  std::vector<std::optional<output::Extent>> bars;
  if (!has_costs(group)) return bars;
  for (const auto& judged : group.endpoints) {
    if (!is_shown(body, judged)) continue;
    auto& bar = bars.emplace_back();
    if (judged.cost) bar = {judged.cost_least.value_or(*judged.cost), *judged.cost};
  }
  return bars;
}

// Returns the endpoints with sentences: a row has the place in the order, the remarks and the
// reasons of an endpoint.
output::Grid sentences_of(const ExplainedBody& body, const ModelGroup& group,
                          const CommonChecks& common, ShownChecks checks) {
  output::Grid grid{.headings = {{"rank", "Rank", output::CellKind::number},
                                 {.name = "verdict", .title = "Verdict", .is_toned = true},
                                 {"tag", "Endpoint", output::CellKind::text, true},
                                 {.name = "why", .title = "Remarks", .is_prose = true}},
                    .indent = 2,
                    .is_titled = false,
                    .about = about(body, group)};
  const std::string no_rank(std::to_string(group.endpoints.size()).size(), ' ');
  for (const auto& judged : group.endpoints) {
    if (!is_shown(body, judged)) continue;
    grid.rows.push_back({judged.rank ? std::to_string(*judged.rank) : no_rank,
                         std::string(reach_name(judged.reach)), name_of(*judged.endpoint),
                         remarks_on(judged)});
    grid.tones.push_back(tone_of(judged.reach));
    grid.remarks.push_back(reasons_of(body, judged, common, checks));
  }
  return grid;
}

// Returns whether the page needs totals: that of one preset has them in its own part.
bool has_several(const ExplainedPresets& report) {
  return report.bodies.size() > 1 || has_errors(report.problems);
}

output::Judgement judgement_of(const ExplainedPresets& report) {
  output::Judgement out{.gates = routing::shown_results(report.gates)};
  if (!report.listings.empty())
    out.facts.push_back({"listings", fmt::format("{}", fmt::join(report.listings, ", "))});
  if (has_several(report)) out.sum = totals_of(report);
  out.problems = report.problems;
  for (auto& words : assumption_words(report))
    out.facts.push_back({{}, std::move(words)});
  return out;
}

void write_costs(output::Page& page, const ModelGroup& group) {
  if (has_costs(group)) page.sentence(cost_words(group), Stands::below);
}

void write_rows(output::Page& page, const ExplainedBody& body) {
  constexpr std::size_t most_gains = 3;
  for (std::size_t i = 0; i < body.explanation.groups.size(); ++i) {
    const auto& group = body.explanation.groups[i];
    page.sentence(fmt::format("{}: {}; {}", group.model, sum_of(group), order_words(group)));
    const auto common = common_checks(group);
    for (const auto& line : common_words(body, group, common))
      page.sentence(line, Stands::below);
    if (auto grid = grid_of(body, group, common); !grid.rows.empty())
      page.rows({.grid = std::move(grid), .bars = bars_of(body, group)});
    write_costs(page, group);
    std::vector<std::string> gains;
    for (const auto& gain : body.gains)
      if (auto words = brief_gain(gain, i); !words.empty() && gains.size() < most_gains)
        gains.push_back(std::move(words));
    if (!gains.empty())
      page.sentence(fmt::format("one edit away: {}", fmt::join(gains, ", ")), Stands::below);
  }
  for (const auto& sentence : tier_words(body.explanation))
    page.sentence(sentence, Stands::below);
  for (std::size_t i = 0; i < body.explanation.dead.size(); ++i)
    if (body.explanation.dead[i].base.empty())
      page.sentence(dead_words(body, i), Stands::below, output::Tone::doubtful);
}

void write_gains(output::Page& page, const ExplainedBody& body) {
  if (body.gains.empty() || body.shown_tag) return;
  page.part("");
  page.heading("Single edits that help most");
  for (const auto& gain : body.gains)
    page.sentence(gain_words(body, gain), Stands::below);
}

void write_sentences_on(output::Page& page, const ExplainedBody& body, const ModelGroup& group,
                        ShownChecks checks) {
  const auto common = checks == ShownChecks::all ? CommonChecks() : common_checks(group);
  const auto grid = sentences_of(body, group, common, checks);
  if (grid.rows.empty()) return;
  page.part("");
  page.heading(fmt::format("{}, {}", group.model, order_words(group)));
  const auto& first = group.endpoints.front();
  for (const auto& check : first.checks)
    if (contains(common, check.requirement))
      page.sentence(
          fmt::format("all {}: {}", group.endpoints.size(), reason_of(body, first, check)),
          Stands::below);
  page.rows({.grid = grid});
  write_costs(page, group);
}

// Where nothing is eligible, the edits come first.
void write_sentences(output::Page& page, const ExplainedBody& body, ShownChecks checks) {
  const auto& explanation = body.explanation;
  bool has_eligible = false;
  for (const auto& group : explanation.groups) {
    page.sentence(group.model + ": " + sum_of(group));
    has_eligible = has_eligible || count_of(group, Reach::eligible) > 0;
  }
  if (!has_eligible) write_gains(page, body);
  for (const auto& group : explanation.groups)
    write_sentences_on(page, body, group, checks);
  const auto is_own = [](const DeadEntry& dead) { return dead.base.empty(); };
  if (std::ranges::any_of(explanation.dead, is_own)) {
    page.part("");
    page.heading("Entries that match no endpoint");
    for (std::size_t i = 0; i < explanation.dead.size(); ++i)
      if (is_own(explanation.dead[i]))
        page.sentence(dead_words(body, i), Stands::below, output::Tone::doubtful);
  }
  if (has_eligible) write_gains(page, body);
}

// Writes the dead entries that bases bring, each once, with the number of presets that have it.
void write_entries_of_bases(output::Page& page, const ExplainedPresets& report) {
  using Key = std::tuple<std::string, std::string, std::string>;
  std::map<Key, std::pair<const DeadEntry*, std::size_t>> known;
  for (const auto& body : report.bodies)
    for (const auto& dead : body.explanation.dead) {
      if (dead.base.empty()) continue;
      auto& [first, count] = known[{dead.base, dead.path, dead.entry}];
      if (first == nullptr) first = &dead;
      ++count;
    }
  if (!known.empty()) page.part("");
  for (const auto& [key, seen] : known)
    page.sentence(base_words(*seen.first, seen.second), Stands::alone, output::Tone::doubtful);
}

// Returns the bodies as a page shows them: first those for which a gate fails.
std::vector<const ExplainedBody*> in_order(const ExplainedPresets& report,
                                           const output::Page& page) {
  std::set<std::size_t> failed;
  for (const auto& gate : report.gates)
    if (gate.preset && output::counts(gate) && !page.is_brief()) failed.insert(*gate.preset);
  std::vector<const ExplainedBody*> bodies;
  for (const bool has_failed : {true, false})
    for (std::size_t i = 0; i < report.bodies.size(); ++i)
      if (failed.contains(i) == has_failed) bodies.push_back(&report.bodies[i]);
  return bodies;
}

template <class WriteBody>
void write_page(output::Page& page, const ExplainedPresets& report, WriteBody write_body) {
  if (!has_several(report)) page.sentence(totals_of(report), Stands::beside);
  for (const auto* body : in_order(report, page)) {
    page.part("");
    if (!body->file.empty()) page.heading(body->slug, std::vector{body->file});
    write_body(page, *body);
    for (const auto& note : body->explanation.notes)
      page.sentence(note, Stands::below, output::Tone::doubtful);
  }
  write_entries_of_bases(page, report);
  page.part("");
}

// Returns a finding about a model of a body; about the whole body without a model.
output::Finding finding_about(const ExplainedBody& body, const std::string& model) {
  output::Finding finding{.file = body.file, .suite = body.file.empty() ? model : body.file};
  if (!body.model_places.places.empty()) {
    const auto& place = body.model_places.of(model);
    finding.file = place.file;
    finding.line = place.line;
  }
  return finding;
}

void fail(output::Finding& finding) {
  finding.result = output::CheckResult::failed;
  finding.severity = Severity::error;
}

output::Finding gate_finding(const output::GateResult& gate, const ExplainedPresets& report) {
  const auto& body = report.bodies[*gate.preset];
  const bool names_model = !gate.model.empty() && !body.file.empty();
  auto finding = finding_about(body, gate.model);
  finding.rule = rule_of(gate);
  finding.name = (names_model ? gate.model + " " : "") + name_of(gate);
  finding.message = fmt::format("{} {}: {}", name_of(gate), gate.is_met ? "is met" : "was not met",
                                reason_of(gate));
  if (!gate.is_met) fail(finding);
  return finding;
}

output::Finding group_finding(const ExplainedBody& body, const ModelGroup& group) {
  auto finding = finding_about(body, group.model);
  finding.rule = "routing.unreachable";
  finding.name = group.model;
  finding.message = fmt::format("{}: {}", group.model, sum_of(group));
  if (count_of(group, Reach::eligible) == 0) fail(finding);
  return finding;
}

output::Findings findings_of(const ExplainedPresets& report) {
  output::Findings findings;
  for (const auto& gate : report.gates)
    if (gate.preset) findings.push_back(gate_finding(gate, report));
  if (findings.empty())
    for (const auto& body : report.bodies)
      for (const auto& group : body.explanation.groups)
        findings.push_back(group_finding(body, group));
  for (const auto& words : assumption_words(report))
    for (auto& finding : findings)
      finding.message += "; " + words;
  return findings;
}

// Returns the tags of eligible endpoints, each once, in their order.
output::ResultNames eligible_tags(const ExplainedPresets& report) {
  std::vector<std::string> tags;
  std::set<std::string_view> seen;
  for (const auto& body : report.bodies)
    for (const auto& group : body.explanation.groups)
      for (const auto& judged : group.endpoints)
        if (is_shown(body, judged) && judged.reach == Reach::eligible && judged.endpoint->tag &&
            seen.insert(*judged.endpoint->tag).second)
          tags.emplace_back(*judged.endpoint->tag);
  return tags;
}

} // namespace

output::Presentation present_explanation(const ExplainedPresets& report, ShownChecks checks) {
  const auto sentences = [&, checks](output::Page& page) {
    write_page(page, report, [checks](output::Page& where, const ExplainedBody& body) {
      write_sentences(where, body, checks);
    });
  };
  const auto rows = [&](output::Page& page) { write_page(page, report, write_rows); };
  auto result = present_to_programs(report);
  result.names = [&] { return eligible_tags(report); };
  result.page = rows;
  result.prose = sentences;
  result.judgement = [&] { return judgement_of(report); };
  result.findings = [&] { return findings_of(report); };
  result.is_long = true;
  if (checks == ShownChecks::all) result.page = sentences;
  return result;
}

} // namespace mrctl::routing
