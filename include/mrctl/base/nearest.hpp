#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl {

// Returns the candidate that the user most likely meant by `word`: the one at the smallest edit
// distance (a swap of neighbours counts as one), or one that `word` begins. Empty if none is close.
[[nodiscard]] std::string_view nearest_word(std::string_view word,
                                            std::span<const std::string_view> candidates);
[[nodiscard]] std::string nearest_word(std::string_view word,
                                       const std::vector<std::string>& candidates);

// Returns the nearest of the names that rows have, such as `nearest_in(word, flags, &Flag::name)`.
template <class Rows, class Name = std::identity>
[[nodiscard]] std::string_view nearest_in(std::string_view word, const Rows& rows, Name name = {}) {
  std::vector<std::string_view> names;
  for (const auto& row : rows)
    names.push_back(std::invoke(name, row));
  return nearest_word(word, names);
}

// Returns the candidate of which `word` is a misspelling; empty if there is none. A misspelling has
// the same letters regardless of case, '-' and '_', is the plural or the singular, or differs by
// one letter of six or more, or by two of nine or more. Two swapped neighbours count as one letter,
// and so does the ending of a plural; the length is that of the candidate without '-' and '_'.
[[nodiscard]] std::string_view clearly_meant(std::string_view word,
                                             std::span<const std::string_view> candidates);

// Returns whether two words differ at most in case, '-' and '_': "max_tokens" and "MaxTokens".
[[nodiscard]] bool have_same_letters(std::string_view one, std::string_view other);

// Words of which one may be meant, in any case of ASCII letters.
class Vocabulary {
public:
  explicit Vocabulary(std::vector<std::string> words);

  [[nodiscard]] const std::vector<std::string>& words() const { return words_; }
  // Returns the nearest word as it is spelled here; empty if none is close.
  [[nodiscard]] std::string nearest(std::string_view word) const;

private:
  std::vector<std::string> words_;
  std::vector<std::string> lower_;
  std::vector<std::uint64_t> letters_; // of each word, to pass over those that are far
};

} // namespace mrctl
