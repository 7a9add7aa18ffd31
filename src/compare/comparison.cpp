#include "mrctl/compare/comparison.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/compare/change_gate.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/service/credential.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

namespace mrctl::compare {

namespace {

constexpr std::size_t decimals_shown = 2;
constexpr std::string_view endpoints = "endpoints";

template <class Visit>
void visit_changes(const Compared& compared, Visit visit) {
  for (const auto& record : compared.records)
    for (const auto& change : record.changes)
      visit(record, change);
}

template <class Rows>
std::size_t rows_of_kind(const Rows& rows, std::string_view kind) {
  return static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [&](const auto& row) {
    const auto names = row.changes.all();
    return std::find(names.begin(), names.end(), kind) != names.end();
  }));
}

// If several values share a kind, its name is not enough.
std::string name_in(const RecordChange& change) {
  if (change.shown.name.empty()) return dotted(change.path) + " ";
  const auto kind = change.kind->name;
  const bool is_shared = rows_of_kind(service::all_columns(), kind) > 1 ||
                         rows_of_kind(service::credential_fields(), kind) > 1;
  return is_shared ? std::string(change.shown.name) + " " : std::string();
}

// "+20%", "about -33.3%".
std::string percent_words(const std::string& percent) {
  const auto sign = percent.starts_with('-') ? "" : "+";
  const auto point = percent.find('.');
  if (point == std::string::npos || percent.size() - point - 1 <= decimals_shown)
    return sign + percent + "%";
  const auto value = std::strtod(percent.c_str(), nullptr);
  return std::abs(value) < 1 ? fmt::format("about {}{:.2g}%", sign, value)
                             : fmt::format("about {}{:.1f}%", sign, value);
}

std::string words_of(const RecordChange& change) {
  const auto& shown = change.shown;
  if (change.path.empty()) return {};
  if (change.is_item) return shown.from.value_or(shown.to.value_or(""));
  const auto unit = shown.unit.empty() ? "" : " " + std::string(shown.unit);
  const auto from = shown.from ? *shown.from + (shown.to ? "" : unit) : "–";
  const auto to = shown.to ? *shown.to + unit : "–";
  auto words = fmt::format("{}{} → {}", name_in(change), from, to);
  if (change.percent) words += fmt::format(" ({})", percent_words(*change.percent));
  return words;
}

output::Tone tone_of(const service::ChangeKind& kind) {
  return kind.effect == service::Effect::worse ? output::Tone::bad : output::Tone::plain;
}

// The items of one list that came, or went, share a line.
std::vector<output::Item::Line> lines_of(const RecordChanges& changes) {
  std::vector<output::Item::Line> lines;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const auto& kind = *changes[i].kind;
    auto words = words_of(changes[i]);
    if (changes[i].is_item)
      for (; i + 1 < changes.size() && changes[i + 1].kind == &kind; ++i)
        words += ", " + words_of(changes[i + 1]);
    lines.push_back({tone_of(kind), kind.name, std::move(words)});
  }
  return lines;
}

output::Item item_of(const ComparedRecord& record) {
  output::Item item{.group = std::string(record.model), .name = record.title};
  const auto& first = record.changes.front();
  if (first.path.empty()) {
    item.sign = first.kind->name == service::added ? '+' : '-';
    item.tone = tone_of(*first.kind);
    item.word = first.kind->name;
  } else {
    item.lines = lines_of(record.changes);
  }
  return item;
}

bool has_news(const PresetReach& preset) {
  return preset.before != preset.after || !preset.changes.empty();
}

void fill(output::Page& page, const PresetReach& preset) {
  std::vector<output::Item> changes;
  for (const auto& change : preset.changes) {
    const bool is_lost = change.kind == ReachChange::Kind::lost;
    changes.push_back({.name = fmt::format("{}: {}", change.endpoint, change.cause),
                       .sign = is_lost ? '-' : '+',
                       .tone = is_lost ? output::Tone::bad : output::Tone::plain});
  }
  page.sentence(sentence_on(preset));
  page.list(changes);
}

// "3 changes, 1 worse (!)", and "1 removed", "2 price-down".
void fill_sum(output::Page& page, const Compared& compared) {
  std::map<const service::ChangeKind*, std::size_t> counts;
  std::size_t all = 0;
  std::size_t worse = 0;
  visit_changes(compared, [&](const ComparedRecord&, const RecordChange& change) {
    ++all;
    ++counts[change.kind];
    if (change.kind->effect == service::Effect::worse) ++worse;
  });
  std::vector<std::string> parts;
  for (const auto& [kind, count] : counts)
    parts.push_back(fmt::format("{} {}", count, kind->name));
  page.sum(counted(all, "change") +
               (worse == 0 ? ", none worse" : fmt::format(", {} worse (!)", worse)),
           parts);
}

// "--fail-on worse failed: 1 removed".
std::string sentence_on(const ChangeGate& gate, const Compared& compared) {
  const auto verdict = judge_gate(gate, compared);
  return fmt::format("--fail-on {} {}: {}", gate.words, verdict.is_met ? "passed" : "failed",
                     verdict.why);
}

// Text is empty if nothing changed.
void fill(output::Page& page, const Compared& compared, const std::optional<ChangeGate>& gate) {
  if (gate) page.aside(sentence_on(*gate, compared));
  const auto presets = compared.presets.value_or(std::vector<PresetReach>());
  const bool has_changes = std::any_of(compared.records.begin(), compared.records.end(),
                                       [](const auto& record) { return !record.changes.empty(); });
  const bool is_told = has_changes || std::any_of(presets.begin(), presets.end(), has_news);
  if (!is_told) page.aside("nothing changed");
  const bool has_models = compared.what == endpoints;
  page.items({has_models ? "Model" : "", has_models ? "Endpoint" : "Credential"});
  for (const auto& record : compared.records)
    if (!record.changes.empty()) page.item(item_of(record));
  for (const auto& preset : presets) {
    if (has_changes || has_news(preset)) {
      page.part(&preset == presets.data() ? "Presets" : "");
      fill(page, preset);
    } else {
      page.aside(sentence_on(preset));
    }
  }
  if (!is_told) return page.aside(compared.sum);
  page.part("");
  fill_sum(page, compared);
  if (!compared.sum.empty()) page.sum(compared.sum);
}

std::string json_of(const Compared& compared, const ComparedRecord& record,
                    const RecordChange& change) {
  const auto values =
      fmt::format(R"("path":{},"from":{},"to":{})",
                  change.path.empty() ? "null" : json_quote(change.path), change.from, change.to);
  if (compared.what != endpoints)
    return fmt::format(R"({{"kind":"{}","id":{},{}}})", change.kind->name, json_quote(record.name),
                       values);
  return fmt::format(R"({{"kind":"{}","model":{},"tag":{},{},"percent":{}}})", change.kind->name,
                     json_quote(record.model), json_quote(record.name), values,
                     change.percent ? json_quote(*change.percent) : "null");
}

// Without JSON's quotes; nothing for null.
std::optional<std::string> plain_value(const std::string& json) {
  if (json == "null") return std::nullopt;
  return json.starts_with('"') ? json_unquoted(json) : json;
}

output::Records rows_of(const Compared& compared) {
  const bool has_models = compared.what == endpoints;
  output::Records records{{"kind", "id", "path", "from", "to"}};
  if (has_models) records.names = {"kind", "model", "tag", "path", "from", "to", "percent"};
  visit_changes(compared, [&](const ComparedRecord& record, const RecordChange& change) {
    auto& row = records.rows.emplace_back();
    row.emplace_back(change.kind->name);
    if (has_models) row.emplace_back(record.model);
    row.emplace_back(record.name);
    row.push_back(output::text_or_nothing(change.path));
    row.push_back(plain_value(change.from));
    row.push_back(plain_value(change.to));
    if (has_models) row.push_back(change.percent);
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

std::string_view suite_of(const Compared& compared, const ComparedRecord& record) {
  return record.model.empty() ? compared.what : record.model;
}

std::string_view name_of(const ComparedRecord& record) {
  return record.name.empty() ? std::string_view(record.title) : record.name;
}

// "acme/large acme/flex: price-up prompt 2.5 → 3 per million tokens (+20%)"
std::string sentence_on(std::string_view suite, const ComparedRecord& record,
                        const RecordChange& change) {
  const auto words = words_of(change);
  return fmt::format("{} {}: {}{}{}", suite, name_of(record), change.kind->name,
                     words.empty() ? "" : " ", words);
}

// "acme/flex price-up pricing.prompt"
std::string name_of_case(const ComparedRecord& record, const RecordChange& change) {
  auto name = fmt::format("{} {}", name_of(record), change.kind->name);
  if (change.path.empty()) return name;
  return name + " " + (change.is_item ? words_of(change) : dotted(change.path));
}

output::Finding finding_of(const ComparedRecord& record, const RecordChange& change,
                           std::string_view suite, const std::string& before, bool fails) {
  return {.result = fails ? output::CheckResult::failed : output::CheckResult::passed,
          .severity = fails ? Severity::error : Severity::warning,
          .rule = std::string(change.kind->name),
          .file = before,
          .pointer = pointer_join(pointer_join({}, suite), record.name) + change.path,
          .line = 1,
          .message = sentence_on(suite, record, change),
          .suite = std::string(suite),
          .name = name_of_case(record, change)};
}

output::Finding finding_of(const PresetReach& preset, const ReachChange& lost) {
  return {.severity = Severity::warning,
          .rule = "lost",
          .file = preset.file,
          .pointer = pointer_join(pointer_join({}, lost.model), lost.tag),
          .line = 1,
          .message = fmt::format("{} lost {}: {}", preset.slug, lost.endpoint, lost.cause),
          .suite = preset.slug,
          .name = lost.endpoint + " lost"};
}

output::Finding finding_of(const ChangeGate& gate, const Compared& compared,
                           const std::string& before) {
  const bool is_met = judge_gate(gate, compared).is_met;
  return {.result = is_met ? output::CheckResult::passed : output::CheckResult::failed,
          .severity = is_met ? std::nullopt : std::optional(Severity::error),
          .rule = "gate.fail-on",
          .file = before,
          .line = 1,
          .message = sentence_on(gate, compared),
          .suite = before,
          .name = "--fail-on " + gate.words};
}

// The gate has a finding of its own only if no change fails it, so that no failure counts twice.
output::Findings findings_of(const Compared& compared, const std::optional<ChangeGate>& gate,
                             const std::string& before) {
  output::Findings findings;
  bool has_failed = false;
  visit_changes(compared, [&](const ComparedRecord& record, const RecordChange& change) {
    const bool fails = is_named(gate, change);
    has_failed = has_failed || fails;
    findings.push_back(finding_of(record, change, suite_of(compared, record), before, fails));
  });
  if (compared.presets)
    for (const auto& preset : *compared.presets)
      for (const auto& change : preset.changes)
        if (change.kind == ReachChange::Kind::lost) findings.push_back(finding_of(preset, change));
  if (gate && !has_failed) findings.push_back(finding_of(*gate, compared, before));
  return findings;
}

std::string gates_json(const Compared& compared, const std::optional<ChangeGate>& gate) {
  if (!gate) return R"(,"gates":[])";
  const auto verdict = judge_gate(*gate, compared);
  return fmt::format(R"(,"gates":[{{"gate":"fail-on","asked":{},"met":{},"why":{}}}])",
                     json_quote(gate->words), verdict.is_met, json_quote(verdict.why));
}

// Returns the gained or the lost endpoints as a JSON array. Only lost ones have codes.
std::string endpoints_json(const PresetReach& preset, ReachChange::Kind kind) {
  std::string list;
  for (const auto& change : preset.changes) {
    if (change.kind != kind) continue;
    list += fmt::format(R"({}{{"model":{},"tag":{})", list.empty() ? "" : ",",
                        json_quote(change.model), json_quote(change.tag));
    if (kind == ReachChange::Kind::lost)
      list += change.codes.empty()
                  ? R"(,"codes":[])"
                  : fmt::format(R"(,"codes":["{}"])", fmt::join(change.codes, R"(",")"));
    list += "}";
  }
  return "[" + list + "]";
}

std::string preset_json(const PresetReach& preset) {
  return fmt::format(R"({{"slug":{},"file":{},"before":{},"after":{},"gained":{},"lost":{}}})",
                     json_quote(preset.slug), json_quote(preset.file), preset.before, preset.after,
                     endpoints_json(preset, ReachChange::Kind::gained),
                     endpoints_json(preset, ReachChange::Kind::lost));
}

} // namespace

std::string sentence_on(const PresetReach& preset) {
  return fmt::format("{} ({}): {} before, {} now", preset.slug, preset.file,
                     counted(preset.before, "eligible endpoint"), preset.after);
}

Compared compared_in(const EndpointComparison& comparison,
                     std::optional<std::vector<PresetReach>> presets) {
  Compared out{.what = endpoints,
               .count = comparison.endpoints_before + comparison.endpoints_after,
               .presets = std::move(presets)};
  for (const auto& endpoint : comparison.endpoints)
    out.records.push_back({endpoint.model, endpoint.tag(),
                           std::string(endpoint.tag().empty() ? "(no tag)" : endpoint.tag()),
                           endpoint.changes});
  out.sum =
      fmt::format("{} of {} before, {} after", counted(comparison.endpoints_before, "endpoint"),
                  counted(comparison.models, "model"), comparison.endpoints_after);
  out.tail =
      fmt::format(R"(],"models":{},"endpoints_before":{},"endpoints_after":{})", comparison.models,
                  comparison.endpoints_before, comparison.endpoints_after);
  if (out.presets) {
    std::string list;
    for (const auto& preset : *out.presets)
      list += (list.empty() ? "" : ",") + preset_json(preset);
    out.tail += R"(,"presets":[)" + list + "]";
  }
  return out;
}

// People know a credential by its name.
Compared compared_in(const CredentialComparison& comparison) {
  Compared out{.what = "credentials", .count = comparison.size()};
  for (const auto& compared : comparison) {
    const auto& name = (compared.after == nullptr ? compared.before : compared.after)->name;
    auto title = name ? fmt::format("{}  {}", compared.id, *name) : std::string(compared.id);
    out.records.push_back({{}, compared.id, std::move(title), compared.changes});
  }
  return out;
}

output::Presentation present_comparison(const Compared& compared,
                                        const std::optional<ChangeGate>& gate, std::string before) {
  return {
      .head = R"({"changes":[)",
      .tail = compared.tail + gates_json(compared, gate) + "}",
      .records =
          [&](const output::Write& write) {
            visit_changes(compared, [&](const ComparedRecord& record, const RecordChange& change) {
              write(json_of(compared, record, change));
            });
          },
      .rows = [&] { return rows_of(compared); },
      .names = [&] { return changed_names(compared); },
      .page = [&](output::Page& page) { fill(page, compared, gate); },
      .findings = [&, before = std::move(before)] { return findings_of(compared, gate, before); },
  };
}

} // namespace mrctl::compare
