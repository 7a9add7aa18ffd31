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

constexpr std::string_view white_space = " \t\r\n";

Problem problem_at(const Document& document, YamlProblem found) {
  Problem problem;
  problem.rule = std::move(found.rule);
  problem.path = std::move(found.path);
  problem.message = std::move(found.message);
  problem.place = place_at_line(document, found.line, found.byte);
  return problem;
}

YamlProblem problem_of(std::string rule, std::string message, const YAML::Mark& mark) {
  return {std::move(rule),
          std::move(message),
          {},
          static_cast<std::size_t>(std::max(mark.line, 0)),
          static_cast<std::size_t>(std::max(mark.column, 0))};
}

// A backslash in double quotes, or a doubled single quote: the next character is content.
bool is_escape(std::string_view text, char quote) {
  return quote == '"' ? text.starts_with('\\') : text.starts_with("''");
}

// `text` begins with the quote.
bool is_closed(std::string_view text) {
  const char quote = text.front();
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (is_escape(text.substr(i), quote))
      ++i;
    else if (text[i] == quote)
      return true;
  }
  return false;
}

// yaml-cpp reads a quoted text that nothing ends up to the end of the file, and is content.
std::optional<YamlProblem> find_unclosed_quote(std::string_view text, const YAML::Mark& last) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  text.remove_prefix(std::min(static_cast<std::size_t>(std::max(last.pos, 0)), text.size()));
  while (text.starts_with('&') || text.starts_with('!')) {
    text.remove_prefix(std::min(text.find_first_of(white_space), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(white_space), text.size()));
  }
  const bool is_quoted = text.starts_with('"') || text.starts_with('\'');
  if (!is_quoted || is_closed(text)) return std::nullopt;
  return problem_of("yaml.syntax", "nothing ends the quoted text that begins here", last);
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

// Feeds the document's events to the reader; yaml-cpp can only be stopped by an exception.
std::optional<YamlProblem> feed(const Document& document, YamlReader& reader) {
  std::istringstream stream(document.text);
  try {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(reader))
      return YamlProblem{"body.empty", document.name + " is empty", {}, 0, 0};
    parser.HandleNextDocument(reader);
    return find_unclosed_quote(document.text, reader.last());
  } catch (const YamlProblem& problem) {
    return problem;
  } catch (const YAML::DeepRecursion&) {
    return problem_of("yaml.depth", "nested too deeply", reader.last());
  } catch (const YAML::Exception& error) {
    return problem_of("yaml.syntax", error.msg, error.mark);
  }
}

} // namespace

tl::expected<Json, Problem> parse_yaml_document(const Document& document) {
  if (const auto invalid = find_invalid_utf8(document.text)) {
    auto problem = problem_at(document, {"yaml.utf-8", "not valid UTF-8", {}, 0, 0});
    problem.place = place_at(document, *invalid);
    return tl::unexpected(std::move(problem));
  }
  if (const auto control = find_control(document.text)) {
    auto problem = problem_at(
        document, {"yaml.control", "a control character, which YAML does not allow", {}, 0, 0});
    problem.place = place_at(document, *control);
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
