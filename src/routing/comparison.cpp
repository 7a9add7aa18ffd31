#include "mrctl/routing/comparison.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace mrctl::routing {

namespace {

constexpr std::string_view any_kind = "any";
constexpr std::string_view worse_kinds = "worse";
constexpr std::string_view lost_kind = "lost";

Error unknown_kind(std::string_view word) {
  std::vector<std::string_view> known{any_kind, worse_kinds};
  for (const auto& kind : service::change_kinds)
    known.push_back(kind.name);
  known.push_back(lost_kind);
  return Error::unknown_word("kind of change", word, nearest_word(word, known),
                             fmt::format("the kinds are {}", fmt::join(known, " ")));
}

bool is_meant(const service::ChangeKind& kind, std::string_view word) {
  return word == any_kind || word == kind.name ||
         (word == worse_kinds && kind.effect == service::Effect::worse);
}

Status add_kinds(ChangeGate& gate, std::string_view word, service::ValueSource deepest,
                 LostEndpoints lost) {
  const auto before = gate.kinds.size();
  const bool is_lost = word == lost_kind && lost == LostEndpoints::counted;
  bool is_known = word == any_kind || word == worse_kinds || is_lost;
  gate.has_lost = gate.has_lost || (is_known && lost == LostEndpoints::counted);
  if (is_lost) return {};
  for (const auto& kind : service::change_kinds) {
    if (!is_meant(kind, word)) continue;
    is_known = true;
    if (kind.source <= deepest) gate.kinds.push_back(&kind);
  }
  if (!is_known) return fail(unknown_kind(word));
  if (gate.kinds.size() > before) return {};
  return fail(Error::usage(fmt::format("--fail-on {} needs --statistics", word),
                           "without it, statistics are not compared"));
}

bool is_lost(const MovedEndpoint& moved) {
  return moved.move == ReachMove::lost;
}

// If any preset gained an endpoint, "+" or "-" in front of each tells gains from losses.
void fill_presets(output::Page& page, const std::vector<PresetReach>& presets) {
  const bool has_gains = std::ranges::any_of(presets, [](const PresetReach& preset) {
    return !std::ranges::all_of(preset.moves, is_lost);
  });
  output::Grid grid{.headings = {{"preset", "Preset", output::CellKind::text, true},
                                 {"before", "Before", output::CellKind::number},
                                 {.name = "now",
                                  .title = "Now",
                                  .kind = output::CellKind::number,
                                  .is_toned = true},
                                 {.name = "lost",
                                  .title = has_gains ? "Lost (-), gained (+)" : "Lost",
                                  .is_prose = true}},
                    .indent = 2};
  std::size_t kept = 0;
  for (const auto& preset : presets) {
    if (preset.moves.empty()) {
      ++kept;
      continue;
    }
    std::string moves;
    for (const auto& moved : preset.moves)
      moves += fmt::format("{}{}{}: {}", moves.empty() ? "" : "; ",
                           !has_gains       ? ""
                           : is_lost(moved) ? "- "
                                            : "+ ",
                           moved.name, moved.reasons);
    grid.rows.push_back({preset.slug, std::to_string(preset.before->eligible),
                         std::to_string(preset.after->eligible), std::move(moves)});
    grid.tones.push_back(std::ranges::any_of(preset.moves, is_lost) ? output::Tone::bad
                                                                    : output::Tone::good);
  }
  if (!grid.rows.empty()) page.rows({.grid = std::move(grid), .is_beside_records = true});
  if (kept > 0)
    page.sentence(fmt::format("{} {} the same endpoints as before", counted(kept, "preset"),
                              kept == 1 ? "reaches" : "reach"));
}

output::CheckResult result_of(Severity severity) {
  return severity == Severity::error ? output::CheckResult::failed : output::CheckResult::passed;
}

output::Finding finding_of(const PresetReach& preset, const MovedEndpoint& lost,
                           Severity severity) {
  const auto& place = preset.places.of(std::string(lost.model));
  return {.result = result_of(severity),
          .severity = severity,
          .rule = "lost",
          .file = place.file,
          .pointer = pointer_join(pointer_join({}, lost.model), lost.endpoint->tag.value_or("")),
          .line = place.line,
          .message = fmt::format("{} lost {}: {}", preset.slug, lost.name, lost.reasons),
          .suite = preset.slug,
          .name = lost.name + " lost"};
}

template <class Visit>
void visit_changes(const Compared& compared, Visit visit) {
  for (const auto& record : compared.records)
    for (const auto& change : record.changes)
      visit(record, change);
}

// The name of a kind does not tell apart several values of that kind.
std::string name_in(const RecordChange& change) {
  if (!change.shown.title.empty()) return change.shown.title + " ";
  if (change.shown.name.empty()) return dotted(change.path) + " ";
  const auto kind = change.kind->name;
  const auto columns = std::ranges::count_if(service::all_columns(), [&](const auto& column) {
    const auto names = column.changes.all();
    return contains(names, kind);
  });
  return columns > 1 ? std::string(change.shown.name) + " " : std::string();
}

std::string words_on_change(const RecordChange& change) {
  const auto& shown = change.shown;
  if (change.path.empty()) return {};
  if (change.is_item) return shown.from.value_or(shown.to.value_or(""));
  const auto unit = shown.unit.empty() ? "" : " " + std::string(shown.unit);
  const auto from = shown.from ? *shown.from + (shown.to ? "" : unit) : "–";
  const auto to = shown.to ? *shown.to + unit : "–";
  auto words = fmt::format("{}{} → {}", name_in(change), from, to);
  if (change.percent)
    words += fmt::format(" ({}{}%)",
                         *change.percent == "0" || change.percent->starts_with('-') ? "" : "+",
                         *change.percent);
  return words;
}

// The items of one list that came, or went, share a row. What came or went as a whole has no words.
void visit_rows(const ComparedRecord& record, const output::TakeRow& take) {
  const auto& changes = record.changes;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const auto& kind = *changes[i].kind;
    const auto* sign = !changes[i].path.empty() ? "~" : kind.name == service::added ? "+" : "-";
    const bool is_first = i == 0;
    auto words = words_on_change(changes[i]);
    if (changes[i].is_item)
      for (; i + 1 < changes.size() && changes[i + 1].kind == &kind; ++i)
        words += ", " + words_on_change(changes[i + 1]);
    take({.cells = {record.title, std::string(kind.name), std::move(words)},
          .sign = is_first ? sign : "",
          .tone = kind.effect == service::Effect::worse ? output::Tone::bad : output::Tone::plain});
  }
}

// Shows a table for each model.
void fill_tables(output::Page& page, std::span<const ComparedRecord* const> changed) {
  for (auto rest = changed; !rest.empty();) {
    const std::string model(rest.front()->model);
    const auto end =
        std::ranges::find_if(rest, [&](const auto* record) { return record->model != model; });
    const auto same = rest.first(static_cast<std::size_t>(end - rest.begin()));
    rest = rest.subspan(same.size());
    output::Grid grid{{{"endpoint", "Endpoint"},
                       {.name = "kind", .title = "Kind", .is_toned = true},
                       {"change", "Change"}}};
    grid.headings.front().is_identifier = true;
    grid.about = {{"model", model}};
    page.heading(model);
    page.rows({.grid = std::move(grid),
               .layout = output::RowLayout::stack,
               .each = [&](const output::TakeRow& take) {
                 for (const auto* record : same)
                   visit_rows(*record, take);
               }});
  }
}

// Shows the changes of endpoints; those that no preset notices come last.
void fill_changes(output::Page& page, const Compared& compared) {
  std::vector<const ComparedRecord*> changed;
  std::vector<const ComparedRecord*> out_of_reach;
  for (const auto& record : compared.records)
    if (!record.changes.empty())
      (record.reachable == false ? out_of_reach : changed).push_back(&record);
  fill_tables(page, changed);
  if (out_of_reach.empty()) return;
  page.part("");
  page.sentence("out of reach of every preset:");
  fill_tables(page, out_of_reach);
}

// "3 changes, 1 worse (!)", and "1 removed", "2 price-down".
output::Judgement sum_of(const Compared& compared) {
  std::map<const service::ChangeKind*, std::size_t> counts;
  std::size_t all = 0;
  std::size_t worse_ones = 0;
  visit_changes(compared, [&](const ComparedRecord&, const RecordChange& change) {
    ++all;
    ++counts[change.kind];
    if (change.kind->effect == service::Effect::worse) ++worse_ones;
  });
  if (all == 0) return {.sum = "nothing changed"};
  output::Judgement out{
      .sum = counted(all, "change") +
             (worse_ones == 0 ? ", none worse" : fmt::format(", {} worse (!)", worse_ones))};
  for (const auto& [kind, count] : counts)
    out.parts.push_back(fmt::format("{} {}", count, kind->name));
  return out;
}

output::Judgement judgement_of(const Compared& compared, const std::optional<ChangeGate>& gate) {
  auto out = sum_of(compared);
  const auto models =
      compared.models == 0 ? std::string() : " of " + counted(compared.models, "model");
  out.facts.push_back(
      {"compared", fmt::format("{} ({}{}) with {} ({})", compared.sides.before,
                               counted(compared.count_before, "endpoint"), models,
                               compared.sides.after, counted(compared.count_after, "endpoint"))});
  out.gates = judge(gate, compared);
  if (compared.presets)
    for (const auto& note : compared.presets->notes)
      out.facts.push_back({{}, note});
  return out;
}

void fill(output::Page& page, const Compared& compared) {
  fill_changes(page, compared);
  if (compared.presets && !compared.presets->reach.empty()) {
    page.part("Presets");
    fill_presets(page, compared.presets->reach);
  }
  page.part("");
}

struct ChangeRow {
  const ComparedRecord& record;
  const RecordChange& change;
};

std::vector<std::string_view> names_of_kinds() {
  return mapped(service::change_kinds, [](const auto& kind) { return kind.name; });
}

// clang-format off
constexpr auto rows_of(const ChangeRow* /*record*/) {
  return std::tuple{
      ResultMember{"kind", [](const auto& row) { return row.change.kind->name; }, {.says = "kind of the change", .words = names_of_kinds}},
      ResultMember{"model", [](const auto& row) { return row.record.model; }, {"model of the endpoint"}},
      ResultMember{"tag", [](const auto& row) { return unless_empty(row.record.name); }, {"tag of the endpoint"}},
      ResultMember{"provider", [](const auto& row) { return only_if(row.record.name.empty(), unless_empty(row.record.provider)); }, {"of an endpoint without a tag"}},
      ResultMember{"path", [](const auto& row) { return unless_empty(row.change.path); }, {"JSON Pointer into the endpoint"}},
      ResultMember{"from", [](const auto& row) { return CompactJson{row.change.from}; }, {"value in the first listing; null if it has none"}},
      ResultMember{"to", [](const auto& row) { return CompactJson{row.change.to}; }, {"value in the second listing; null if it has none"}},
      ResultMember{"percent", [](const auto& row) -> const auto& { return row.change.percent; }, {"decimal rounded to two places, of prices only"}},
      ResultMember{"reachable", [](const auto& row) { return Sometimes{row.record.reachable}; }, {"with --presets: whether one of them reaches the endpoint before or now"}},
  };
}
// clang-format on

std::string_view shown_name_of(const ComparedRecord& record) {
  return record.name.empty() ? std::string_view(record.title) : record.name;
}

// Returns the rows in the words that people read, for Markdown.
output::Records shown_rows_of(const Compared& compared) {
  output::Records records{{"model", "endpoint", "kind", "change"}};
  visit_changes(compared, [&](const ComparedRecord& record, const RecordChange& change) {
    auto& row = records.rows.emplace_back();
    row.emplace_back(record.model);
    row.emplace_back(shown_name_of(record));
    row.emplace_back(change.kind->name);
    row.push_back(output::text_or_nothing(words_on_change(change)));
  });
  return records;
}

output::ResultNames changed_names(const Compared& compared) {
  output::ResultNames names;
  std::set<std::string_view> seen;
  for (const auto& record : compared.records)
    if (!record.changes.empty() && !record.name.empty() && seen.insert(record.name).second)
      names.emplace_back(record.name);
  return names;
}

output::Finding finding_of(const ComparedRecord& record, const RecordChange& change,
                           const std::string& before, Severity severity) {
  const auto suite = std::string(record.model);
  const auto name = fmt::format("{} {}", shown_name_of(record), change.kind->name);
  const auto words = words_on_change(change);
  return {.result = result_of(severity),
          .severity = severity,
          .rule = std::string(change.kind->name),
          .file = before,
          .pointer = pointer_join(pointer_join({}, suite), record.name) + change.path,
          .line = 1,
          .message = fmt::format("{} {}: {}{}{}", suite, shown_name_of(record), change.kind->name,
                                 words.empty() ? "" : " ", words),
          .suite = suite,
          .name = change.path.empty()
                      ? name
                      : fmt::format("{} {}", name, change.is_item ? words : dotted(change.path))};
}

output::Finding finding_of(const output::GateResult& verdict, const std::string& before) {
  return {.result = verdict.is_met ? output::CheckResult::passed : output::CheckResult::failed,
          .severity = verdict.is_met ? std::nullopt : std::optional(Severity::error),
          .rule = rule_of(verdict),
          .file = before,
          .line = 1,
          .message = sentence_on(verdict),
          .suite = before,
          .name = name_of(verdict)};
}

// The gate has a separate finding only if no change fails it, so that no failure counts twice.
output::Findings findings_of(const Compared& compared, const std::optional<ChangeGate>& gate) {
  output::Findings findings;
  const auto& before = compared.sides.before;
  const auto severity_of = [](bool fails) { return fails ? Severity::error : Severity::warning; };
  visit_changes(compared, [&](const ComparedRecord& record, const RecordChange& change) {
    findings.push_back(finding_of(record, change, before, severity_of(is_named(gate, change))));
  });
  if (compared.presets)
    for (const auto& preset : compared.presets->reach)
      for (const auto& moved : preset.moves)
        if (is_lost(moved))
          findings.push_back(finding_of(preset, moved, severity_of(gate && gate->has_lost)));
  const bool has_failed = contains(findings, output::CheckResult::failed, &output::Finding::result);
  if (has_failed) return findings;
  for (const auto& verdict : judge(gate, compared))
    findings.push_back(finding_of(verdict, before));
  return findings;
}

struct GainedByPreset {
  const MovedEndpoint& moved;
};

constexpr auto rows_of(const GainedByPreset* /*record*/) {
  return std::tuple{
      ResultMember{"model",
                   [](const auto& gained) { return gained.moved.model; },
                   {"model of the endpoint"}},
      MembersOf{[](const auto& gained) { return NamedEndpoint{*gained.moved.endpoint}; }},
  };
}

struct LostByPreset {
  const MovedEndpoint& moved;
};

// clang-format off
constexpr auto rows_of(const LostByPreset* /*record*/) {
  return std::tuple{
      MembersOf{[](const auto& lost) { return GainedByPreset{lost.moved}; }},
      ResultMember{"codes", [](const auto& lost) -> const auto& { return lost.moved.codes; }, {"checks that exclude it, or that are unknown"}},
  };
}
// clang-format on

struct Comparison {
  const Compared& compared;
  const std::optional<ChangeGate>& gate;
};

template <auto Part>
auto of_presets(const Comparison& comparison) {
  const auto& presets = comparison.compared.presets;
  return Sometimes{presets ? std::optional((*presets).*Part) : std::nullopt};
}

auto changes_in(const Comparison& comparison) {
  return streamed<ChangeRow>([&](const auto& take) {
    visit_changes(comparison.compared, [&](const auto& record, const auto& change) {
      take(ChangeRow{record, change});
    });
  });
}

// clang-format off
constexpr auto rows_of(const Comparison* /*record*/) {
  return std::tuple{
      ResultMember{"changes", changes_in, {"the changes, endpoint by endpoint"}},
      ResultMember{"models", [](const auto& result) { return result.compared.models; }, {"how many models were compared"}},
      ResultMember{"endpoints_before", [](const auto& result) { return result.compared.count_before; }, {"how many the first listing has"}},
      ResultMember{"endpoints_after", [](const auto& result) { return result.compared.count_after; }, {"how many the second listing has"}},
      ResultMember{"presets", of_presets<&ComparedPresets::reach>, {"with --presets"}},
      ResultMember{"assumed", of_presets<&ComparedPresets::assumed>, {"codes of checks that are taken as passed"}},
      ResultMember{"compared", [](const auto& result) -> const auto& { return result.compared.sides; }, {"where the two listings come from"}},
      ResultMember{"gates", [](const auto& result) { return judge(result.gate, result.compared); }, output::doc_of_gates},
  };
}
// clang-format on

} // namespace

Result<std::optional<ChangeGate>> read_change_gate(std::span<const std::string> lists,
                                                   service::ValueSource deepest,
                                                   LostEndpoints lost) {
  if (lists.empty()) return std::nullopt;
  ChangeGate gate;
  for (const auto& list : lists) {
    gate.words += (gate.words.empty() ? "" : ",") + list;
    for (const auto word : split(list, ','))
      TRY(add_kinds(gate, word, deepest, lost));
  }
  return gate;
}

bool is_named(const std::optional<ChangeGate>& gate, const RecordChange& change) {
  return gate && contains(gate->kinds, change.kind);
}

std::vector<output::GateResult> judge(const std::optional<ChangeGate>& gate,
                                      const Compared& compared) {
  if (!gate) return {};
  output::GateResult out{.gate = "fail-on", .asked = gate->words};
  if (compared.count_before + compared.count_after == 0) {
    out.why = "there are no endpoints to compare";
    return {out};
  }
  std::map<const service::ChangeKind*, std::size_t> counts;
  for (const auto& record : compared.records)
    for (const auto& change : record.changes)
      if (is_named(gate, change)) ++counts[change.kind];
  for (const auto& [kind, count] : counts)
    out.why += fmt::format("{}{} {}", out.why.empty() ? "" : ", ", count, kind->name);
  std::size_t lost = 0;
  if (gate->has_lost && compared.presets)
    for (const auto& preset : compared.presets->reach)
      lost += static_cast<std::size_t>(
          std::ranges::count(preset.moves, ReachMove::lost, &MovedEndpoint::move));
  if (lost > 0) out.why += fmt::format("{}{} lost", out.why.empty() ? "" : ", ", lost);
  out.is_met = counts.empty() && lost == 0;
  if (out.is_met) out.why = "no such change";
  return {out};
}

// clang-format off
constexpr auto rows_of(const PresetReach* /*record*/) {
  return std::tuple{
      ResultMember{"slug", &PresetReach::slug, {"slug of the preset"}},
      ResultMember{"file", &PresetReach::file, {"file of the preset"}},
      ResultMember{"slug_prefix", [](const auto& preset) { return Sometimes{unless_empty(preset.slug_prefix)}; }, output::doc_of_slug_prefix},
      ResultMember{"before", [](const auto& preset) { return preset.before->eligible; }, {"eligible endpoints"}},
      ResultMember{"after", [](const auto& preset) { return preset.after->eligible; }, {"eligible endpoints now"}},
      ResultMember{"gained", moves_of<ReachMove::gained, GainedByPreset>, {"endpoints that the preset reaches now only"}},
      ResultMember{"lost", moves_of<ReachMove::lost, LostByPreset>, {"endpoints that the preset reached before only"}},
  };
}

constexpr auto rows_of(const Sides* /*record*/) {
  return std::tuple{
      ResultMember{"before", &Sides::before, {"file"}},
      ResultMember{"after", [](const auto& sides) { return sides.is_live ? std::nullopt : unless_empty(sides.after); }, {"file; null if the service was asked"}},
      ResultMember{"service", [](const auto& sides) { return sides.is_live ? unless_empty(sides.after) : std::nullopt; }, {"base URL; null if both sides are files"}},
  };
}
// clang-format on

Json comparison_schema() {
  return result_schema<Comparison>();
}

std::string sentence_on(const PresetReach& preset) {
  return fmt::format("{} ({}): {} before, {} now", preset.slug, preset.file,
                     counted(preset.before->eligible, "eligible endpoint"), preset.after->eligible);
}

Compared compared_in(const EndpointComparison& comparison, Sides sides,
                     std::optional<ComparedPresets> presets) {
  Compared out{.sides = std::move(sides),
               .models = comparison.models,
               .count_before = comparison.endpoints_before,
               .count_after = comparison.endpoints_after};
  for (std::size_t i = 0; i < comparison.endpoints.size(); ++i) {
    const auto& endpoint = comparison.endpoints[i];
    const auto provider = endpoint.tag().empty() ? endpoint.provider() : std::string_view();
    auto& record =
        out.records.emplace_back(ComparedRecord{endpoint.model, endpoint.tag(),
                                                std::string(!endpoint.tag().empty() ? endpoint.tag()
                                                            : provider.empty()      ? "(no tag)"
                                                                                    : provider),
                                                endpoint.changes, provider});
    if (presets && i < presets->reachable.size()) record.reachable = presets->reachable[i];
  }
  out.presets = std::move(presets);
  return out;
}

output::Presentation present_comparison(const Compared& compared,
                                        const std::optional<ChangeGate>& gate) {
  auto result = output::present_record([&] { return Comparison{compared, gate}; });
  result.rows = [&] {
    return output::records_of<"kind", "model", "tag", "path", "from", "to", "percent">(
        changes_in({compared, gate}));
  };
  result.shown_rows = [&] { return shown_rows_of(compared); };
  result.names = [&] { return changed_names(compared); };
  result.page = [&](output::Page& page) { fill(page, compared); };
  result.judgement = [&] { return judgement_of(compared, gate); };
  result.findings = [&] { return findings_of(compared, gate); };
  return result;
}

} // namespace mrctl::routing
