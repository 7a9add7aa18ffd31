#include "mrctl/base/secret.hpp"

#include <algorithm>

namespace mrctl {

namespace {

constexpr std::string_view ellipsis = "…";
constexpr std::size_t shown = 4;
constexpr std::size_t shortest_shown = 16;
constexpr std::size_t longest_visible_part = 16;

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// A cut inside a multi-byte character would print broken UTF-8: such a text shows nothing of
// itself.
bool cuts_a_character(std::string_view text) {
  return is_continuation(text[shown]) || is_continuation(text[text.size() - shown]);
}

// What hides the middle: the longest run of the marks that services use. Returns {position,
// length}.
std::pair<std::size_t, std::size_t> find_hidden_part(std::string_view label) {
  if (const auto at = label.find(ellipsis); at != std::string_view::npos)
    return {at, ellipsis.size()};
  for (const std::string_view marks : {"...", "***", "•••", "xxxx"})
    if (const auto at = label.find(marks); at != std::string_view::npos) {
      auto end = at + marks.size();
      while (end < label.size() && label[end] == marks.back() && marks != "•••")
        ++end;
      return {at, end - at};
    }
  return {std::string_view::npos, 0};
}

} // namespace

std::string Secret::masked() const {
  return mask(value_);
}

std::string mask(std::string_view text) {
  if (text.size() < shortest_shown || cuts_a_character(text)) return std::string(ellipsis);
  std::string out(text.substr(0, shown));
  out += ellipsis;
  out += text.substr(text.size() - shown);
  return out;
}

bool is_masked(std::string_view label) {
  const auto [at, length] = find_hidden_part(label);
  if (at == std::string_view::npos) return false;
  const auto tail = label.size() - at - length;
  return at <= longest_visible_part && tail <= longest_visible_part;
}

} // namespace mrctl
