#include "mrctl/base/nearest.hpp"

#include <algorithm>
#include <array>

namespace mrctl {

namespace {

constexpr std::size_t longest_compared = 128;

// A candidate is longer than the word by less than half of it; see tolerated_distance().
using Row = std::array<std::size_t, 2 * longest_compared>;

// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::array<Row, 3> rows;
  auto* before = &rows[0];
  auto* last = &rows[1];
  auto* row = &rows[2];
  for (std::size_t j = 0; j <= b.size(); ++j)
    (*last)[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    (*row)[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = (*last)[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U);
      (*row)[j] = std::min({(*last)[j] + 1, (*row)[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        (*row)[j] = std::min((*row)[j], (*before)[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return (*last)[b.size()];
}

// The distance of two words is at least the difference of their lengths.
std::size_t difference(std::size_t a, std::size_t b) {
  return a > b ? a - b : b - a;
}

std::size_t tolerated_distance(std::string_view word) {
  return std::max<std::size_t>(1, word.size() / 3);
}

} // namespace

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.empty() || word.size() > longest_compared) return {};
  std::string_view best;
  std::size_t best_distance = tolerated_distance(word) + 1;
  for (const auto candidate : candidates) {
    if (difference(word.size(), candidate.size()) >= best_distance) continue;
    const auto distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  if (!best.empty() || word.size() < 3) return best;
  const auto begun =
      std::find_if(candidates.begin(), candidates.end(),
                   [&](std::string_view candidate) { return candidate.starts_with(word); });
  return begun == candidates.end() ? std::string_view{} : *begun;
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  const std::vector<std::string_view> views(candidates.begin(), candidates.end());
  return std::string(nearest_word(word, views));
}

} // namespace mrctl
