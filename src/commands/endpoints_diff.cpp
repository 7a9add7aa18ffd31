#include "mrctl/base/list.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/compare/change_gate.hpp"
#include "mrctl/compare/comparison.hpp"
#include "mrctl/compare/endpoints.hpp"
#include "mrctl/compare/listings.hpp"
#include "mrctl/explain/body_to_explain.hpp"
#include "mrctl/explain/gate_rules.hpp"
#include "mrctl/service/answer_file.hpp"
#include "mrctl/service/operations.hpp"

#include "commands.hpp"
#include "preset_reach.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace mrctl::commands {

namespace {

// Lists the models of BEFORE now.
Status list_now(const Context::Service& given, compare::ComparedListings& out) {
  TRY(check_host(given));
  TRY_ASSIGN(auto models, service::read_model_ids(compare::ids_of(out.before)));
  TRY_ASSIGN(auto connection, connect(given, spec::list_endpoints.key));
  out.notes = connection_notes(connection.service);
  compare::list_now(connection.service, std::move(models), out);
  return {};
}

// Reads the files, and asks the service where only BEFORE is named.
Result<compare::ComparedListings> read_sides(const Context& context) {
  const auto& paths = context.invocation.arguments;
  if (std::ranges::count(paths, "-") > 1)
    return fail(Error::usage("standard input can be only one of BEFORE and AFTER"));
  const auto& read_file = context.input.read_file;
  compare::ComparedListings sides;
  TRY_ASSIGN(sides.before, service::read_listing_file(read_file, paths.front()));
  if (paths.size() == 1) {
    TRY(list_now(context.service, sides));
    return sides;
  }
  TRY_ASSIGN(sides.after, service::read_listing_file(read_file, paths[1]));
  return sides;
}

// What only pages have room for.
void add_remarks(Output& output, const compare::ComparedPresets& presets, output::Format format) {
  if (is_rows(format))
    for (const auto& preset : presets.reach)
      output.notes.push_back(compare::sentence_on(preset));
  if (!has_values_for_people(format)) append(output.notes, presets.notes);
}

} // namespace

Result<Output> endpoints_diff(const Context& context) {
  const auto& flags = context.invocation.flags;
  const auto& sides = context.invocation.arguments;
  const auto deepest =
      flags.statistics ? service::ValueSource::statistics : service::ValueSource::listing;
  TRY_ASSIGN(const auto gate,
             compare::read_change_gate(flags.fail_on, deepest,
                                       flags.presets.empty() ? compare::LostEndpoints::need_presets
                                                             : compare::LostEndpoints::counted));
  if (flags.save && sides.size() > 1)
    return fail(Error::usage("--save writes the live listing, but AFTER is a file",
                             "leave out AFTER to list the models of BEFORE now"));
  const auto& paths = flags.presets;
  TRY_ASSIGN(const auto premises, explain::read_premises(flags, context.service.settings.project,
                                                         context.input.read_file));
  TRY_ASSIGN(auto bodies, paths.empty()
                              ? explain::BodiesToExplain{}
                              : explain::read_preset_files_to_explain(
                                    paths, context.invocation, context.input.read_file,
                                    every_base(context.invocation, context.service.settings)));
  TRY_ASSIGN(auto listings, read_sides(context));

  Output output;
  output.notes = std::move(listings.notes);
  output.warnings = std::move(bodies.warnings);
  output.failures = std::move(listings.failures);
  if (!output.failures.empty()) return output;
  const auto comparison = compare::compare_listings(listings.before, listings.after, deepest);
  std::optional<compare::ComparedPresets> presets;
  if (!paths.empty())
    presets = reach_of_presets(bodies, premises, listings.before, listings.after, comparison);
  const bool is_live = sides.size() == 1;
  const auto compared =
      compare::compared_in(comparison,
                           {name_of_input(sides.front()),
                            is_live ? listings.service : name_of_input(sides.back()), is_live},
                           std::move(presets));
  if (compared.presets) add_remarks(output, *compared.presets, context.wanted.target.format);
  present(output, context.wanted, compare::present_comparison(compared, gate));
  if (const auto& file = flags.save)
    output.saved = Report{*file, context.wanted.hide_key(compare::listing_text(listings.after))};
  append(output.failures, output::failures_of(compare::judge(gate, compared)));
  return output;
}

} // namespace mrctl::commands
