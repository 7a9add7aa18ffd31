#include "mrctl/body/body.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/compare/change_findings.hpp"
#include "mrctl/compare/change_gate.hpp"
#include "mrctl/compare/comparison.hpp"
#include "mrctl/compare/endpoints.hpp"

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

using compare::EndpointComparison;

compare::Compared endpoints_compared_in(const EndpointComparison& comparison) {
  compare::Compared out{"endpoints", comparison.endpoints_before + comparison.endpoints_after};
  for (const auto& endpoint : comparison.endpoints)
    out.records.push_back({endpoint.model, endpoint.tag(), endpoint.changes});
  return out;
}

Forms endpoints_diff_forms(const EndpointComparison& comparison,
                           const std::vector<compare::PresetReach>& presets,
                           const std::optional<compare::ChangeGate>& gate, const Context& context) {
  const auto has_presets =
      context.invocation.flags.presets.empty() ? compare::Presets::none : compare::Presets::some;
  return {
      .human = [&] { return compare::comparison_text(comparison, presets, context.terminal); },
      .data =
          [&, has_presets] {
            return std::vector{compare::comparison_json(comparison, has_presets, presets)};
          },
      .lines = [&] { return compare::comparison_jsonl(comparison); },
      .records = [&] { return compare::comparison_records(comparison); },
      .raw = {},
      .data_count = output::DataCount::one, // however many arguments there are
      .names = [&] { return compare::changed_names(comparison); },
      .html = [&] { return compare::comparison_html(comparison, presets); },
      .findings =
          [&] {
            return compare::change_findings(
                endpoints_compared_in(comparison), gate,
                body::name_of_input(context.invocation.arguments.front()));
          },
  };
}

// Rows of changes have no room for presets.
void add_reach_remarks(Output& output, const std::vector<compare::PresetReach>& presets,
                       output::Format format) {
  if (!is_rows(format)) return;
  for (const auto& preset : presets)
    output.notes.push_back(compare::sentence_on(preset));
}

} // namespace

Result<Output> endpoints_diff(const Context& context) {
  const auto deepest = context.invocation.flags.statistics ? service::ValueSource::statistics
                                                           : service::ValueSource::listing;
  const auto gate = compare::read_change_gate(context.invocation.flags.fail_on,
                                              service::endpoint_change_kinds, deepest);
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
  const auto comparison = compare::compare_listings(listings->before, listings->after, deepest);
  auto reach = reach_of_presets(*bodies, listings->before, listings->after, comparison);
  std::move(reach.notes.begin(), reach.notes.end(), std::back_inserter(output.notes));
  present(output, context, [&](const Context& where) {
    return endpoints_diff_forms(comparison, reach.presets, *gate, where);
  });
  add_reach_remarks(output, reach.presets, context.format);
  std::ranges::move(compare::failed_gate(*gate, endpoints_compared_in(comparison)),
                    std::back_inserter(output.failures));
  return output;
}

} // namespace mrctl::commands
