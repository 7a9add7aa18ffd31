#include "mrctl/document/document.hpp"

#include "mrctl/document/fault.hpp"

#include "json_document.hpp"
#include "pointer_tree.hpp"
#include "yaml_document.hpp"

#include <optional>
#include <utility>

namespace mrctl::document {

namespace {

Syntax guess_syntax(std::string_view name, std::string_view text) {
  if (name.ends_with(".json")) return Syntax::json;
  if (name.ends_with(".yaml") || name.ends_with(".yml")) return Syntax::yaml;
  const auto first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  const bool looks_like_json =
      first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
  return looks_like_json ? Syntax::json : Syntax::yaml;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\xEF\xBB\xBF") == std::string_view::npos;
}

Problem problem_of_empty(const Document& document) {
  return problem_of(document, {.rule = "body.empty", .message = document.name + " is empty"});
}

// UTF-16 and UTF-32 texts begin with a byte order mark, or have a NUL in their first character.
bool is_wide(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
         text.substr(0, 4).find('\0') != std::string_view::npos;
}

Problem problem_of_encoding(const Document& document) {
  const auto* rule = document.syntax == Syntax::json ? "json.utf-8" : "yaml.utf-8";
  auto problem =
      problem_of(document, {.rule = rule, .message = "the file is not UTF-8 but UTF-16 or UTF-32"});
  problem.suggestion = "save it as UTF-8";
  problem.place->line_text.clear();
  return problem;
}

std::optional<Problem> find_obstacle(const Document& document) {
  if (is_blank(document.text)) return problem_of_empty(document);
  if (is_wide(document.text)) return problem_of_encoding(document);
  return std::nullopt;
}

} // namespace

Document make_document(std::string name, SharedText text) {
  const auto syntax = guess_syntax(name, text);
  return {std::move(name), std::move(text), syntax};
}

tl::expected<Json, Problem> parse_document(const Document& document) {
  if (auto obstacle = find_obstacle(document)) return tl::unexpected(*std::move(obstacle));
  return document.syntax == Syntax::json ? parse_json_document(document)
                                         : parse_yaml_document(document);
}

tl::expected<JsonText, Problem> read_document(const Document& document) {
  if (auto obstacle = find_obstacle(document)) return tl::unexpected(*std::move(obstacle));
  if (document.syntax == Syntax::json) return read_json_document(document);
  return parse_yaml_document(document).map([](const Json& value) { return JsonText(value); });
}

std::vector<Place> locate(const Document& document, std::span<const PlaceQuery> wanted) {
  PointerTree tree(wanted);
  if (document.syntax == Syntax::json)
    find_in_json(document, tree.root());
  else
    find_in_yaml(document, tree.root());
  return places_of(document, tree.found_parts());
}

} // namespace mrctl::document
