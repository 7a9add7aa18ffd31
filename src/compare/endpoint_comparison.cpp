#include "mrctl/base/text.hpp"
#include "mrctl/compare/comparison.hpp"
#include "mrctl/json/text.hpp"

#include "record_changes.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <vector>

namespace mrctl::compare {

namespace {

constexpr std::size_t most_endpoints_named = 20; // endpoints of a preset

template <class Visit>
void visit_changes(const EndpointComparison& comparison, Visit visit) {
  for (const auto& endpoint : comparison.endpoints)
    for (const auto& change : endpoint.changes)
      visit(endpoint, change);
}

std::string change_json(const ComparedEndpoint& endpoint, const RecordChange& change) {
  return fmt::format(R"({{"kind":"{}","model":{},"tag":{},{},"percent":{}}})", change.kind->name,
                     json_quote(endpoint.model), json_quote(endpoint.tag()), value_members(change),
                     change.percent ? json_quote(*change.percent) : "null");
}

std::string preset_json(const PresetReach& preset) {
  return fmt::format(R"({{"slug":{},"file":{},"before":{},"after":{}}})", json_quote(preset.slug),
                     json_quote(preset.file), preset.before, preset.after);
}

} // namespace

std::string title_of(const ComparedEndpoint& endpoint) {
  return std::string(endpoint.tag().empty() ? "(no tag)" : endpoint.tag());
}

namespace {

// A model is named above its endpoints, again if added ones follow those of other models.
void draw_endpoints(const EndpointComparison& comparison, RecordDrawing& drawing) {
  std::string_view model;
  for (const auto& endpoint : comparison.endpoints) {
    if (endpoint.changes.empty()) continue;
    if (endpoint.model != model) drawing.heading(endpoint.model);
    model = endpoint.model;
    drawing.record(title_of(endpoint), endpoint.changes);
  }
}

bool has_news(const PresetReach& preset) {
  return preset.before != preset.after || !preset.changes.empty();
}

void draw_preset(const PresetReach& preset, RecordDrawing& drawing) {
  if (!drawing.is_empty()) drawing.empty_line();
  drawing.sentence(sentence_on(preset));
  for (std::size_t i = 0; i < preset.changes.size() && i < most_endpoints_named; ++i) {
    const auto& change = preset.changes[i];
    const bool is_lost = change.kind == ReachChange::Kind::lost;
    drawing.remark(is_lost ? service::Effect::worse : service::Effect::neutral, is_lost ? '-' : '+',
                   fmt::format("{}: {}", change.endpoint, change.cause));
  }
  if (preset.changes.size() > most_endpoints_named)
    drawing.sentence(fmt::format("    and {} more", preset.changes.size() - most_endpoints_named));
}

} // namespace

std::string endpoints_words(const EndpointComparison& comparison) {
  return fmt::format("{} of {} before, {} after", counted(comparison.endpoints_before, "endpoint"),
                     counted(comparison.models, "model"), comparison.endpoints_after);
}

std::string sentence_on(const PresetReach& preset) {
  return fmt::format("{} ({}): {} before, {} now", preset.slug, preset.file,
                     counted(preset.before, "eligible endpoint"), preset.after);
}

std::string comparison_text(const EndpointComparison& comparison,
                            std::span<const PresetReach> presets,
                            const output::Terminal& terminal) {
  std::vector<const RecordChange*> changes;
  visit_changes(comparison, [&](const ComparedEndpoint&, const RecordChange& change) {
    changes.push_back(&change);
  });
  RecordDrawing drawing(terminal);
  draw_endpoints(comparison, drawing);
  for (const auto& preset : presets)
    if (!changes.empty() || has_news(preset)) draw_preset(preset, drawing);
  if (drawing.is_empty()) return {};
  drawing.empty_line();
  drawing.sum(changes);
  drawing.sentence(endpoints_words(comparison));
  return std::move(drawing).take();
}

std::string comparison_json(const EndpointComparison& comparison, Presets has_presets,
                            std::span<const PresetReach> presets) {
  std::string out = R"({"changes":[)";
  std::string_view separator;
  visit_changes(comparison, [&](const ComparedEndpoint& endpoint, const RecordChange& change) {
    out.append(separator).append(change_json(endpoint, change));
    separator = ",";
  });
  out += fmt::format(R"(],"models":{},"endpoints_before":{},"endpoints_after":{})",
                     comparison.models, comparison.endpoints_before, comparison.endpoints_after);
  if (has_presets == Presets::none) return out + "}";
  out += R"(,"presets":[)";
  separator = {};
  for (const auto& preset : presets) {
    out.append(separator).append(preset_json(preset));
    separator = ",";
  }
  return out + "]}";
}

std::string comparison_jsonl(const EndpointComparison& comparison) {
  std::string out;
  visit_changes(comparison, [&](const ComparedEndpoint& endpoint, const RecordChange& change) {
    out += change_json(endpoint, change) + "\n";
  });
  return out;
}

output::Records comparison_records(const EndpointComparison& comparison) {
  output::Records records{{"kind", "model", "tag", "path", "from", "to", "percent"}};
  visit_changes(comparison, [&](const ComparedEndpoint& endpoint, const RecordChange& change) {
    records.rows.push_back({std::string(change.kind->name), std::string(endpoint.model),
                            std::string(endpoint.tag()), output::text_or_nothing(change.path),
                            plain_value(change.from), plain_value(change.to), change.percent});
  });
  return records;
}

output::ResultNames changed_names(const EndpointComparison& comparison) {
  output::ResultNames names;
  std::set<std::string_view> seen;
  for (const auto& endpoint : comparison.endpoints)
    if (!endpoint.changes.empty() && !endpoint.tag().empty() && seen.insert(endpoint.tag()).second)
      names.emplace_back(endpoint.tag());
  return names;
}

} // namespace mrctl::compare
