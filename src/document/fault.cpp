#include "mrctl/document/fault.hpp"

#include "mrctl/document/place.hpp"

#include "quotes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::document {

namespace {

// Number of bytes to mark at the beginning of the text: a quoted text, a word or a number.
std::size_t size_of_first(std::string_view text) {
  if (text.starts_with('\\')) return text.starts_with("\\u") ? 6 : 2;
  if (text.starts_with('"') || text.starts_with('\''))
    return std::max<std::size_t>(1, size_of_quoted(text.substr(0, text.find('\n'))));
  return std::min(text.find_first_of(" \t\r\n,:{}[]\"'"), text.size());
}

} // namespace

Problem warning_of_byte_order_mark(const Document& document) {
  Problem problem;
  problem.severity = Severity::warning;
  problem.rule = "body.byte-order-mark";
  problem.message = "the file starts with a byte order mark";
  problem.place = place_at(document, 0);
  problem.suggestion = "save it as UTF-8 without one";
  return problem;
}

Problem problem_of(const Document& document, JsonFault fault) {
  const auto text = text_of(document);
  const auto offset = std::min(fault.offset, text.size());
  Problem problem;
  problem.rule = std::move(fault.rule);
  problem.path = std::move(fault.path);
  problem.message = std::move(fault.message);
  problem.suggestion = std::move(fault.suggestion);
  problem.place = place_of(document, {offset, size_of_first(text.substr(offset))});
  if (fault.first_offset) {
    const auto first = place_of(document, {*fault.first_offset, 0});
    const auto words = fault.first_words.empty() ? ", first at" : fault.first_words;
    problem.message += fmt::format("{} {}:{}", words, first.line, first.column);
  }
  return problem;
}

} // namespace mrctl::document
