#include "yaml_document.hpp"

#include "mrctl/base/utf8.hpp"

#include "place.hpp"
#include "yaml_reader.hpp"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>

namespace mrctl::request {

namespace {

Problem problem_at(const Document& document, YamlProblem found) {
  Problem problem;
  problem.rule = std::move(found.rule);
  problem.path = std::move(found.path);
  problem.message = std::move(found.message);
  problem.place = place_at_line(document, found.line, found.byte);
  return problem;
}

YamlProblem as_problem(const YAML::Exception& error) {
  const auto line = static_cast<std::size_t>(std::max(error.mark.line, 0));
  const auto byte = static_cast<std::size_t>(std::max(error.mark.column, 0));
  if (dynamic_cast<const YAML::DeepRecursion*>(&error) != nullptr)
    return {"yaml.depth", "nested too deeply", {}, line, byte};
  return {"yaml.syntax", error.msg, {}, line, byte};
}

// Feeds the document's events to the reader; yaml-cpp can only be stopped by an exception.
std::optional<YamlProblem> feed(const Document& document, YamlReader& reader) {
  std::istringstream stream(document.text);
  try {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(reader))
      return YamlProblem{"body.empty", document.name + " is empty", {}, 0, 0};
    parser.HandleNextDocument(reader);
  } catch (const YamlProblem& problem) {
    return problem;
  } catch (const YAML::Exception& error) {
    return as_problem(error);
  }
  return std::nullopt;
}

} // namespace

tl::expected<Json, Problem> parse_yaml_document(const Document& document) {
  if (const auto invalid = find_invalid_utf8(document.text)) {
    auto problem = problem_at(document, {"yaml.utf-8", "not valid UTF-8", {}, 0, 0});
    problem.place = place_at(document, *invalid);
    return tl::unexpected(std::move(problem));
  }
  YamlReader reader;
  if (auto problem = feed(document, reader))
    return tl::unexpected(problem_at(document, std::move(*problem)));
  return reader.take_value();
}

Place locate_in_yaml(const Document& document, std::string_view pointer, PlaceOf what) {
  std::string wanted(pointer);
  for (;;) {
    YamlReader reader(wanted, what);
    feed(document, reader);
    const auto found = reader.found();
    if (found.continues_at.empty()) return place_at_line(document, found.line, found.byte);
    wanted = found.continues_at;
  }
}

} // namespace mrctl::request
