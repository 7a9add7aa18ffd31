#include "mrctl/document/place.hpp"

#include "mrctl/base/text.hpp"

#include "yaml_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace mrctl::document {

namespace {

// A single line may have megabytes, so only this many bytes around a place are kept.
constexpr std::size_t neighbourhood = 2000;

// Moves forward through a document from place to place.
class LineWalk {
public:
  explicit LineWalk(const Document& document) : document_(document), text_(content_of(document)) {}

  // Returns the place of a part, which must not begin before the last one.
  [[nodiscard]] Place go_to(const Part& part) {
    const auto offset = std::clamp(part.begin, begin_, text_.size());
    while (end_ < offset) {
      begin_ = end_ + 1;
      end_ = find_end();
      counted_ = begin_;
      characters_ = 0;
      ++line_;
    }
    characters_ += count_characters(between(counted_, offset));
    counted_ = offset;

    auto first = offset - std::min(offset - begin_, neighbourhood);
    while (first > begin_ && is_continuation(text_[first]))
      --first;
    auto last = offset + std::min(end_ - offset, neighbourhood);
    while (last < end_ && is_continuation(text_[last]))
      ++last;
    Place place;
    place.file = document_.name;
    place.line = line_ + 1;
    place.column = characters_ + 1;
    place.line_text = between(first, last);
    place.first_column = place.column - count_characters(between(first, offset));
    if (offset + part.size <= end_)
      place.underline = std::max<std::size_t>(
          count_characters(between(offset, std::min(offset + part.size, last))), 1);
    if (place.line_text.ends_with('\r')) place.line_text.pop_back();
    return place;
  }

private:
  [[nodiscard]] std::size_t find_end() const {
    return std::min(text_.find('\n', begin_), text_.size());
  }
  [[nodiscard]] std::string_view between(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin);
  }

  const Document& document_;
  std::string_view text_;
  std::size_t line_ = 0;
  std::size_t begin_ = 0;        // of the line
  std::size_t end_ = find_end(); // of the line
  std::size_t counted_ = 0;
  std::size_t characters_ = 0; // of the line in front of `counted_`
};

// Number of bytes to mark at the beginning of the text: a quoted text, a word or a number.
std::size_t size_of_first(std::string_view text) {
  if (text.starts_with('\\')) return text.starts_with("\\u") ? 6 : 2;
  if (text.starts_with('"') || text.starts_with('\''))
    return std::max<std::size_t>(1, size_of_quoted(text.substr(0, text.find('\n'))));
  return std::min(text.find_first_of(" \t\r\n,:{}[]\"'"), text.size());
}

} // namespace

std::vector<Place> places_of(const Document& document, const std::vector<Part>& parts) {
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return parts[i].begin; });
  std::vector<Place> places(parts.size());
  LineWalk walk(document); // which only goes forward
  for (const auto i : order)
    places[i] = walk.go_to(parts[i]);
  return places;
}

std::string_view content_of(const Document& document) {
  std::string_view text = document.text;
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

Place place_of(const Document& document, const Part& part) {
  return LineWalk(document).go_to(part);
}

Place place_at(const Document& document, std::size_t offset) {
  return place_of(document, {offset, 0});
}

Problem warning_of_byte_order_mark(const Document& document) {
  return {.severity = Severity::warning,
          .rule = "body.byte-order-mark",
          .place = place_at(document, 0),
          .message = "the file starts with a byte order mark",
          .suggestion = "save it as UTF-8 without one"};
}

Problem problem_of(const Document& document, JsonFault fault) {
  const auto text = content_of(document);
  const auto offset = std::min(fault.offset, text.size());
  Problem problem{.rule = std::move(fault.rule),
                  .path = std::move(fault.path),
                  .place = place_of(document, {offset, size_of_first(text.substr(offset))}),
                  .message = std::move(fault.message),
                  .suggestion = std::move(fault.suggestion)};
  if (fault.first_offset) {
    const auto first = place_of(document, {*fault.first_offset, 0});
    const auto words = fault.first_words.empty() ? ", first at" : fault.first_words;
    problem.message += fmt::format("{} {}:{}", words, first.line, first.column);
  }
  return problem;
}

} // namespace mrctl::document
