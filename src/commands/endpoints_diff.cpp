#include "mrctl/diff/endpoints.hpp"
#include "mrctl/render/comparison.hpp"
#include "mrctl/session/rendering.hpp"
#include "mrctl/session/reports.hpp"

#include "change_findings.hpp"
#include "change_gate.hpp"
#include "commands.hpp"
#include "compared_listings.hpp"
#include "preset_reach.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

using diff::EndpointComparison;
using session::Context;
using session::Forms;
using session::Output;

Compared endpoints_compared_in(const EndpointComparison& comparison) {
  Compared out{"endpoints", comparison.endpoints_before + comparison.endpoints_after};
  for (const auto& endpoint : comparison.endpoints)
    out.records.push_back({endpoint.model, endpoint.tag(), endpoint.changes});
  return out;
}

Forms endpoints_diff_forms(const EndpointComparison& comparison,
                           const std::vector<render::PresetReach>& presets,
                           const std::optional<ChangeGate>& gate, const Context& context) {
  const auto has_presets =
      context.invocation.flags.presets.empty() ? render::Presets::none : render::Presets::some;
  return {
      .human = [&] { return render::comparison_text(comparison, presets, context.terminal); },
      .data =
          [&, has_presets] {
            return std::vector{render::comparison_json(comparison, has_presets, presets)};
          },
      .lines = [&] { return render::comparison_jsonl(comparison); },
      .records = [&] { return render::comparison_records(comparison); },
      .raw = {},
      .data_count = render::DataCount::one, // however many arguments there are
      .names = [&] { return render::changed_names(comparison); },
      .html = [&] { return render::comparison_html(comparison, presets); },
      .findings = [&] { return change_findings(endpoints_compared_in(comparison), gate, context); },
  };
}

// Rows of changes have no room for presets.
void add_reach_remarks(Output& output, const std::vector<render::PresetReach>& presets,
                       render::Format format) {
  if (!is_rows(format)) return;
  for (const auto& preset : presets)
    output.notes.push_back(render::sentence_on(preset));
}

} // namespace

Result<Output> endpoints_diff(const Context& context) {
  const auto deepest = context.invocation.flags.statistics ? model::ValueSource::statistics
                                                           : model::ValueSource::listing;
  const auto gate = read_change_gate(context, model::endpoint_change_kinds, deepest);
  if (!gate) return fail(gate.error());
  auto bodies = read_presets_to_compare(context);
  if (!bodies) return fail(std::move(bodies.error()));
  auto listings = read_compared_listings(context);
  if (!listings) return fail(std::move(listings.error()));

  Output output;
  output.notes = std::move(listings->notes);
  output.warnings = std::move(bodies->warnings);
  output.failures = std::move(listings->failures);
  if (!output.failures.empty()) return output;
  const auto comparison = diff::compare_listings(listings->before, listings->after, deepest);
  auto reach = reach_of_presets(*bodies, listings->before, listings->after, comparison);
  std::move(reach.notes.begin(), reach.notes.end(), std::back_inserter(output.notes));
  present(output, context, [&](const Context& where) {
    return endpoints_diff_forms(comparison, reach.presets, *gate, where);
  });
  add_reach_remarks(output, reach.presets, context.format);
  std::ranges::move(failed_gate(*gate, endpoints_compared_in(comparison)),
                    std::back_inserter(output.failures));
  return output;
}

} // namespace mrctl::commands
