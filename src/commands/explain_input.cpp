#include "explain_input.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/explain/explanation.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/spec/field.hpp"

#include "answer_file.hpp"
#include "names_of_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

namespace mrctl::commands {

namespace {

// The flag that builds a body and has no effect on bodies of files; empty if there is none.
std::string_view flag_of_one_body(const spec::Invocation& invocation) {
  using enum spec::BodyFlag;
  if (invocation.flags.body) return spec::name_of(&spec::FlagValues::body);
  for (const auto& use : invocation.body_flags)
    if (use.kind == field || use.kind == system || use.kind == message) return use.name;
  return {};
}

Status check_flags(const spec::Invocation& invocation) {
  const auto flag = flag_of_one_body(invocation);
  if (flag.empty()) return {};
  return fail(Error::usage(fmt::format("{} cannot be used with PATH", flag),
                           "change the bodies of files with --set, --set-string, --set-json "
                           "or --unset"));
}

Result<BodyToExplain> make_body_to_explain(std::string file, std::string slug, body::Body body) {
  auto value = body.json.value();
  auto models = explain::models_of(value);
  if (!models) {
    auto& error = models.error();
    if (!file.empty()) error.message = fmt::format("{}: {}", file, error.message);
    return fail(std::move(error));
  }
  return BodyToExplain{std::move(file), std::move(slug), std::move(body), std::move(value),
                       *std::move(models)};
}

// Fields that a preset does not keep do not affect routing, so they cause no warnings.
Result<BodiesToExplain> read_flags(const Context& context) {
  auto body = body::build_body(context.invocation, context.read_file);
  if (!body) return fail(std::move(body.error()));
  body::strip(*body);
  if (!has_errors(body->problems)) body::add_placeholder(*body);
  const auto undocumented = body::undocumented_by(context.invocation.flags);
  auto found = body::validate(body->json, undocumented);
  std::move(found.begin(), found.end(), std::back_inserter(body->problems));
  body::place_problems(body->problems, *body);
  if (has_errors(body->problems)) return fail(Error::invalid(std::move(body->problems)));
  BodiesToExplain out{{}, std::move(body->problems)};
  auto made = make_body_to_explain({}, {}, *std::move(body));
  if (!made) return fail(std::move(made.error()));
  out.bodies.push_back(*std::move(made));
  return out;
}

std::vector<std::string> models_of(const std::vector<BodyToExplain>& bodies) {
  std::vector<std::string> models;
  std::set<std::string> seen;
  for (const auto& body : bodies)
    for (const auto& model : body.models)
      if (seen.insert(model).second) models.push_back(model);
  return models;
}

Error model_not_listed(const std::string& model, const ListingsToExplain& listings) {
  std::vector<std::string> known;
  for (const auto& listed : listings.models)
    known.push_back(listed.first);
  const auto meant = hint_on_model(model, known);
  auto error = Error::usage(
      fmt::format("no listing contains the model {}", model),
      meant.empty() ? "add its file with --listing, or omit --listing to ask the service" : meant);
  error.kind = ErrorKind::not_found;
  return error;
}

Result<ListingsToExplain> read_listings(const Context& context,
                                        const std::vector<std::string>& wanted) {
  ListingsToExplain out;
  for (const auto& file : context.invocation.flags.listing) {
    auto models = read_listing_file(context, file);
    if (!models) return fail(std::move(models.error()));
    for (auto& model : *models) {
      auto id = *model.id;
      if (!out.models.emplace(id, std::move(model)).second)
        return fail(Error::usage(fmt::format("{} is in more than one listing", id)));
    }
  }
  for (const auto& model : wanted)
    if (!out.models.contains(model)) return fail(model_not_listed(model, out));
  return out;
}

Error naming_meant_model(Error error, const std::string& model) {
  const auto meant = hint_on_model(model, {});
  if (error.kind == ErrorKind::not_found && !meant.empty()) error.hint = meant;
  return error;
}

Result<ListingsToExplain> ask_service(const Context& context,
                                      const std::vector<std::string>& wanted) {
  auto ids = read_model_ids(wanted);
  if (!ids) return fail(ids.error());
  auto connection = connect(context, spec::list_endpoints.key);
  if (!connection) return fail(std::move(connection.error()));
  ListingsToExplain out{{}, connection_notes(connection->service), {}};
  auto results = service::ask(connection->service, spec::list_endpoints, *std::move(ids),
                              service::AnswerParts::data);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i])
      out.models.emplace(wanted[i], service::read_model_text(results[i]->data));
    else
      out.failures.push_back(naming_meant_model(std::move(results[i].error()), wanted[i]));
  }
  return out;
}

std::optional<Decimal> decimal_of(const std::optional<std::size_t>& count) {
  return count ? Decimal::parse(std::to_string(*count)) : std::nullopt;
}

std::string place_name(const Problem& problem) {
  if (problem.place) {
    const auto& place = *problem.place;
    return place.line == 0 ? place.file
                           : fmt::format("{}:{}:{}", place.file, place.line, place.column);
  }
  return problem.flag_path.empty() ? problem.flag : problem.flag + " " + problem.flag_path;
}

} // namespace

Result<BodiesToExplain> read_preset_files_to_explain(const Context& context,
                                                     const std::vector<std::string>& paths) {
  const auto& invocation = context.invocation;
  if (auto checked = check_flags(invocation); !checked) return fail(std::move(checked.error()));
  const auto files = body::find_preset_files(paths, {});
  if (!files) return fail(files.error());
  const auto reader = body::PresetReader::make(invocation, context.read_file);
  if (!reader) return fail(reader.error());
  BodiesToExplain out;
  auto warnings = body::visit_presets(
      *files, *reader, [&](const body::PresetFile& file, const body::Body& body) {
        return [&out, made = make_body_to_explain(file.path, file.slug, body)]() mutable -> Status {
          if (!made) return fail(std::move(made.error()));
          out.bodies.push_back(*std::move(made));
          return {};
        };
      });
  if (!warnings) return fail(std::move(warnings.error()));
  out.warnings = *std::move(warnings);
  return out;
}

Result<BodiesToExplain> read_bodies_to_explain(const Context& context) {
  const auto& paths = context.invocation.arguments;
  return paths.empty() ? read_flags(context) : read_preset_files_to_explain(context, paths);
}

Result<ListingsToExplain> find_listings(const Context& context,
                                        const std::vector<BodyToExplain>& bodies) {
  const auto wanted = models_of(bodies);
  return context.invocation.flags.listing.empty() ? ask_service(context, wanted)
                                                  : read_listings(context, wanted);
}

explain::Usage usage_of(const spec::FlagValues& flags) {
  return {decimal_of(flags.prompt_tokens), decimal_of(flags.completion_tokens),
          decimal_of(flags.images).value_or(Decimal{})};
}

// The excerpt of a line is kilobytes in a file of one line.
Problems placed(Problems problems, const BodyToExplain& body) {
  constexpr std::size_t at_once = 1000;
  constexpr std::size_t with_excerpts = 100;
  Problems out;
  for (std::size_t begin = 0; begin < problems.size(); begin += at_once) {
    const auto end = std::min(problems.size(), begin + at_once);
    Problems some(std::move_iterator(problems.begin() + static_cast<std::ptrdiff_t>(begin)),
                  std::move_iterator(problems.begin() + static_cast<std::ptrdiff_t>(end)));
    body::place_problems(some, body.body);
    for (auto& problem : some) {
      if (problem.place && out.size() >= with_excerpts) {
        problem.place->line_text.clear();
        problem.place->line_text.shrink_to_fit();
      }
      out.push_back(std::move(problem));
    }
  }
  return out;
}

std::vector<std::string> places_of(const BodyToExplain& body,
                                   const std::vector<std::string>& pointers) {
  std::vector<std::string> places(pointers.size());
  Problems problems;
  for (std::size_t i = 0; i < pointers.size(); ++i) {
    if (pointers[i].empty() || !body.value.contains(Json::json_pointer(pointers[i]))) continue;
    Problem problem;
    problem.rule = std::to_string(i); // the order changes
    problem.path = pointers[i];
    problems.push_back(std::move(problem));
  }
  for (const auto& problem : placed(std::move(problems), body))
    places[std::stoul(problem.rule)] = place_name(problem);
  return places;
}

namespace {

using explain::ExplainedBodies;
using explain::ExplainedBody;
using explain::GateResult;
using explain::Judged;
using explain::ModelGroup;
using explain::Reach;

std::string group_name(const ExplainedBody& body, const ModelGroup& group) {
  return body.file.empty() ? group.model : fmt::format("{} of {}", group.model, body.file);
}

bool is_eligible(const Judged& judged) {
  return judged.reach == Reach::eligible;
}

std::string eligible_names(const ModelGroup& group) {
  std::string names;
  for (const auto& judged : group.endpoints)
    if (is_eligible(judged))
      names += (names.empty() ? "" : ", ") + explain::name_of(*judged.endpoint);
  return names;
}

// Why a group does not meet a gate; empty if it does.
using GateCheck = std::function<std::string(const ModelGroup&)>;

std::string too_few_eligible(const ModelGroup& group, std::size_t wanted) {
  if (group.endpoints.empty()) return "has no endpoints";
  const auto count = count_of(group, Reach::eligible);
  if (count >= wanted) return {};
  if (count == 0) return "has no eligible endpoint";
  return fmt::format("has {}: {}", counted(count, "eligible endpoint"), eligible_names(group));
}

std::string too_dear(const ModelGroup& group, const Decimal& limit) {
  const Judged* dearest = nullptr;
  for (const auto& judged : group.endpoints) {
    if (!is_eligible(judged)) continue;
    if (!judged.cost)
      return fmt::format("reaches {}, whose cost is not known", explain::name_of(*judged.endpoint));
    if (dearest == nullptr || *judged.cost > *dearest->cost) dearest = &judged;
  }
  if (dearest == nullptr) return "has no eligible endpoint";
  if (*dearest->cost <= limit) return {};
  return fmt::format("reaches {}, which costs {} USD", explain::name_of(*dearest->endpoint),
                     dearest->cost->text());
}

// Several endpoints may share a tag; one eligible endpoint is enough.
std::string not_eligible(const ModelGroup& group, const std::string& tag) {
  const Judged* found = nullptr;
  for (const auto& judged : group.endpoints) {
    if (!judged.endpoint->tag || !equal_ignoring_case(*judged.endpoint->tag, tag)) continue;
    if (is_eligible(judged)) return {};
    found = &judged;
  }
  if (found == nullptr) return "has no such endpoint";
  return found->reach == Reach::excluded ? "excludes it" : "leaves it unknown";
}

void check_groups(std::vector<GateResult>& results, std::string_view rule, const std::string& gate,
                  const ExplainedBodies& bodies, const GateCheck& check) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto& groups = bodies[i].explanation.groups;
    for (std::size_t j = 0; j < groups.size(); ++j)
      results.push_back({gate, rule, i, j, check(groups[j])});
  }
}

} // namespace

Result<Gates> read_gates(const spec::FlagValues& flags) {
  if (flags.max_cost && !(flags.prompt_tokens && flags.completion_tokens))
    return fail(Error::usage("--max-cost needs --prompt-tokens and --completion-tokens"));
  return Gates{.at_least = flags.at_least, .max_cost = flags.max_cost, .required = flags.require};
}

std::vector<GateResult> check_gates(const Gates& gates, const ExplainedBodies& bodies) {
  std::vector<GateResult> results;
  if (gates.at_least)
    check_groups(results, "gate.at-least", fmt::format("--at-least {}", *gates.at_least), bodies,
                 [&](const ModelGroup& group) { return too_few_eligible(group, *gates.at_least); });
  if (gates.max_cost)
    check_groups(results, "gate.max-cost", fmt::format("--max-cost {}", gates.max_cost->text()),
                 bodies, [&](const ModelGroup& group) { return too_dear(group, *gates.max_cost); });
  if (gates.required)
    check_groups(results, "gate.require", fmt::format("--require {}", *gates.required), bodies,
                 [&](const ModelGroup& group) { return not_eligible(group, *gates.required); });
  return results;
}

std::vector<Error> failed_gates(const std::vector<GateResult>& results,
                                const ExplainedBodies& bodies) {
  std::vector<Error> failures;
  std::string_view gate;
  for (const auto& result : results) {
    if (result.failure.empty()) continue;
    const auto& body = bodies[result.body];
    const auto why = fmt::format("{} {}", group_name(body, body.explanation.groups[result.group]),
                                 result.failure);
    if (gate == result.gate)
      failures.back().message += "; " + why;
    else
      failures.push_back(
          with_http(Error::condition(fmt::format("{} was not met: {}", result.gate, why)), {}));
    gate = result.gate;
  }
  return failures;
}

} // namespace mrctl::commands
