#include "mrctl/document/document.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/document/fault.hpp"
#include "mrctl/json/view.hpp"

#include "pointer_tree.hpp"
#include "quotes.hpp"
#include "yaml_locator.hpp"
#include "yaml_reader.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace mrctl::document {

namespace {

Part part_of(const Document& document, std::string_view token) {
  return {static_cast<std::size_t>(token.data() - text_of(document).data()), token.size()};
}

void find_inside(const Document& document, const JsonView& value, PointerNode& wanted) {
  if (wanted.inside.empty()) return;
  std::size_t index = 0;
  for (const auto& item : value.items()) {
    auto* inside = wanted.find(value.is_object() ? item.key() : std::to_string(index++));
    if (inside == nullptr) continue;
    const auto part = part_of(document, item.value.text());
    inside->found = KeyValue{value.is_object() ? part_of(document, item.written_key) : part, part};
    find_inside(document, item.value, *inside);
  }
}

tl::expected<Json, Problem> parse_json_document(const Document& document) {
  auto parsed = parse_json(text_of(document), Reading::strict);
  if (!parsed) return tl::unexpected(problem_of(document, std::move(parsed.error())));
  return *std::move(parsed);
}

tl::expected<JsonText, Problem> read_json_document(const Document& document) {
  return read_json_text(document.text.without_prefix(byte_order_mark))
      .map_error([&](JsonFault fault) { return problem_of(document, std::move(fault)); });
}

// Records where the document has the wanted values.
void find_in_json(const Document& document, PointerNode& wanted) {
  const JsonIndex index(text_of(document));
  const auto whole = part_of(document, index.root().text());
  wanted.found = KeyValue{whole, whole};
  find_inside(document, index.root(), wanted);
}

// yaml-cpp reads a quoted text that nothing ends up to the end of the file, and is content.
std::optional<JsonFault> find_unclosed_quote(std::string_view text, std::size_t last) {
  auto rest = text.substr(last);
  while (rest.starts_with('&') || rest.starts_with('!')) {
    rest.remove_prefix(std::min(rest.find_first_of(white_space), rest.size()));
    rest.remove_prefix(std::min(rest.find_first_not_of(white_space), rest.size()));
  }
  const bool is_quoted = rest.starts_with('"') || rest.starts_with('\'');
  if (!is_quoted || size_of_quoted(rest) != 0) return std::nullopt;
  return JsonFault{.rule = "yaml.syntax",
                   .message = "the quoted text that starts here has no closing quote",
                   .offset = text.size() - rest.size()};
}

// yaml-cpp would read a NUL as the beginning of an escape, and pass the others on.
std::optional<std::size_t> find_control(std::string_view text) {
  const auto found = std::find_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') ||
           c == '\x7F';
  });
  if (found == text.end()) return std::nullopt;
  return static_cast<std::size_t>(found - text.begin());
}

std::optional<JsonFault> find_bad_byte(std::string_view text) {
  if (const auto invalid = find_invalid_utf8(text))
    return JsonFault{.rule = "yaml.utf-8", .message = "not valid UTF-8", .offset = *invalid};
  if (const auto control = find_control(text))
    return JsonFault{.rule = "yaml.control",
                     .message = "a control character, which YAML does not allow",
                     .offset = *control};
  return std::nullopt;
}

tl::expected<Json, Problem> parse_yaml_document(const Document& document) {
  const auto text = text_of(document);
  if (auto fault = find_bad_byte(text))
    return tl::unexpected(problem_of(document, *std::move(fault)));
  const YamlText yaml(text);
  YamlReader reader(yaml);
  auto fault = yaml.feed(reader);
  if (!fault) fault = find_unclosed_quote(text, reader.last());
  if (fault) return tl::unexpected(problem_of(document, *std::move(fault)));
  return reader.take_value();
}

// Notes where the document has what is wanted.
void find_in_yaml(const Document& document, PointerNode& wanted) {
  const YamlText yaml(text_of(document));
  YamlLocator locator(yaml, wanted);
  static_cast<void>(yaml.feed(locator)); // it has been read before
}

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
