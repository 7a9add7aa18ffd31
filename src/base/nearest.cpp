#include "mrctl/base/nearest.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <system_error>
#include <utility>

namespace mrctl {

namespace {

constexpr std::size_t longest_compared = 128;

// A row of the table of distances. No longer candidate is compared: nearest_of() takes those that
// are longer than the word by less than half of it.
using Distances = std::array<std::size_t, 2 * longest_compared>;

// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours. Returns
// `limit` or more for distances of at least that; farther from the diagonal, none is smaller.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  std::array<Distances, 3> rows;
  auto* before = &rows[0];
  auto* last = &rows[1];
  auto* row = &rows[2];
  for (std::size_t j = 0; j <= b.size(); ++j)
    (*last)[j] = j;
  std::size_t least_before = 0;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const auto begin = i > limit ? i - limit : 1;
    const auto end = std::min(b.size(), i + limit);
    auto least = (*row)[begin - 1] = begin == 1 ? i : limit;
    for (auto j = begin; j <= end; ++j) {
      const std::size_t replaced = (*last)[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U);
      (*row)[j] = std::min({(*last)[j] + 1, (*row)[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        (*row)[j] = std::min((*row)[j], (*before)[j - 2] + 1);
      least = std::min(least, (*row)[j]);
    }
    if (end < b.size()) (*row)[end + 1] = limit;
    if (std::min(least, std::exchange(least_before, least)) >= limit) return limit;
    std::swap(before, last);
    std::swap(last, row);
  }
  return (*last)[b.size()];
}

// The distance of two words is at least the difference of their lengths.
std::size_t difference(std::size_t a, std::size_t b) {
  return a > b ? a - b : b - a;
}

// Returns the set of the characters in a word as bits, of which some stand for several characters.
std::uint64_t letters_in(std::string_view word) {
  constexpr unsigned bits = 64;
  std::uint64_t letters = 0;
  for (const char c : word)
    letters |= std::uint64_t{1} << (static_cast<unsigned char>(c) % bits);
  return letters;
}

// "excluded_models" is not meant as allowed_models.
bool are_opposite(std::string_view one, std::string_view other) {
  constexpr std::array<std::string_view, 7> without{"exclu", "block",    "deny",  "denie",
                                                    "ignor", "disallow", "forbid"};
  constexpr std::array<std::string_view, 3> with{"allow", "inclu", "only"};
  const auto holds_any = [](std::string_view word, const auto& parts) {
    return std::ranges::any_of(parts,
                               [&](std::string_view part) { return word.find(part) != word.npos; });
  };
  const auto is_negative = [&](std::string_view word) { return holds_any(word, without); };
  const auto is_positive = [&](std::string_view word) {
    return !is_negative(word) && holds_any(word, with);
  };
  return (is_negative(one) && is_positive(other)) || (is_positive(one) && is_negative(other));
}

// Returns the position of the nearest candidate; nothing if none is close.
template <class Candidate, class Letters>
std::optional<std::size_t> nearest_of(std::string_view word, std::size_t count, Candidate candidate,
                                      Letters letters) {
  if (word.empty() || word.size() > longest_compared) return std::nullopt;
  const auto wanted = letters_in(word);
  std::optional<std::size_t> best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view each = candidate(i);
    if (difference(word.size(), each.size()) >= best_distance) continue;
    // Two words differ in at least as many places as one has letters that the other lacks.
    const auto its = letters(i);
    const int least = std::max(std::popcount(wanted & ~its), std::popcount(its & ~wanted));
    if (std::cmp_greater_equal(least, best_distance)) continue;
    const auto distance = edit_distance(word, each, best_distance);
    if (distance >= best_distance || are_opposite(word, each)) continue;
    const bool has_placeholder = each.find_first_of("{}<>$%") != each.npos;
    if (has_placeholder) continue; // it is no better than what was typed
    best = i;
    best_distance = distance;
  }
  for (std::size_t i = 0; !best && word.size() >= 3 && i < count; ++i)
    if (candidate(i).starts_with(word)) best = i;
  return best;
}

std::vector<std::string> plurals_of(const std::string& word) {
  std::vector<std::string> plurals{word + "s", word + "es"};
  if (word.ends_with('y')) plurals.push_back(word.substr(0, word.size() - 1) + "ies");
  return plurals;
}

std::string bare_letters(std::string_view word) {
  auto letters = lower_case(word);
  std::erase_if(letters, [](char c) { return c == '-' || c == '_'; });
  return letters;
}

// Returns how many letters differ, where the ending of a plural counts as one; nothing if too many
// differ.
std::optional<std::size_t> slips_between(const std::string& typed, const std::string& meant) {
  constexpr std::size_t six = 6;
  constexpr std::size_t nine = 9;
  const std::size_t most = meant.size() >= nine ? 2 : meant.size() >= six ? 1 : 0;
  const auto farthest = std::max<std::size_t>(most, 1) + 2; // "ies" for "y" is two letters more
  if (difference(typed.size(), meant.size()) > farthest) return std::nullopt;
  const auto limit = farthest + 3; // a plural is up to two letters longer
  auto slips = edit_distance(typed, meant, limit);
  if (slips == 0) return slips;
  if (slips > farthest) return std::nullopt;
  bool is_plural = false;
  for (const auto& [one, other] : {std::pair(typed, meant), std::pair(meant, typed)})
    for (const auto& plural : plurals_of(one)) {
      slips = std::min(slips, 1 + edit_distance(plural, other, limit));
      is_plural = is_plural || plural == other;
    }
  return is_plural || slips <= most ? std::optional(slips) : std::nullopt;
}

} // namespace

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> candidates) {
  const auto found = nearest_of(
      word, candidates.size(), [&](std::size_t i) { return candidates[i]; },
      [&](std::size_t i) { return letters_in(candidates[i]); });
  return found ? candidates[*found] : std::string_view();
}

bool have_same_letters(std::string_view one, std::string_view other) {
  for (;;) {
    one.remove_prefix(std::min(one.find_first_not_of("-_"), one.size()));
    other.remove_prefix(std::min(other.find_first_not_of("-_"), other.size()));
    if (one.empty() || other.empty()) return one.empty() && other.empty();
    if (lower_case(one.front()) != lower_case(other.front())) return false;
    one.remove_prefix(1);
    other.remove_prefix(1);
  }
}

std::string_view clearly_meant(std::string_view word,
                               std::span<const std::string_view> candidates) {
  if (word.size() > longest_compared) return {};
  const auto typed = bare_letters(word);
  std::string_view best;
  std::optional<std::size_t> fewest;
  for (const auto candidate : candidates) {
    const auto slips = slips_between(typed, bare_letters(candidate));
    if (!slips || (fewest && *slips >= *fewest) || are_opposite(word, candidate)) continue;
    best = candidate;
    fewest = slips;
  }
  return best;
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  const std::vector<std::string_view> views(candidates.begin(), candidates.end());
  return std::string(nearest_word(word, views));
}

Vocabulary::Vocabulary(std::vector<std::string> words) : words_(std::move(words)) {
  for (const auto& word : words_) {
    lower_.push_back(lower_case(word));
    letters_.push_back(letters_in(lower_.back()));
  }
}

std::string Vocabulary::nearest(std::string_view word) const {
  const auto found = nearest_of(
      lower_case(word), words_.size(), [&](std::size_t i) { return std::string_view(lower_[i]); },
      [&](std::size_t i) { return letters_[i]; });
  return found && words_[*found] != word ? words_[*found] : std::string();
}

} // namespace mrctl
