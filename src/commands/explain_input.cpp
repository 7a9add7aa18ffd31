#include "explain_input.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/explain/explanation.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/queries.hpp"
#include "mrctl/spec/field.hpp"

#include "answer_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace mrctl::commands {

std::string_view flag_of_one_body(const spec::Invocation& invocation) {
  using enum spec::BodyFlag;
  if (invocation.flags.body) return spec::name_of(&spec::FlagValues::body);
  for (const auto& use : invocation.body_flags)
    if (use.kind == field || use.kind == system || use.kind == message) return use.name;
  return {};
}

namespace {

Status check_flags(const spec::Invocation& invocation) {
  const auto flag = flag_of_one_body(invocation);
  if (flag.empty()) return {};
  return fail(Error::usage(fmt::format("{} cannot be used with PATH", flag),
                           invocation.flags.body
                               ? "use only one of them"
                               : "change the bodies of files with --set, --set-string, --set-json "
                                 "or --unset"));
}

// Fields that a preset does not keep do not affect routing, so they cause no warnings.
Result<BodiesToExplain> read_flags(const Context& context) {
  auto body = body::build_body(context.invocation, context.input.read_file);
  if (!body) return fail(std::move(body.error()));
  body::strip(*body);
  if (!has_errors(body->problems)) body::add_placeholder(*body);
  body::check(*body, body::undocumented_by(context.invocation.flags));
  body::place_problems(body->problems, *body);
  if (has_errors(body->problems)) return fail(Error::invalid(std::move(body->problems)));
  BodiesToExplain out{
      .bodies = {}, .warnings = std::move(body->problems), .is_of_curl = body->is_of_curl};
  TRY_ASSIGN(auto made, make_body_to_explain({}, {}, *std::move(body)));
  out.bodies.push_back(std::move(made));
  return out;
}

Error model_not_listed(const std::string& model, const ListingsToExplain& listings) {
  std::vector<std::string> known;
  for (const auto& listed : listings.models)
    known.push_back(listed.first);
  const auto meant = service::hint_on_model(model, known);
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
    TRY_ASSIGN(auto models, read_listing_file(context, file));
    out.sources.push_back(body::name_of_input(file));
    for (auto& model : models) {
      auto id = *model.id;
      if (!out.models.emplace(id, std::move(model)).second)
        return fail(Error::usage(fmt::format("{} is in more than one listing", id)));
    }
  }
  for (const auto& model : wanted)
    if (!out.models.contains(model)) out.unlisted.push_back({model, model_not_listed(model, out)});
  return out;
}

Error naming_meant_model(Error error, const std::string& model) {
  const auto meant = service::hint_on_model(model, {});
  if (error.kind == ErrorKind::not_found && !meant.empty()) error.hint = meant;
  return error;
}

Result<ListingsToExplain> ask_service(const Context& context,
                                      const std::vector<std::string>& wanted) {
  TRY_ASSIGN(auto ids, service::read_model_ids(wanted));
  TRY_ASSIGN(auto connection, connect(context.service, spec::list_endpoints.key));
  ListingsToExplain out{
      {}, {connection.service.base_url}, connection_notes(connection.service), {}};
  auto results = service::ask(connection.service, spec::list_endpoints, std::move(ids),
                              service::AnswerParts::data);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i])
      out.models.emplace(wanted[i], service::read_model(results[i]->data));
    else
      out.unlisted.push_back(
          {wanted[i], naming_meant_model(std::move(results[i].error()), wanted[i])});
  }
  return out;
}

// The first place of each model.
std::map<std::string, std::string> pointers_of_models(const Json& body) {
  std::map<std::string, std::string> pointers;
  const auto add = [&](const Json& model, std::string pointer) {
    if (model.is_string()) pointers.emplace(model.get<std::string>(), std::move(pointer));
  };
  if (const auto* first = find_member(body, "model")) add(*first, "/model");
  if (const auto* models = find_member(body, "models"); models != nullptr && models->is_array())
    for (std::size_t i = 0; i < models->size(); ++i)
      add((*models)[i], fmt::format("/models/{}", i));
  return pointers;
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

Result<BodyToExplain> make_body_to_explain(std::string file, std::string slug, body::Body body) {
  auto value = body.json.value();
  TRY_ASSIGN(auto models, explain::models_of(value));
  return BodyToExplain{std::move(file), std::move(slug), std::move(body), std::move(value),
                       std::move(models)};
}

Problem problem_of_file_without_model(const std::string& file, const Error& error) {
  return {.rule = "model.missing",
          .path = "/model",
          .place = Place{.file = file, .line = 1, .column = 1},
          .message = error.message,
          .suggestion = error.hint};
}

Result<BodiesToExplain> read_preset_files_to_explain(const Context& context,
                                                     const std::vector<std::string>& paths) {
  const auto& invocation = context.invocation;
  TRY(check_flags(invocation));
  TRY_ASSIGN(const auto files,
             body::find_preset_files(paths, invocation.flags.slug_prefix.value_or(""),
                                     every_base(context.invocation, context.service.settings)));
  auto lenient = invocation; // --strict counts warnings when everything is explained
  lenient.flags.strict = false;
  TRY_ASSIGN(const auto reader, body::PresetReader::make(lenient, context.input.read_file));
  BodiesToExplain out;
  auto warnings =
      body::visit_presets(files, reader, [&](const body::PresetFile& file, const body::Body& body) {
        return [&, made = make_body_to_explain(file.path, file.slug, body)]() mutable -> Status {
          if (made)
            out.bodies.push_back(*std::move(made));
          else
            out.without_model.push_back(problem_of_file_without_model(file.path, made.error()));
          return {};
        };
      });
  if (!warnings) return fail(std::move(warnings.error()));
  out.warnings = *std::move(warnings);
  if (out.bodies.empty()) return fail(Error::invalid(std::move(out.without_model)));
  for (auto& each : out.bodies)
    each.slug_prefix = invocation.flags.slug_prefix.value_or("");
  return out;
}

Result<BodiesToExplain> read_bodies_to_explain(const Context& context) {
  const auto& paths = context.invocation.arguments;
  return paths.empty() ? read_flags(context) : read_preset_files_to_explain(context, paths);
}

ListingsByModel listings_by_model(const ModelListings& models) {
  ListingsByModel listings;
  for (const auto& [name, model] : models)
    listings.emplace(name, explain::Listing(name, model.endpoints));
  return listings;
}

Result<ListingsToExplain> find_listings(const Context& context,
                                        const std::vector<std::string>& models) {
  return context.invocation.flags.listing.empty() ? ask_service(context, models)
                                                  : read_listings(context, models);
}

std::optional<Decimal> decimal_of(const std::optional<std::size_t>& count) {
  return count ? Decimal::parse(std::to_string(*count)) : std::nullopt;
}

Result<explain::Premises> read_premises(const spec::FlagValues& flags) {
  TRY_ASSIGN(auto assumed, explain::read_assumed(flags.assume));
  return explain::Premises{decimal_of(flags.prompt_tokens), decimal_of(flags.completion_tokens),
                           decimal_of(flags.images).value_or(Decimal{}), std::move(assumed)};
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
    // the order changes
    problems.push_back({.rule = std::to_string(i), .path = pointers[i]});
  }
  for (const auto& problem : placed(std::move(problems), body))
    places[std::stoul(problem.rule)] = place_name(problem);
  return places;
}

Problems dead_warnings(const BodyToExplain& body, const explain::Explanation& explanation) {
  Problems warnings;
  for (const auto& dead : explanation.dead) {
    Problem warning;
    warning.severity = Severity::warning;
    warning.rule = "routing.dead-entry";
    warning.path = dead.path;
    warning.message = fmt::format("{}: '{}' matches no endpoint", dotted(dead.path), dead.entry);
    warning.suggestion = dead.suggestion;
    warnings.push_back(std::move(warning));
  }
  return placed(std::move(warnings), body);
}

std::optional<Error> failure_of(Problems without_model) {
  if (without_model.empty()) return std::nullopt;
  auto error = Error::invalid(std::move(without_model));
  error.message = fmt::format("{} not explained", counted(error.problems.size(), "preset"));
  return error;
}

std::optional<Error> failure_of_warnings(std::size_t warnings, const Context& context) {
  if (warnings == 0 || !context.invocation.flags.strict) return std::nullopt;
  return with_http(
      Error::condition(fmt::format("{}, and --strict is in effect", counted(warnings, "warning"))),
      {});
}

explain::PlacesByModel places_of_models(const BodyToExplain& body) {
  const auto pointers = pointers_of_models(body.value);
  explain::PlacesByModel out;
  Problems problems;
  for (const auto& model : body.models) {
    out.places.emplace(model, body.file.empty() ? Place{}
                                                : Place{.file = body.file, .line = 1, .column = 1});
    problems.push_back({.rule = model, .path = pointers.at(model)}); // the order changes
  }
  for (auto& problem : placed(std::move(problems), body))
    if (problem.place && problem.place->line > 0)
      out.places[problem.rule] = *std::move(problem.place);
  if (!body.models.empty()) out.first = out.places.at(body.models.front());
  return out;
}

Result<explain::Gate> read_gate(const spec::FlagValues& flags) {
  const auto* const row = explain::condition_on_cost(flags);
  if (row != nullptr && !(flags.prompt_tokens && flags.completion_tokens))
    return fail(
        Error::usage(fmt::format("{} needs --prompt-tokens and --completion-tokens", row->flag)));
  return explain::Gate{static_cast<const spec::GateValues&>(flags)};
}

} // namespace mrctl::commands
