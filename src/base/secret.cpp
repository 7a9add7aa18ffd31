#include "mrctl/base/secret.hpp"

#include "mrctl/base/text.hpp"

#include <algorithm>
#include <array>

namespace mrctl {

namespace {

constexpr std::string_view ellipsis = "…";
constexpr std::size_t shown = 4;
constexpr std::size_t shortest_shown = 16;
constexpr std::size_t longest_visible_part = 16;

struct Mark {
  std::string_view text;
  std::size_t shortest_run;
};
constexpr std::array marks{Mark{".", 3}, Mark{"*", 3}, Mark{"•", 3}, Mark{"x", 4}};

// Returns {position, length} of the first run that is long enough; the length is 0 without one.
std::pair<std::size_t, std::size_t> find_run(std::string_view label, const Mark& mark) {
  auto at = label.find(mark.text);
  while (at != std::string_view::npos) {
    auto end = at;
    while (label.substr(end).starts_with(mark.text))
      end += mark.text.size();
    if (end - at >= mark.shortest_run * mark.text.size()) return {at, end - at};
    at = label.find(mark.text, end);
  }
  return {std::string_view::npos, 0};
}

// Returns {position, length} of the mask in the middle: the longest run of the marks that services
// use.
std::pair<std::size_t, std::size_t> find_hidden_part(std::string_view label) {
  if (const auto at = label.find(ellipsis); at != std::string_view::npos)
    return {at, ellipsis.size()};
  for (const auto& mark : marks)
    if (const auto run = find_run(label, mark); run.second > 0) return run;
  return {std::string_view::npos, 0};
}

} // namespace

std::string Secret::masked() const {
  return mask(value_);
}

std::string mask(std::string_view text) {
  if (text.size() < shortest_shown) return std::string(ellipsis);
  // Cutting inside a multi-byte character would print invalid UTF-8, so all of it is hidden.
  if (is_continuation(text[shown]) || is_continuation(text[text.size() - shown]))
    return std::string(ellipsis);
  std::string out(text.substr(0, shown));
  out += ellipsis;
  out += text.substr(text.size() - shown);
  return out;
}

std::vector<std::string_view> key_words(std::string_view text) {
  constexpr std::string_view beginning = "sk-";
  constexpr std::size_t shortest = 16;
  std::vector<std::string_view> words;
  for (auto at = text.find(beginning); at != text.npos; at = text.find(beginning, at)) {
    const auto end = std::min(text.find_first_of(" \t\r\n\"',;", at), text.size());
    const bool begins_word = at == 0 || !is_alphanumeric(text[at - 1]);
    if (begins_word && end - at >= shortest) words.push_back(text.substr(at, end - at));
    at = begins_word ? end : at + 1;
  }
  return words;
}

bool is_masked(std::string_view label) {
  const auto [at, length] = find_hidden_part(label);
  if (at == std::string_view::npos) return false;
  const auto tail = label.size() - at - length;
  return at <= longest_visible_part && tail <= longest_visible_part;
}

} // namespace mrctl
