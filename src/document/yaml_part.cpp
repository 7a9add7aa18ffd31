#include "yaml_part.hpp"

#include "mrctl/base/white_space.hpp"

#include "quotes.hpp"

#include <algorithm>

namespace mrctl::document {

namespace {

// Nobody sees more of a line.
constexpr std::size_t longest_line = 1000;

std::string_view up_to(std::string_view text, char end) {
  return text.substr(0, text.find(end));
}

std::string_view line_from(std::string_view text, std::size_t offset) {
  const auto rest = text.substr(std::min(offset, text.size()), longest_line);
  return up_to(up_to(rest, '\n'), '\r');
}

std::size_t behind_properties(std::string_view text, std::size_t offset) {
  while (offset < text.size() && (text[offset] == '&' || text[offset] == '!')) {
    offset = std::min(text.find_first_of(white_space, offset), text.size());
    offset = std::min(text.find_first_not_of(white_space, offset), text.size());
  }
  return offset;
}

// Text without quotes stands as it reads, up to its first line break.
std::size_t size_of_plain(std::string_view line, std::string_view value) {
  const auto both = line.substr(0, value.size());
  const auto end = std::mismatch(both.begin(), both.end(), value.begin()).first;
  const auto same = both.substr(0, static_cast<std::size_t>(end - both.begin()));
  return same.find_last_not_of(white_space) + 1;
}

// The line begins with the bracket. Returns 0 where nothing closes it there.
std::size_t size_in_brackets(std::string_view line) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool is_quote = (c == '"' || c == '\'') && i > 0 &&
                          std::string_view(" \t,:[{").find(line[i - 1]) != std::string_view::npos;
    if (is_quote) {
      const auto size = size_of_quoted(line.substr(i));
      if (size == 0) return 0;
      i += size - 1;
    }
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && --depth == 0) return i + 1;
  }
  return 0;
}

} // namespace

Part part_of_scalar(std::string_view text, std::size_t offset, std::string_view value) {
  const auto begin = behind_properties(text, offset);
  const auto line = line_from(text, begin);
  if (line.starts_with('"') || line.starts_with('\'')) return {begin, size_of_quoted(line)};
  if (line.starts_with('|') || line.starts_with('>')) return {begin, 1};
  const auto size = size_of_plain(line, value);
  return size == 0 ? Part{offset, 1} : Part{begin, size};
}

Part part_of_alias(std::string_view text, std::size_t offset) {
  const auto line = line_from(text, offset);
  return {offset, std::min(line.find_first_of(" \t,[]{}"), line.size())};
}

Part part_of_collection(std::string_view text, std::size_t offset) {
  const auto begin = behind_properties(text, offset);
  const auto line = line_from(text, begin);
  if (!line.starts_with('[') && !line.starts_with('{')) return {offset, 1};
  return {begin, size_in_brackets(line)};
}

} // namespace mrctl::document
