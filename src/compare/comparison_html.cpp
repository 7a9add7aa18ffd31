#include "mrctl/compare/comparison.hpp"

#include "record_changes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::compare {

namespace {

// Pages have every character.
constexpr output::Terminal page{};

template <class Compared>
output::Markup sum_html(const std::vector<Compared>& records) {
  std::vector<const RecordChange*> changes;
  for (const auto& record : records)
    for (const auto& change : record.changes)
      changes.push_back(&change);
  if (changes.empty()) return output::html_paragraph("nothing changed");
  const auto sum = sum_of(changes);
  return output::html_paragraph(fmt::format("{}: {}", sum.total, fmt::join(sum.parts, ", ")));
}

output::HtmlTable table_of(const char* of_what) {
  return {
      {{of_what, of_what, output::CellKind::text, true}, {"kind", "Kind"}, {"change", "Change"}},
      {}};
}

// "!" says what the colour does.
output::Markup kind_html(const service::ChangeKind& kind) {
  if (kind.effect != service::Effect::worse) return output::html_text(kind.name);
  return output::html_element("span", "bad", output::html_text(fmt::format("! {}", kind.name)));
}

template <class Compared>
void add_rows(output::HtmlTable& table, const Compared& record) {
  for (const auto& line : change_lines(record.changes, page))
    table.rows.push_back({output::html_text(title_of(record)), kind_html(*line.kind),
                          output::html_text(line.words)});
}

// A model is named above its endpoints, again if added ones follow those of other models.
output::Markup models_html(const EndpointComparison& comparison) {
  output::Markup out;
  std::string_view model;
  auto table = table_of("Endpoint");
  const auto finish = [&] {
    if (!table.rows.empty()) out += output::html_heading(model) + output::html_table(table);
    table.rows.clear();
  };
  for (const auto& endpoint : comparison.endpoints) {
    if (endpoint.changes.empty()) continue;
    if (endpoint.model != model) finish();
    model = endpoint.model;
    add_rows(table, endpoint);
  }
  finish();
  return out;
}

output::Markup reach_html(const PresetReach& preset) {
  std::vector<std::string> changes;
  for (const auto& change : preset.changes) {
    const auto* mark = change.kind == ReachChange::Kind::lost ? "! -" : "+";
    changes.push_back(fmt::format("{} {}: {}", mark, change.endpoint, change.cause));
  }
  return output::html_paragraph(sentence_on(preset)) + output::html_list(changes);
}

} // namespace

output::Markup comparison_html(const EndpointComparison& comparison,
                               std::span<const PresetReach> presets) {
  auto out = sum_html(comparison.endpoints) + output::html_paragraph(endpoints_words(comparison)) +
             models_html(comparison);
  if (!presets.empty()) out += output::html_heading("Presets");
  for (const auto& preset : presets)
    out += reach_html(preset);
  return out;
}

output::Markup comparison_html(const CredentialComparison& comparison) {
  auto table = table_of("Credential");
  for (const auto& credential : comparison)
    add_rows(table, credential);
  const auto sum = sum_html(comparison);
  return table.rows.empty() ? sum : sum + output::html_table(table);
}

} // namespace mrctl::compare
