#include "mrctl/document/document.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/document/place.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/json/view.hpp"

#include "yaml_text.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace mrctl::document {

namespace {

// Finds where values stand, in one walk through the JSON text.
class Locator {
public:
  Locator(const Document& document, std::span<const PlaceQuery> wanted)
      : document_(document), wanted_(wanted), found_(wanted.size()) {}

  [[nodiscard]] std::vector<Part> find_parts() &&;

private:
  // A query whose pointer leads through the value that the walk is at.
  struct Pending {
    std::size_t query = 0;
    std::vector<std::string> steps{};
  };

  void find_inside(const JsonView& value, const std::vector<Pending>& pending, std::size_t depth);
  [[nodiscard]] Part part_of(std::string_view token) const;

  const Document& document_;
  std::span<const PlaceQuery> wanted_;
  std::vector<Part> found_;
};

std::vector<Part> Locator::find_parts() && {
  std::vector<Pending> pending;
  const auto root = document_.json.root();
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    pending.push_back({i, pointer_steps(wanted_[i].pointer)});
    found_[i] = part_of(root.text());
  }
  find_inside(root, pending, 0);
  return std::move(found_);
}

void Locator::find_inside(const JsonView& value, const std::vector<Pending>& pending,
                          std::size_t depth) {
  std::map<std::string, std::vector<Pending>, std::less<>> inside; // by key or index
  for (const auto& each : pending)
    if (each.steps.size() > depth) inside[each.steps[depth]].push_back(each);
  if (inside.empty()) return;
  std::size_t index = 0;
  for (const auto& item : value.items()) {
    const auto known = inside.find(value.is_object() ? item.key() : std::to_string(index++));
    if (known == inside.end()) continue;
    const auto part = part_of(item.value.text());
    for (const auto& each : known->second) {
      const bool is_key = value.is_object() && each.steps.size() == depth + 1 &&
                          wanted_[each.query].what == PlaceOf::key;
      found_[each.query] = is_key ? part_of(item.written_key) : part;
    }
    find_inside(item.value, known->second, depth + 1);
  }
}

// The JSON text of a JSON document is the document's own.
Part Locator::part_of(std::string_view token) const {
  const auto offset = static_cast<std::size_t>(token.data() - document_.json.text().view().data());
  if (document_.map == nullptr) return {offset, token.size()};
  const auto entry = std::lower_bound(
      document_.map->begin(), document_.map->end(), offset,
      [](const SourceMapEntry& known, std::size_t wanted) { return known.json < wanted; });
  return entry == document_.map->end() ? Part{} : entry->part;
}

tl::expected<Document, JsonFault> read(Document document) {
  if (document.syntax == Syntax::yaml)
    return read_yaml(text_of(document)).map([&](MappedJson json) {
      document.json = JsonText(SharedText(std::move(json.text)));
      document.map = std::make_shared<const SourceMap>(std::move(json.map));
      return std::move(document);
    });
  return read_json_text(document.text.without_prefix(byte_order_mark)).map([&](JsonText json) {
    document.json = std::move(json);
    return std::move(document);
  });
}

// White space, and the bytes of a byte order mark.
constexpr std::string_view invisible = " \t\r\n\xEF\xBB\xBF";

Syntax guess_syntax(std::string_view name, std::string_view text) {
  if (name.ends_with(".json")) return Syntax::json;
  if (name.ends_with(".yaml") || name.ends_with(".yml")) return Syntax::yaml;
  const auto first = text.find_first_not_of(invisible);
  const bool looks_like_json =
      first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
  return looks_like_json ? Syntax::json : Syntax::yaml;
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
  if (trimmed(document.text, invisible).empty()) return problem_of_empty(document);
  if (is_wide(document.text)) return problem_of_encoding(document);
  return std::nullopt;
}

bool is_in_a_key(char c) {
  return is_alphanumeric(c) || std::string_view("_$.-").find(c) != std::string_view::npos;
}

// Returns whether the first line that says something begins an object of JSON or YAML. The file may
// be anything else, also one that holds nothing but a key, of which no line is to be shown.
bool begins_as_object(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(invisible), text.size()));
    if (!text.starts_with('#') && !text.starts_with("---\n") && !text.starts_with('%')) break;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  if (text.starts_with('{')) return true;
  const bool is_quoted = text.starts_with('"') || text.starts_with('\'');
  const auto size =
      is_quoted ? size_of_quoted(text.substr(0, text.find('\n')))
                : static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_in_a_key) -
                                           text.begin());
  const auto rest = text.substr(std::min(size, text.size()));
  const auto colon = rest.substr(std::min(rest.find_first_not_of(blanks), rest.size()));
  return size > 0 && colon.starts_with(':') &&
         (colon.size() == 1 || any_white_space.find(colon[1]) != std::string_view::npos);
}

} // namespace

Document make_document(std::string name, SharedText text) {
  const auto syntax = guess_syntax(name, text);
  return {std::move(name), std::move(text), syntax};
}

tl::expected<Document, Problem> read_document(Document document) {
  if (auto obstacle = find_obstacle(document)) return tl::unexpected(*std::move(obstacle));
  const auto original = document;
  return read(std::move(document)).map_error([&](JsonFault fault) {
    auto problem = problem_of(original, std::move(fault));
    if (!begins_as_object(text_of(original))) problem.place->line_text.clear();
    return problem;
  });
}

std::vector<Place> locate(const Document& document, std::span<const PlaceQuery> wanted) {
  auto places = places_of(document, Locator(document, wanted).find_parts());
  if (!document.json.root().is_object())
    for (auto& place : places)
      place.line_text.clear();
  return places;
}

} // namespace mrctl::document
