#pragma once

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
};

} // namespace mrctl
