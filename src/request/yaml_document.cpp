#include "yaml_document.hpp"

#include "mrctl/base/utf8.hpp"

#include "fault.hpp"
#include "yaml_reader.hpp"
#include "yaml_syntax.hpp"

#include <algorithm>
#include <utility>

namespace mrctl::request {

namespace {

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
    return JsonFault{"yaml.utf-8", "not valid UTF-8", {}, *invalid, {}};
  if (const auto control = find_control(text))
    return JsonFault{
        "yaml.control", "a control character, which YAML does not allow", {}, *control, {}};
  return std::nullopt;
}

std::optional<JsonFault> read_yaml(std::string_view text, YamlReader& reader) try {
  YamlParser parser(text);
  for (auto event = parser.next(); event.type != FYET_STREAM_END; event = parser.next())
    reader.take(event);
  if (reader.root()) return std::nullopt;
  return JsonFault{"body.empty", "there are only comments here", {}, 0, {}};
} catch (const JsonFault& fault) {
  if (fault.rule != "yaml.key") return fault;
  return find_open_bracket(text, fault.offset).value_or(fault);
}

} // namespace

tl::expected<Json, Problem> parse_yaml_document(const Document& document) {
  const auto text = text_of(document);
  if (auto fault = find_bad_byte(text))
    return tl::unexpected(problem_of(document, *std::move(fault)));
  YamlReader reader(text);
  if (auto fault = read_yaml(text, reader))
    return tl::unexpected(problem_of(document, *std::move(fault)));
  return to_json(*reader.root());
}

void find_in_yaml(const Document& document, PointerNode& wanted) {
  const auto text = text_of(document);
  YamlReader reader(text);
  static_cast<void>(read_yaml(text, reader)); // it has been read before
  if (const auto root = reader.root()) find_in(*root, root->part, wanted);
}

} // namespace mrctl::request
