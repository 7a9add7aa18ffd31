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
constexpr std::array marks{Mark{ellipsis, 1}, Mark{".", 3}, Mark{"*", 3}, Mark{"•", 3},
                           Mark{"x", 4}};

// Returns the first run of a mark that is long enough; empty if there is none.
std::string_view find_run(std::string_view label, const Mark& mark) {
  auto at = label.find(mark.text);
  while (at != std::string_view::npos) {
    auto end = at;
    while (label.substr(end).starts_with(mark.text))
      end += mark.text.size();
    if (end - at >= mark.shortest_run * mark.text.size()) return label.substr(at, end - at);
    at = label.find(mark.text, end);
  }
  return {};
}

// Returns the part of a label that services put in place of a key's middle; empty if there is none.
std::string_view find_mask(std::string_view label) {
  for (const auto& mark : marks)
    if (const auto run = find_run(label, mark); !run.empty()) return run;
  return {};
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

bool is_like_key(std::string_view word, KeyPlace place) {
  constexpr std::size_t shortest = 16;
  constexpr std::size_t longest_name = 31;
  const bool begins = word.starts_with(key_beginning);
  const bool has_digit = std::ranges::any_of(word, is_digit);
  const bool is_long = word.size() >= shortest;
  switch (place) {
  case KeyPlace::text:
    return is_long && begins;
  case KeyPlace::output:
    return is_long && (begins || has_digit);
  case KeyPlace::key_file:
    return begins || (word.size() > longest_name && word.find_first_of("/.") == word.npos);
  case KeyPlace::argument:
    break;
  }
  return ((is_long && begins) || word.size() > longest_name) && is_alphanumeric(word, "-_+=") &&
         has_digit && std::ranges::any_of(word, is_letter);
}

std::vector<std::string_view> key_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (auto at = text.find(key_beginning); at != text.npos; at = text.find(key_beginning, at)) {
    const auto end = std::min(text.find_first_of(" \t\r\n\"',;", at), text.size());
    const bool begins_word = at == 0 || !is_alphanumeric(text[at - 1]);
    const auto word = text.substr(at, end - at);
    if (begins_word && is_like_key(word, KeyPlace::text)) words.push_back(word);
    at = begins_word ? end : at + 1;
  }
  return words;
}

bool is_masked(std::string_view label) {
  const auto hidden = find_mask(label);
  if (hidden.empty()) return false;
  const auto before = static_cast<std::size_t>(hidden.data() - label.data());
  const auto after = label.size() - before - hidden.size();
  return before <= longest_visible_part && after <= longest_visible_part;
}

} // namespace mrctl
