#include "mrctl/request/document.hpp"

#include "json_document.hpp"
#include "place.hpp"
#include "yaml_document.hpp"

namespace mrctl::request {

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

} // namespace

Document make_document(std::string name, std::string text) {
  const auto syntax = guess_syntax(name, text);
  return {std::move(name), std::move(text), syntax};
}

tl::expected<Json, Problem> parse_document(const Document& document) {
  if (is_blank(document.text)) {
    Problem problem;
    problem.rule = "body.empty";
    problem.message = document.name + " is empty";
    problem.place = place_at(document, 0);
    return tl::unexpected(std::move(problem));
  }
  return document.syntax == Syntax::json ? parse_json_document(document)
                                         : parse_yaml_document(document);
}

Place locate(const Document& document, std::string_view pointer, PlaceOf what) {
  return document.syntax == Syntax::json ? locate_in_json(document, pointer, what)
                                         : locate_in_yaml(document, pointer, what);
}

} // namespace mrctl::request
