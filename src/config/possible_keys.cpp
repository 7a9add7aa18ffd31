#include "possible_keys.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/white_space.hpp"

#include <algorithm>

namespace mrctl::config {

namespace {

constexpr std::string_view replacement = "[redacted]";
constexpr std::size_t shortest_key = 16;
// Shorter words of the output occur in sentences by chance.
constexpr std::size_t shortest_word = 8;

bool belongs_to_a_key(char c) {
  return is_alphanumeric(c) || std::string_view("-_+=%").find(c) != std::string_view::npos;
}

bool may_be_a_key(std::string_view word) {
  return word.size() >= shortest_key &&
         (word.starts_with("sk-") || std::any_of(word.begin(), word.end(), is_digit));
}

std::string without_long_words(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto* end = std::find_if_not(text.begin(), text.end(), belongs_to_a_key);
    const auto word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    out += may_be_a_key(word) ? replacement : word;
    text.remove_prefix(word.size());
    if (text.empty()) break;
    out += text.front();
    text.remove_prefix(1);
  }
  return out;
}

void replace_all(std::string& text, std::string_view what) {
  for (auto at = text.find(what); at != std::string::npos;
       at = text.find(what, at + replacement.size()))
    text.replace(at, what.size(), replacement);
}

std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(any_white_space), text.size()));
  const auto word = text.substr(0, text.find_first_of(any_white_space));
  text.remove_prefix(word.size());
  return word;
}

} // namespace

std::string hide_possible_keys(std::string_view text, std::string_view output) {
  std::string out(text);
  for (auto word = take_word(output); !word.empty(); word = take_word(output))
    if (word.size() >= shortest_word) replace_all(out, word);
  return without_long_words(out);
}

} // namespace mrctl::config
