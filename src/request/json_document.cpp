#include "json_document.hpp"

#include "mrctl/base/json_text.hpp"

#include "place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace mrctl::request {

namespace {

struct Step {
  std::string_view key; // with its quotes; the value's beginning for an element of an array
  std::string_view value;
};

// Whether a key as it is written, quotes included, is the name that a pointer's token stands for.
// Few keys have escapes, so few need to be read.
bool is_named(std::string_view quoted, std::string_view token) {
  const auto written = quoted.substr(1, quoted.size() - 2);
  if (written.find('\\') == std::string_view::npos &&
      written.find_first_of("~/") == std::string_view::npos)
    return written == token;
  const auto key = parse_json(quoted, Reading::tolerant);
  return key && pointer_join("", key->get_ref<const std::string&>()).substr(1) == token;
}

std::optional<Step> step_into(std::string_view value, std::string_view token) {
  if (value.starts_with('[')) {
    const auto elements = json_elements(value);
    std::size_t index = elements.size();
    std::from_chars(token.data(), token.data() + token.size(), index);
    if (index >= elements.size()) return std::nullopt;
    return Step{elements[index], elements[index]};
  }
  std::optional<Step> found;
  for (const auto& member : json_members(value)) {
    const std::string_view quoted(member.key.data() - 1, member.key.size() + 2);
    if (is_named(quoted, token)) found = Step{quoted, member.value};
  }
  return found;
}

} // namespace

tl::expected<Json, Problem> parse_json_document(const Document& document) {
  std::string_view text = document.text;
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const auto skipped = document.text.size() - text.size();
  auto parsed = parse_json(text, Reading::strict);
  if (parsed) return *std::move(parsed);

  Problem problem;
  problem.rule = parsed.error().rule;
  problem.path = parsed.error().path;
  problem.message = parsed.error().message;
  problem.place = place_at(document, parsed.error().offset + skipped);
  if (const auto first = parsed.error().first_offset) {
    const auto place = place_at(document, *first + skipped);
    problem.message += fmt::format(", first at {}:{}", place.line, place.column);
  }
  return tl::unexpected(std::move(problem));
}

Place locate_in_json(const Document& document, std::string_view pointer, PlaceOf what) {
  const std::string_view text = document.text;
  const auto begin = std::min(text.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), text.size());
  Step here{text.substr(begin), text.substr(begin)};
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const auto end = std::min(pointer.find('/'), pointer.size());
    const auto next = step_into(here.value, pointer.substr(0, end));
    if (!next) break;
    here = *next;
    pointer.remove_prefix(end);
  }
  const auto& found = what == PlaceOf::key ? here.key : here.value;
  return place_at(document, static_cast<std::size_t>(found.data() - text.data()));
}

} // namespace mrctl::request
