#include "mrctl/document/document.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/document/place.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"

#include "yaml_text.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace mrctl::document {

namespace {

std::size_t offset_in_json(const Document& document, std::string_view token) {
  return static_cast<std::size_t>(token.data() - document.json.text().view().data());
}

// Finds where values stand, in one walk through the JSON text.
class Locator {
public:
  Locator(const Document& document, std::span<const PlaceQuery> wanted)
      : document_(document), wanted_(wanted), found_(wanted.size()) {}

  [[nodiscard]] std::vector<Part> find_parts() && {
    std::vector<Pending> pending;
    const auto root = document_.json.root();
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      pending.push_back({i, pointer_steps(wanted_[i].pointer)});
      found_[i] = part_of(root.text());
    }
    find_inside(root, pending, 0);
    return std::move(found_);
  }

private:
  // A query whose pointer leads through the value that the walk is at.
  struct Pending {
    std::size_t query = 0;
    std::vector<std::string> steps{};
  };

  void find_inside(const JsonView& value, const std::vector<Pending>& pending, std::size_t depth) {
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
  [[nodiscard]] Part part_of(std::string_view token) const {
    if (document_.map == nullptr) return {offset_in_json(document_, token), token.size()};
    const auto entry = entry_of(document_, token);
    return entry == document_.map->end() ? Part{} : entry->part;
  }

  const Document& document_;
  std::span<const PlaceQuery> wanted_;
  std::vector<Part> found_;
};

tl::expected<Document, JsonFault> read(Document document) {
  if (document.syntax == Syntax::yaml)
    return read_yaml(content_of(document)).map([&](MappedJson json) {
      document.json = JsonText(SharedText(std::move(json.text)));
      document.map = std::make_shared<const SourceMap>(std::move(json.map));
      return std::move(document);
    });
  return read_json_text(document.text.without_prefix(byte_order_mark)).map([&](JsonText json) {
    document.json = std::move(json);
    return std::move(document);
  });
}

void add_named_files(const Document& document, const JsonView& value, const std::string& pointer,
                     std::vector<NamedFile>& files) {
  if (value.is_string() && entry_of(document, value.text())->is_file)
    files.push_back({pointer, value});
  std::size_t index = 0;
  for (const auto& item : value.items())
    add_named_files(document, item.value,
                    value.is_object() ? pointer_join(pointer, item.key())
                                      : pointer_join(pointer, index++),
                    files);
}

// White space, and the bytes of a byte order mark.
constexpr std::string_view invisible = " \t\r\n\xEF\xBB\xBF";

Syntax guess_syntax(std::string_view path, std::string_view text) {
  const auto name = lower_case(path);
  if (name.ends_with(".json")) return Syntax::json;
  if (name.ends_with(".yaml") || name.ends_with(".yml")) return Syntax::yaml;
  const auto first = text.find_first_not_of(invisible);
  const bool looks_like_json =
      first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
  return looks_like_json ? Syntax::json : Syntax::yaml;
}

// UTF-16 and UTF-32 texts begin with a byte order mark. Without one, the first characters of a body
// are of ASCII: every second byte is a NUL, or all but every fourth.
bool is_wide(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
  constexpr std::string_view nul("\0", 1);
  const auto first = text.substr(0, 8);
  const auto is_nul_at = [&](std::size_t start, std::size_t step) {
    for (auto at = start; at < first.size(); at += step)
      if (first[at] != '\0') return false;
    return first.size() > start;
  };
  const bool has_text = first.find_first_not_of(nul) != std::string_view::npos;
  return has_text && (is_nul_at(0, 2) || is_nul_at(1, 2)) && text.size() > 1;
}

// A single NUL is a slip in a text; where it is not alone near the beginning, the file is no text.
bool is_binary(std::string_view text) {
  constexpr std::size_t beginning = 512;
  const auto head = text.substr(0, beginning);
  const auto is_strange = [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r';
  };
  return head.find('\0') != std::string_view::npos && std::ranges::count_if(head, is_strange) > 1;
}

Problem problem_of_encoding(const Document& document, std::string message, Suggestion suggestion) {
  const auto* rule = document.syntax == Syntax::json ? "json.utf-8" : "yaml.utf-8";
  auto problem = problem_of(
      document, {.rule = rule, .message = std::move(message), .suggestion = std::move(suggestion)});
  problem.place->line_text.clear();
  return problem;
}

std::optional<Problem> find_obstacle(const Document& document) {
  if (trimmed(document.text, invisible).empty())
    return problem_of(document, {.rule = "body.empty",
                                 .message = document.name + " is empty",
                                 .suggestion = "write at least a model: acme/large"});
  if (is_wide(document.text))
    return problem_of_encoding(document, "the file is not UTF-8 but UTF-16 or UTF-32",
                               "save it as UTF-8");
  if (is_binary(document.text))
    return problem_of_encoding(document, "the file is binary, not text",
                               "check that it is the right file, and that it is not encrypted or "
                               "compressed");
  return std::nullopt;
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
  const auto* end =
      std::ranges::find_if_not(text, [](char c) { return is_alphanumeric(c, "_$.-"); });
  const auto size = is_quoted ? size_of_quoted(text.substr(0, text.find('\n')))
                              : static_cast<std::size_t>(end - text.begin());
  const auto rest = text.substr(std::min(size, text.size()));
  const auto colon = rest.substr(std::min(rest.find_first_not_of(blanks), rest.size()));
  return size > 0 && colon.starts_with(':') &&
         (colon.size() == 1 || any_white_space.find(colon[1]) != std::string_view::npos);
}

} // namespace

SourceMap::const_iterator entry_of(const Document& document, std::string_view token) {
  return std::ranges::lower_bound(*document.map, offset_in_json(document, token), {},
                                  &SourceMapEntry::json);
}

std::vector<NamedFile> named_files(const Document& document) {
  std::vector<NamedFile> files;
  if (!document.map || std::ranges::none_of(*document.map, &SourceMapEntry::is_file)) return files;
  add_named_files(document, document.json.root(), "", files);
  return files;
}

Document make_document(std::string name, SharedText text) {
  const auto syntax = guess_syntax(name, text);
  return {std::move(name), std::move(text), syntax};
}

tl::expected<Document, Problem> read_document(Document document) {
  if (auto obstacle = find_obstacle(document)) return tl::unexpected(*std::move(obstacle));
  const auto original = document;
  return read(std::move(document)).map_error([&](JsonFault fault) {
    auto problem = problem_of(original, std::move(fault));
    if (!begins_as_object(content_of(original))) problem.place->line_text.clear();
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
