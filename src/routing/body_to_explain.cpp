#include "mrctl/routing/body_to_explain.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/routing/explain.hpp"
#include "mrctl/routing/reach.hpp"
#include "mrctl/spec/field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace mrctl::routing {

namespace {

Status refuse_flags_of_one_body(const spec::Invocation& invocation) {
  const auto flag = flag_of_one_body(invocation);
  if (flag.empty()) return {};
  return fail(Error::usage(fmt::format("{} cannot be used with PATH", flag),
                           invocation.flags.body
                               ? "use only one of them"
                               : "change the bodies of files with --set, --set-string, --set-json "
                                 "or --unset"));
}

// Fields that a preset does not keep do not affect routing, so they cause no warnings.
Result<BodiesToExplain> read_flags(const spec::Invocation& invocation,
                                   const body::ReadFile& read_file) {
  TRY_ASSIGN(auto body, body::build_body(invocation, read_file));
  body::strip(body);
  if (!has_errors(body.problems)) body::add_placeholder(body);
  body::check(body, body::undocumented_by(invocation.flags));
  body::place_problems(body.problems, body);
  refuse_presets_as_models(body.problems);
  if (has_errors(body.problems)) return fail(Error::invalid(std::move(body.problems)));
  BodiesToExplain out{
      .bodies = {}, .warnings = std::move(body.problems), .is_of_curl = body.is_of_curl};
  out.bodies.push_back(make_body_to_explain({}, {}, std::move(body)));
  return out;
}

// Returns the first place of each model in the body.
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

constexpr std::size_t at_once = 1000; // are located together, with the excerpts of their lines
constexpr std::size_t most_excerpts = 100;

void drop_excerpt(std::optional<Place>& place) {
  if (!place) return;
  place->line_text.clear();
  place->line_text.shrink_to_fit(); // clear() alone keeps the memory
}

// Returns the problems with their places in the files of the body.
Problems with_places(Problems problems, const BodyToExplain& body) {
  Problems out;
  for (std::size_t begin = 0; begin < problems.size(); begin += at_once) {
    const auto end = std::min(problems.size(), begin + at_once);
    Problems some(std::move_iterator(problems.begin() + static_cast<std::ptrdiff_t>(begin)),
                  std::move_iterator(problems.begin() + static_cast<std::ptrdiff_t>(end)));
    body::place_problems(some, body.body);
    add_with_few_excerpts(out, std::move(some));
  }
  return out;
}

constexpr std::string_view dead_entry = "routing.dead-entry";

// A service has no model whose id cannot be part of a request.
bool is_missing(ErrorKind kind) {
  return kind == ErrorKind::not_found || kind == ErrorKind::usage;
}

// Whether a base or the preset itself asks for what an endpoint does not meet.
enum class AskedBy : std::uint8_t { base, preset };

// The endpoints that a failed gate lacks, and how many of them miss each requirement.
struct Obstacles {
  std::size_t endpoints = 0;       // that are not eligible
  std::vector<std::size_t> counts; // how many of them miss a requirement, by its position
};

// A cost that is too high is no fault of what excludes other endpoints.
bool is_about_cost(const output::GateResult& failure) {
  const auto* found = failure.found.get_ptr<const std::string*>();
  return found != nullptr && Decimal::parse(*found).has_value();
}

// Looks at the endpoints of a model that are not eligible: at those with the tag that a gate
// requires, or at all.
Obstacles obstacles_of(const output::GateResult& failure, const ModelGroup& group,
                       const Explanation& explanation, const std::vector<Place>& of_bases,
                       AskedBy who) {
  Obstacles out{.counts = std::vector<std::size_t>(explanation.requirements.size())};
  const auto* required =
      failure.found.is_string() ? failure.asked.get_ptr<const std::string*>() : nullptr;
  const auto tag_required = // "acme/large=acme", "acme"
      required == nullptr ? std::string() : required->substr(required->find('=') + 1);
  const auto is_asked = [&](const Check* check) {
    const bool is_of_base = !of_bases[check->requirement].file.empty();
    const bool is_set = explanation.requirements[check->requirement].member != nullptr;
    return who == AskedBy::base ? is_of_base : is_set && !is_of_base;
  };
  for (const auto& judged : group.endpoints) {
    const auto tag = judged.endpoint->tag.value_or("");
    if (judged.reach == Reach::eligible ||
        (required != nullptr && !equal_ignoring_case(tag, tag_required)))
      continue;
    const auto checks = checks_against(&judged);
    if (!std::ranges::all_of(checks, is_asked)) continue;
    ++out.endpoints;
    for (const auto* check : checks)
      ++out.counts[check->requirement];
  }
  return out;
}

// Returns the requirement of a base without which the gate would be met, if the preset's own are
// not as much to blame.
std::optional<std::size_t> requirement_of_base(const output::GateResult& failure,
                                               const PlacesByModel& places,
                                               const Explanation& explanation) {
  const auto* group = find_row(explanation.groups, &ModelGroup::model, failure.model);
  if (group == nullptr || is_about_cost(failure)) return std::nullopt;
  const auto obstacles_by = [&](AskedBy who) {
    return obstacles_of(failure, *group, explanation, places.of_bases, who);
  };
  const auto of_base = obstacles_by(AskedBy::base);
  const bool is_count = failure.found.is_number_unsigned() && failure.asked.is_number_unsigned();
  const auto missing =
      is_count ? failure.asked.get<std::size_t>() - failure.found.get<std::size_t>() : 1;
  if (of_base.endpoints < missing || obstacles_by(AskedBy::preset).endpoints >= missing)
    return std::nullopt;
  const auto most_frequent = std::ranges::max_element(of_base.counts);
  return static_cast<std::size_t>(most_frequent - of_base.counts.begin());
}

} // namespace

std::string_view flag_of_one_body(const spec::Invocation& invocation) {
  using enum spec::BodyFlag;
  if (invocation.flags.body) return spec::name_of(&spec::FlagValues::body);
  for (const auto& use : invocation.body_flags)
    if (use.kind == field || use.kind == system || use.kind == message) return use.name;
  return {};
}

BodyToExplain make_body_to_explain(std::string file, std::string slug, body::Body body) {
  auto value = body.json.value();
  auto models = models_of(value);
  return {std::move(file), std::move(slug), std::move(body), std::move(value), std::move(models)};
}

void refuse_presets_as_models(Problems& problems) {
  for (auto& problem : problems)
    if (problem.rule == "model.preset") problem.severity = Severity::error;
}

Result<BodiesToExplain> read_preset_files_to_explain(const std::vector<std::string>& paths,
                                                     const spec::Invocation& invocation,
                                                     const body::ReadFile& read_file,
                                                     const std::vector<std::string>& bases) {
  TRY(refuse_flags_of_one_body(invocation));
  const auto prefix = invocation.flags.slug_prefix.value_or("");
  TRY_ASSIGN(const auto files, body::find_preset_files(paths, prefix, bases));
  auto lenient = invocation; // --strict counts warnings when everything is explained
  lenient.flags.strict = false;
  TRY_ASSIGN(const auto reader, body::PresetReader::make(lenient, read_file));
  BodiesToExplain out;
  const auto keep = [&](const body::PresetFile& file, const body::Body& body) {
    auto made = make_body_to_explain(file.path, file.slug, body);
    made.slug_prefix = prefix;
    return [&out, made = std::move(made)]() mutable -> Status { // called in the order of the files
      out.bodies.push_back(std::move(made));
      return {};
    };
  };
  TRY_ASSIGN(out.warnings, body::visit_presets(files, reader, keep));
  refuse_presets_as_models(out.warnings);
  if (has_errors(out.warnings)) return fail(Error::invalid(std::move(out.warnings)));
  return out;
}

void add_with_few_excerpts(Problems& all, Problems more) {
  for (auto& problem : more) {
    if (all.size() >= most_excerpts) drop_excerpt(problem.place);
    all.push_back(std::move(problem));
  }
}

Result<BodiesToExplain> read_bodies_to_explain(const spec::Invocation& invocation,
                                               const body::ReadFile& read_file,
                                               const std::vector<std::string>& bases) {
  const auto& paths = invocation.arguments;
  const auto& flags = invocation.flags;
  if (paths.empty() && !flags.body && flags.base.empty() && invocation.body_flags.empty())
    return fail(Error::usage(
        "'preset explain' needs PATH, --body or flags of a body: there is no project file that "
        "names presets",
        "name files or folders, pass --body FILE or flags such as --model, or run 'mrctl init' to "
        "write a project file"));
  return paths.empty() ? read_flags(invocation, read_file)
                       : read_preset_files_to_explain(paths, invocation, read_file, bases);
}

std::vector<body::Located> located(const std::vector<std::string>& pointers,
                                   const BodyToExplain& body) {
  std::vector<body::Located> out;
  for (auto begin = pointers.begin(); begin != pointers.end();) {
    const auto end = pointers.end() - begin < static_cast<std::ptrdiff_t>(at_once)
                         ? pointers.end()
                         : begin + at_once;
    std::vector<document::PlaceQuery> some;
    for (; begin != end; ++begin)
      some.push_back({*begin});
    for (auto& each : body::locate_all(some, body.body)) {
      if (out.size() >= most_excerpts) drop_excerpt(each.place);
      out.push_back(std::move(each));
    }
  }
  return out;
}

std::vector<std::string> places_of(const BodyToExplain& body,
                                   const std::vector<std::string>& pointers) {
  std::vector<std::string> places(pointers.size());
  const auto found = located(pointers, body);
  for (std::size_t i = 0; i < pointers.size(); ++i) {
    if (pointers[i].empty() || !body.value.contains(Json::json_pointer(pointers[i]))) continue;
    const auto& [source, text_file, place] = found[i];
    if (place)
      places[i] = place->line == 0
                      ? place->file
                      : fmt::format("{}:{}:{}", place->file, place->line, place->column);
    else if (source != nullptr)
      places[i] = spelled_flag(source->flag, source->flag_path);
  }
  return places;
}

Problems dead_warnings(const BodyToExplain& body, const Explanation& explanation) {
  Problems warnings;
  for (const auto& dead : explanation.dead) {
    Problem warning;
    warning.severity = Severity::warning;
    warning.rule = dead_entry;
    warning.path = dead.path;
    warning.message = fmt::format("{}: '{}' matches no endpoint", dotted(dead.path), dead.entry);
    warning.suggestion = {dead.suggestion, Does::meant};
    warnings.push_back(std::move(warning));
  }
  return with_places(std::move(warnings), body);
}

Problems unlisted_problems(const BodyToExplain& body, std::span<const UnlistedModel> unlisted) {
  const auto pointers = pointers_of_models(body.value);
  Problems problems;
  for (const auto& each : unlisted) {
    const auto pointer = pointers.find(each.model);
    if (pointer == pointers.end()) continue;
    auto error = named_error(each);
    problems.push_back({.rule = is_missing(error.kind) ? "model.unlisted" : "model.unanswered",
                        .path = pointer->second,
                        .message = std::move(error.message),
                        .suggestion = std::move(error.hint)});
  }
  return with_places(std::move(problems), body);
}

Error failure_of(const UnlistedModel& unlisted, const Problems& problems) {
  auto error = named_error(unlisted);
  for (const auto& problem : problems)
    if (problem.message == error.message && problem.place) error.problems.push_back(problem);
  if (!error.problems.empty()) error.hint.clear(); // they have it
  return error;
}

Problems reach_warnings(const BodyToExplain& body, const Explanation& explanation) {
  std::size_t endpoints = 0;
  std::size_t reached = 0;
  std::vector<std::string> models;
  for (const auto& group : explanation.groups) {
    endpoints += group.endpoints.size();
    reached += group.endpoints.size() - count_of(group, Reach::excluded);
    models.push_back(group.model);
  }
  if (endpoints == 0 || reached > 0 || models.size() < body.models.size()) return {};
  Problem warning;
  warning.severity = Severity::warning;
  warning.rule = "reach.none";
  warning.path = pointers_of_models(body.value).at(models.front());
  warning.message =
      fmt::format("reaches no endpoint of {}: its requests can only fail", listed(models, 4));
  return with_places({std::move(warning)}, body);
}

// There may be thousands of warnings, so the repeated ones are dropped in place.
Problems without_repeats(Problems warnings) {
  const auto key_of = [&](std::size_t position) {
    const auto& warning = warnings[position];
    return std::tie(warning.place->file, warning.place->line, warning.place->column,
                    warning.message);
  };
  const auto comes_before = [&](std::size_t one, std::size_t other) {
    return key_of(one) < key_of(other);
  };
  std::map<std::size_t, std::size_t, decltype(comes_before)> seen(comes_before); // and how often
  std::size_t kept = 0;
  for (auto& next : warnings) {
    if (&next != &warnings[kept]) warnings[kept] = std::move(next);
    const auto position = kept++;
    if (warnings[position].rule != dead_entry || !warnings[position].place) continue;
    const auto [first, is_new] = seen.try_emplace(position, 0);
    ++first->second;
    if (!is_new) --kept;
  }
  warnings.erase(warnings.begin() + static_cast<std::ptrdiff_t>(kept), warnings.end());
  for (const auto& [position, count] : seen)
    if (count > 1) warnings[position].message += fmt::format(" in {} presets", count);
  return warnings;
}

PlacesByModel places_of_models(const BodyToExplain& body) {
  const auto pointers = pointers_of_models(body.value);
  const auto found =
      located(mapped(body.models, [&](const auto& model) { return pointers.at(model); }), body);
  PlacesByModel out;
  for (std::size_t i = 0; i < found.size(); ++i)
    out.places[body.models[i]] = found[i].place && found[i].place->line > 0 ? *found[i].place
                                 : body.file.empty()
                                     ? Place{}
                                     : Place{.file = body.file, .line = 1, .column = 1};
  if (!body.models.empty()) out.first = out.places.at(body.models.front());
  return out;
}

PlacesByModel places_of_causes(const BodyToExplain& body, const Explanation& explanation) {
  auto out = places_of_models(body);
  const auto add = [&](const std::string& pointer) {
    const auto origin = body::outer_origin_of(pointer, body.body);
    auto& place = out.of_bases.emplace_back();
    if (!origin || origin->file.empty()) return;
    place.file = origin->file;
    place.line = origin->line;
    place.column = 1;
  };
  for (const auto& requirement : explanation.requirements)
    add(requirement.pointer);
  for (const auto& dead : explanation.dead)
    add(dead.path);
  return out;
}

Place place_of_failure(const output::GateResult& failure, const PlacesByModel& places,
                       const Explanation& explanation) {
  if (places.of_bases.empty()) return places.of(failure.model);
  if (failure.model.empty() && !failure.found.is_number()) return places.first; // no entry did it
  const auto cause = failure.model.empty() ? std::optional(explanation.requirements.size())
                                           : requirement_of_base(failure, places, explanation);
  if (cause && *cause < places.of_bases.size() && !places.of_bases[*cause].file.empty())
    return places.of_bases[*cause];
  return places.of(failure.model);
}

} // namespace mrctl::routing
