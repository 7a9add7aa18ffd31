#include "mrctl/base/list.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/comparison.hpp"
#include "mrctl/routing/gates.hpp"
#include "mrctl/routing/listing_comparison.hpp"
#include "mrctl/service/answer_file.hpp"
#include "mrctl/service/operations.hpp"

#include "commands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace mrctl::commands {

namespace {

// The listings that `endpoints diff` compares: BEFORE, and AFTER or what is listed now.
struct ComparedListings {
  std::vector<service::Model> before;
  std::vector<service::Model> after;
  std::vector<std::string> notes{};
  std::string service{};         // that was asked now; empty if it was not
  std::vector<Error> failures{}; // of what could not be listed now: then nothing is compared
};

// An answer without endpoints would make every one of them look removed.
Result<service::Model> read_answer(const std::string& id, const service::Answer& answer) {
  const auto endpoints = json_member(answer.data.text(), "endpoints");
  if (!endpoints || (!endpoints->starts_with('[') && *endpoints != "null"))
    return fail(
        Error::unexpected_response(fmt::format("the answer for {} has no list 'endpoints'", id)));
  auto model = service::read_model(answer.data);
  model.id = id;
  return model;
}

// Lists the models of BEFORE now, each under the id that it has there; a model that the service
// does not know any more has no endpoints.
Status list_now(const Context::Service& given, ComparedListings& out) {
  const auto ids = mapped(out.before, [](const auto& model) { return *model.id; });
  TRY_ASSIGN(auto models, service::read_model_ids(ids));
  TRY_ASSIGN(const auto connection, given.connect({spec::list_endpoints.key}));
  const auto& service = connection.service;
  out.service = service.base_url;
  std::vector<std::string> gone;
  auto answers =
      service::ask(service, spec::list_endpoints, std::move(models), service::AnswerParts::data);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!answers[i] && answers[i].error().kind == ErrorKind::not_found) {
      gone.push_back(ids[i]);
      continue;
    }
    auto listed =
        answers[i] ? read_answer(ids[i], *answers[i]) : fail(std::move(answers[i].error()));
    if (listed) {
      out.after.push_back(*std::move(listed));
      continue;
    }
    out.failures.push_back(std::move(listed.error()));
    if (out.failures.back().kind == ErrorKind::unauthorized)
      return {}; // a refused key is refused for all models
  }
  // If the service knows none of the models, the address is more likely wrong than all of their
  // names.
  if (gone.size() == ids.size() && !gone.empty())
    out.notes.emplace_back(
        "the service knows none of the models: check that the base URL is the right one");
  else if (!gone.empty())
    out.notes.push_back(
        fmt::format("the service does not know {} any more", fmt::join(gone, ", ")));
  return {};
}

// Returns what `endpoints list -o json` prints of these models, each under the id that it was asked
// for, so that the file can be compared again.
std::string listing_text(const std::vector<service::Model>& models) {
  std::string out;
  for (const auto& model : models) {
    const JsonText text(model.text);
    const auto id = json_quote(*model.id);
    const auto root = text.root();
    const auto found = find_member(root, "id");
    const auto cut = found ? JsonCut{found->text(), id} : adding_items(root, R"("id":)" + id);
    out.append(out.empty() ? "" : ",").append(cut_json(text, {cut}).text());
  }
  return models.size() == 1 ? out + "\n" : "[" + out + "]\n";
}

// Reads the files, and asks the service where only BEFORE is named.
Result<ComparedListings> read_sides(const Context& context) {
  const auto& paths = context.invocation.arguments;
  if (std::ranges::count(paths, "-") > 1)
    return fail(Error::usage("standard input can be only one of BEFORE and AFTER"));
  const auto& read_file = context.input.read_file;
  ComparedListings sides;
  TRY_ASSIGN(sides.before, service::read_listing_file(read_file, paths.front()));
  if (paths.size() == 1) {
    TRY(list_now(context.service, sides));
    return sides;
  }
  TRY_ASSIGN(sides.after, service::read_listing_file(read_file, paths[1]));
  return sides;
}

std::optional<std::string> note_on_other_models(const ComparedListings& listings) {
  const auto is_in_after = [&](const service::Model& model) {
    return contains(listings.after, model.id, &service::Model::id);
  };
  if (listings.before.empty() || listings.after.empty() ||
      std::ranges::any_of(listings.before, is_in_after))
    return std::nullopt;
  return fmt::format(
      "the listings have no model in common: 'mrctl endpoints list {} {}' shows both",
      listings.before.front().id.value_or(""), listings.after.front().id.value_or(""));
}

// Notes what pages show and other forms have no room for.
void add_remarks(Output& output, const routing::ComparedPresets& presets, output::Format format) {
  if (is_rows(format))
    for (const auto& preset : presets.reach)
      output.notes.push_back(routing::sentence_on(preset));
  if (!has_values_for_people(format)) append(output.notes, presets.notes);
}

} // namespace

Result<Output> endpoints_diff(const Context& context) {
  const auto& flags = context.invocation.flags;
  const auto& sides = context.invocation.arguments;
  const auto deepest =
      flags.statistics ? service::ValueSource::statistics : service::ValueSource::listing;
  TRY_ASSIGN(const auto gate,
             routing::read_change_gate(flags.fail_on, deepest,
                                       flags.presets.empty() ? routing::LostEndpoints::ignored
                                                             : routing::LostEndpoints::counted));
  if (flags.save && sides.size() > 1)
    return fail(Error::usage("--save writes the live listing, but AFTER is a file",
                             "leave out AFTER to list the models of BEFORE now"));
  const auto& paths = flags.presets;
  TRY_ASSIGN(
      const auto assumptions,
      routing::read_assumptions(flags, context.service.settings.project, context.input.read_file));
  TRY_ASSIGN(auto bodies, paths.empty()
                              ? routing::BodiesToExplain{}
                              : routing::read_preset_files_to_explain(
                                    paths, context.invocation, context.input.read_file,
                                    every_base(context.invocation, context.service.settings)));
  TRY_ASSIGN(auto listings, read_sides(context));

  Output output;
  output.notes = std::move(listings.notes);
  output.warnings = std::move(bodies.warnings);
  output.failures = std::move(listings.failures);
  if (!output.failures.empty()) return output;
  const auto comparison = routing::compare_listings(listings.before, listings.after, deepest);
  if (auto note = note_on_other_models(listings)) output.notes.push_back(*std::move(note));
  std::optional<routing::ComparedPresets> presets;
  if (!paths.empty())
    presets =
        routing::compare_presets(bodies, assumptions, listings.before, listings.after, comparison);
  const bool is_live = sides.size() == 1;
  const auto compared =
      routing::compared_in(comparison,
                           {name_of_input(sides.front()),
                            is_live ? listings.service : name_of_input(sides.back()), is_live},
                           std::move(presets));
  if (compared.presets) add_remarks(output, *compared.presets, context.wanted.target.format);
  present(output, context.wanted, routing::present_comparison(compared, gate));
  if (is_drawn(context.wanted.target.format)) output.reason_in = ReasonIn::conditions_in_result;
  if (const auto& file = flags.save)
    output.saved = Report{*file, context.wanted.hide_key(listing_text(listings.after))};
  append(output.failures, output::failures_of(routing::judge(gate, compared)));
  return output;
}

} // namespace mrctl::commands
