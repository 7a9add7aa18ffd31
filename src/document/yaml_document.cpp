#include "yaml_document.hpp"

#include "mrctl/base/utf8.hpp"
#include "mrctl/base/white_space.hpp"
#include "mrctl/document/fault.hpp"

#include "quotes.hpp"
#include "yaml_locator.hpp"
#include "yaml_reader.hpp"

#include <algorithm>
#include <utility>

namespace mrctl::document {

namespace {

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

} // namespace

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

void find_in_yaml(const Document& document, PointerNode& wanted) {
  const YamlText yaml(text_of(document));
  YamlLocator locator(yaml, wanted);
  static_cast<void>(yaml.feed(locator)); // it has been read before
}

} // namespace mrctl::document
