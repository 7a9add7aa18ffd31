#include "judged_presets.hpp"

#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/judgement.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/preset_check.hpp"

#include "model_listings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace mrctl::commands {

using routing::CheckedPresets;

apply::InspectPreset NamedByPresets::inspect() {
  return [this](const body::PresetFile&, const body::Body& body, const apply::Record* record) {
    return
        [this, body, now = routing::models_named_in(body.json.text()),
         before = record != nullptr && record->last ? routing::models_named_in(record->last->body)
                                                    : std::vector<std::string>()] {
          models.add(now, before);
          entries.add(body, now);
        };
  };
}

namespace {

// Returns what the preset sent before: the same body, none, the live one if that was made
// elsewhere, or the recorded one that the plan was made from.
Result<routing::EarlierBody> earlier_body(const apply::Plans& plans, std::size_t position) {
  const auto& planned = plans.plan.presets[position];
  if (!apply::is_sent(planned.action)) return routing::SameBody{};
  if (planned.is_made_elsewhere())
    return parse_json(apply::body_of(*planned.live), Reading::tolerant).value_or(Json::object());
  if (!planned.applied || planned.live_state == apply::LiveState::gone) return routing::NoBody{};
  const auto& file = plans.files[position];
  TRY_ASSIGN(const auto record,
             apply::read_record(plans.records_of(file), {plans.plan.service, file.slug}));
  if (!apply::is_as_planned(record, planned)) return fail(apply::changed_meanwhile(file.path));
  auto body = parse_json(record->last->body, Reading::strict);
  if (!body) return fail(apply::changed_meanwhile(file.path));
  return *std::move(body);
}

// Explains the presets once more, one by one, and keeps only what came of it.
Result<CheckedPresets> check_presets(const routing::CheckRules& rules, const apply::Plans& plans,
                                     const body::PresetReader& reader, Problems warnings) {
  CheckedPresets checked{.waivers = rules.gates.waivers,
                         .assumed = rules.gates.assumptions.front().assumed,
                         .known = rules.gates.assumptions.front().known,
                         .warnings = std::move(warnings)};
  for (const auto& planned : plans.plan.presets)
    checked.presets.push_back({.slug = planned.slug, .file = planned.file});
  for (const auto& gate : rules.gates.gates)
    checked.gates.push_back({.gate = &gate});
  const auto check = [&](const body::PresetFile& file,
                         const body::Body& body) -> Result<routing::PresetCheck> {
    const auto position = static_cast<std::size_t>(&file - plans.files.data());
    if (!is_planned(plans.plan.presets[position], body))
      return fail(apply::changed_meanwhile(file.path));
    TRY_ASSIGN(const auto earlier, earlier_body(plans, position));
    return routing::check_preset(
        rules, position, routing::make_body_to_explain(file.path, file.slug, body), earlier);
  };
  auto visited = body::visit_presets(plans.files, reader, [&](const auto& file, const auto& body) {
    return [&checked, result = check(file, body)]() mutable -> Status {
      if (!result) return fail(std::move(result.error()));
      add_preset(checked, *std::move(result));
      return {};
    };
  });
  if (!visited) return fail(std::move(visited.error()));
  return checked;
}

// The models that presets name now and that no listing has, as the project file says.
std::vector<std::string> unlisted_among(const routing::NamedModels& named,
                                        const routing::Assumptions& assumptions) {
  auto models = named.all();
  std::erase_if(models, [&](const std::string& model) {
    return !named.names_now(model) || !matches_any(model, assumptions.unlisted);
  });
  return models;
}

// The slugs without the prefix, by which gates and waivers name presets.
std::vector<std::string_view> names_of(const apply::Plans& plans, std::size_t prefix) {
  return mapped(plans.plan.presets, [&](const auto& planned) {
    return planned.slug.substr(std::min(prefix, planned.slug.size()));
  });
}

// A provider is no tag: "northlake" requires nothing of a model that lists northlake/us-east.
std::string note_on_provider(const std::string& tag, const service::Model& model) {
  std::vector<std::string> longer;
  for (const auto& endpoint : model.endpoints) {
    const auto own = std::string(endpoint.tag.value_or(""));
    if (own == tag) return {};
    if (own.starts_with(tag + "/")) longer.push_back(own);
  }
  return longer.empty() ? std::string()
                        : fmt::format("{} lists no '{}'; did you mean '{}'?", model.id.value_or(""),
                                      tag, longer.front());
}

// A condition that excludes no endpoint meets a gate in silence: "quantization!=FP4".
std::vector<std::string> notes_on_gate(const routing::Gate& gate,
                                       const routing::ModelListings& models,
                                       const service::EndpointRows& rows) {
  std::vector<std::string> notes;
  for (const auto& tag : gate.require)
    for (const auto& [id, model] : models)
      notes.push_back(note_on_provider(tag, model));
  for (const auto& condition : gate.conditions) {
    const auto note_on_lack = [&](const auto& model) {
      return service::missing_member_note(*condition.column, {&model.second, 1});
    };
    if (std::ranges::none_of(models, &std::string::empty, note_on_lack) && !models.empty())
      notes.push_back(note_on_lack(*models.begin()));
    if (condition.comparison == service::ComparisonOperator::not_equal)
      append(notes, service::unknown_values(rows, {condition}));
  }
  std::erase(notes, "");
  for (auto& note : notes)
    note = fmt::format("gate {}: {}", gate.id, note);
  return notes;
}

using output::GateResult;

constexpr std::size_t most_gates_named = 10;

std::vector<std::string_view> gates_in(const config::Project& project) {
  std::vector<std::string_view> ids;
  for (const auto& gate : project.gates)
    if (routing::is_of_target(gate, project.target)) ids.push_back(gate.id);
  return ids;
}

// A gate as a whole fails for all presets that it selects, or for want of any.
bool is_about_sent(const GateResult& failure, const routing::GateOutcome& outcome,
                   const apply::Plan& plan) {
  const auto is_sent = [&](std::size_t i) { return apply::is_sent(plan.presets[i].action); };
  if (failure.preset) return is_sent(*failure.preset);
  return outcome.presets.empty() || std::ranges::any_of(outcome.presets, is_sent);
}

enum class About : std::uint8_t { sent, unchanged };

std::vector<GateResult> failures_about(About about, const routing::GateOutcome& outcome,
                                       const apply::Plan& plan) {
  std::vector<GateResult> failures;
  std::ranges::copy_if(outcome.failures, std::back_inserter(failures),
                       [&](const GateResult& failure) {
                         return is_about_sent(failure, outcome, plan) == (about == About::sent);
                       });
  return failures;
}

} // namespace

Result<JudgedPresets> judge_presets(const Context& context, const apply::Plans& plans,
                                    const body::PresetReader& reader, JudgedBy by) {
  JudgedPresets out{.rules = std::move(by.rules)};
  const auto prefix = context.invocation.flags.slug_prefix.value_or("").size();
  const auto names = names_of(plans, prefix);
  TRY_ASSIGN(const auto left_out,
             leave_out_others(out.rules, context.service.settings.project, names));
  TRY_ASSIGN(out.listings, find_listings(context, by.named.models.all(), by.service));
  auto& listings = out.listings;
  auto& notes = out.notes;
  const auto is_named = [&](const auto& unlisted) {
    return by.named.models.names_now(unlisted.model);
  };
  for (const auto& each : listings.unlisted)
    if (!is_named(each))
      notes.push_back(fmt::format("{} could not be listed, which a preset named before: {}",
                                  each.model, each.error.message));
  std::erase_if(listings.unlisted, std::not_fn(is_named));
  if (!left_out.empty())
    notes.push_back(fmt::format(
        "{} not judged, without a preset among the paths given: {}",
        left_out.size() == 1 ? "1 gate was" : fmt::format("{} gates were", left_out.size()),
        listed(left_out, 10)));
  if (auto models = unlisted_among(by.named.models, out.rules.assumptions.front()); !models.empty())
    notes.push_back(routing::words_on_unlisted(models));
  for (const auto& glob : out.rules.assumptions.front().unlisted)
    if (std::ranges::none_of(by.named.models.all(), [&](const std::string& model) {
          return matches_any(model, std::vector{glob});
        }))
      notes.push_back(
          fmt::format("'unlisted' has '{}', which matches no model of the presets", glob));
  service::EndpointRows rows;
  for (const auto& [id, model] : listings.models)
    append(rows, service::list_rows({&model, 1}));
  for (const auto& gate : out.rules.gates)
    append(notes, notes_on_gate(gate, listings.models, rows));
  if (listings.refused) std::swap(out.rules.gates, out.not_evaluated);
  const auto by_model = routing::listings_by_model(listings);
  const auto alive = by.named.entries.alive(by_model);
  TRY_ASSIGN(out.checked, check_presets({out.rules, by_model, listings.unlisted, alive, prefix,
                                         listings.refused.has_value()},
                                        plans, reader, std::move(by.warnings)));
  for (const auto& gate : out.not_evaluated)
    out.checked.not_evaluated.push_back(gate.id);
  conclude(out.checked, names, by.today);
  append(notes, std::move(out.checked.notes));
  return out;
}

Gates gates_of(const spec::FlagValues& flags, const config::Project& project) {
  if (gates_in(project).empty()) return Gates::absent;
  const auto* target = config::chosen_target(project);
  const bool is_needed = target != nullptr && target->apply_needs_gates;
  return flags.gates || is_needed ? Gates::binding : Gates::passed_over;
}

std::vector<std::string> notes_on_gates(const spec::FlagValues& flags,
                                        const config::Project& project) {
  const auto gates = gates_of(flags, project);
  if (gates == Gates::passed_over) {
    const auto ids = gates_in(project);
    return {fmt::format("{} has gates that were not evaluated: {}; --gates evaluates them before "
                        "anything is sent",
                        project.file, listed(ids, most_gates_named))};
  }
  if (gates == Gates::binding || !flags.gates) return {};
  return {project.file.empty()
              ? "there is no project file, so --gates has no gates to evaluate"
              : fmt::format("{} has no gates for --gates to evaluate", project.file)};
}

std::vector<Error> failures_of_sent(const JudgedPresets& judged, const apply::Plan& plan) {
  if (judged.listings.refused) return {*judged.listings.refused};
  std::vector<Error> of_gates;
  std::vector<Error> errors;
  for (const auto& outcome : judged.checked.gates) {
    const auto failures = failures_about(About::sent, outcome, plan);
    append(of_gates, output::failures_of(failures));
    for (const auto& each : judged.listings.unlisted)
      if (std::ranges::any_of(failures, [&](const GateResult& failure) {
            return output::counts(failure) && failure.model == each.model;
          }))
        errors.push_back(routing::failure_of(each, judged.checked.unlisted));
  }
  append(errors, std::move(of_gates));
  return errors;
}

std::vector<std::string> failures_of_unchanged(const JudgedPresets& judged,
                                               const apply::Plan& plan) {
  std::vector<std::string> notes;
  for (const auto& outcome : judged.checked.gates) {
    const auto failures = failures_about(About::unchanged, outcome, plan);
    for (const auto& error : output::failures_of(failures))
      notes.push_back(error.message + "; it would not be sent, so this stops nothing");
  }
  return notes;
}

output::Presentation with_gates(output::Presentation result, const JudgedPresets& judged) {
  const auto& checked = judged.checked;
  result.judgement = [&checked, of_apply = std::move(result.judgement)] {
    auto judgement = of_apply();
    std::erase_if(judgement.gates, [](const GateResult& gate) { return gate.is_of_file; });
    return routing::with_gates(std::move(judgement), checked);
  };
  result.findings = [&checked, of_apply = std::move(result.findings)] {
    auto findings = routing::findings_of(checked);
    append(findings, of_apply());
    return findings;
  };
  return result;
}

} // namespace mrctl::commands
