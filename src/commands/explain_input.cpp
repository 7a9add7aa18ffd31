#include "explain_input.hpp"

#include "mrctl/api/operations.hpp"
#include "mrctl/request/preset_files.hpp"
#include "mrctl/request/validate.hpp"
#include "mrctl/session/connection.hpp"
#include "mrctl/spec/field.hpp"

#include "count_flag.hpp"
#include "listing_file.hpp"
#include "model_ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace mrctl::commands {

namespace {

using session::Context;

bool builds_a_body(std::string_view flag) {
  if (flag == "--body" || flag == "--system" || flag == "--message") return true;
  const auto& flags = spec::field_flags();
  return std::any_of(flags.begin(), flags.end(),
                     [&](const auto& field) { return field.name == flag; });
}

Status check_flags(const args::Invocation& invocation) {
  for (const auto& use : invocation.flags)
    if (builds_a_body(use.name))
      return fail(Error::usage(fmt::format("{} cannot be used with PATH", use.name),
                               "change the bodies of files with --set, --set-string, --set-json "
                               "or --unset"));
  return {};
}

Result<BodyToExplain> make_body_to_explain(std::string file, std::string slug, request::Body body) {
  auto value = body.json.value();
  auto models = routing::models_of(value);
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
  auto body = request::build_body(context.invocation, context.read_file);
  if (!body) return fail(std::move(body.error()));
  request::strip(*body);
  if (!has_errors(body->problems)) request::add_placeholder(*body);
  const auto undocumented = context.invocation.has("--allow-unknown")
                                ? request::Undocumented::warned
                                : request::Undocumented::refused;
  auto found = request::validate(body->json, undocumented);
  std::move(found.begin(), found.end(), std::back_inserter(body->problems));
  std::erase_if(body->problems,
                [](const Problem& problem) { return problem.rule == "messages.placeholder"; });
  request::place_problems(body->problems, *body);
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

Error model_not_listed(const std::string& model) {
  auto error = Error::usage(fmt::format("no listing contains the model {}", model),
                            "add its file with --listing, or omit --listing to ask the service");
  error.kind = ErrorKind::not_found;
  return error;
}

Result<ListingsToExplain> read_listings(const Context& context,
                                        const std::vector<std::string>& wanted) {
  ListingsToExplain out;
  for (const auto& use : context.invocation.flags) {
    if (use.name != "--listing") continue;
    auto models = read_listing_file(context, use.value);
    if (!models) return fail(std::move(models.error()));
    for (auto& model : *models) {
      auto id = *model.id;
      if (!out.models.emplace(id, std::move(model)).second)
        return fail(Error::usage(fmt::format("{} is in more than one listing", id)));
    }
  }
  for (const auto& model : wanted)
    if (!out.models.contains(model)) return fail(model_not_listed(model));
  return out;
}

Result<ListingsToExplain> ask_service(const Context& context,
                                      const std::vector<std::string>& wanted) {
  auto ids = read_model_ids(wanted);
  if (!ids) return fail(ids.error());
  auto connection = connect(context, spec::list_endpoints.key);
  if (!connection) return fail(std::move(connection.error()));
  ListingsToExplain out{{}, session::connection_notes(connection->service), {}};
  auto results =
      api::ask(connection->service, spec::list_endpoints, *std::move(ids), api::AnswerParts::data);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i])
      out.models.emplace(wanted[i], model::read_model_text(results[i]->data));
    else
      out.failures.push_back(std::move(results[i].error()));
  }
  return out;
}

Result<std::optional<Decimal>> read_quantity(const Context& context, std::string_view flag) {
  const auto count = read_count(context, flag);
  if (!count) return fail(count.error());
  return *count ? Decimal::parse(std::to_string(**count)) : std::nullopt;
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

Result<BodiesToExplain> read_preset_files_to_explain(const args::Invocation& invocation,
                                                     const request::ReadFile& read_file) {
  if (auto checked = check_flags(invocation); !checked) return fail(std::move(checked.error()));
  const auto files = request::find_preset_files(invocation);
  if (!files) return fail(files.error());
  const auto reader = request::PresetReader::make(invocation, read_file);
  if (!reader) return fail(reader.error());
  BodiesToExplain out;
  auto warnings = request::visit_presets(
      *files, *reader, [&](const request::PresetFile& file, const request::Body& body) {
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
  const auto& invocation = context.invocation;
  return invocation.arguments.empty() ? read_flags(context)
                                      : read_preset_files_to_explain(invocation, context.read_file);
}

Result<ListingsToExplain> find_listings(const Context& context,
                                        const std::vector<BodyToExplain>& bodies) {
  const auto wanted = models_of(bodies);
  return context.invocation.has("--listing") ? read_listings(context, wanted)
                                             : ask_service(context, wanted);
}

Result<routing::Usage> read_usage(const Context& context) {
  auto prompt = read_quantity(context, "--prompt-tokens");
  if (!prompt) return fail(std::move(prompt.error()));
  auto completion = read_quantity(context, "--completion-tokens");
  if (!completion) return fail(std::move(completion.error()));
  auto images = read_quantity(context, "--images");
  if (!images) return fail(std::move(images.error()));
  return routing::Usage{*std::move(prompt), *std::move(completion), images->value_or(Decimal{})};
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
  request::place_problems(problems, body.body);
  for (const auto& problem : problems)
    places[std::stoul(problem.rule)] = place_name(problem);
  return places;
}

} // namespace mrctl::commands
