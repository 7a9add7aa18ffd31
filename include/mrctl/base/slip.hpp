#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace mrctl {

// A mistake that a test recognises at a place, and what to write instead. Each kind of word has one
// ordered list of slips; the first one that answers counts. `Mistake` has an enum Place and
// is_at(), which tells whether it is at a place.
template <class Mistake, class Answer = std::string>
struct Slip {
  typename Mistake::Place place;
  bool (*test)(const Mistake&);     // null if only the answer can tell
  Answer (*answer)(const Mistake&); // empty if it does not fit after all
};

// An answer that gives the error its message as well as its hint.
struct Correction {
  std::string message;
  std::string hint;

  [[nodiscard]] bool empty() const { return message.empty(); }
};

template <class Mistake, class Answer, std::size_t count>
[[nodiscard]] Answer answer_to(const Mistake& mistake,
                               const std::array<Slip<Mistake, Answer>, count>& slips) {
  for (const auto& slip : slips)
    if (mistake.is_at(slip.place) && (slip.test == nullptr || slip.test(mistake)))
      if (auto answer = slip.answer(mistake); !answer.empty()) return answer;
  return {};
}

// Returns whether each place up to the last has a slip, and each slip an answer.
template <class Mistake, class Answer, std::size_t count>
[[nodiscard]] constexpr bool cover_places(const std::array<Slip<Mistake, Answer>, count>& slips,
                                          typename Mistake::Place last) {
  for (int place = 0; place <= static_cast<int>(last); ++place)
    if (std::ranges::none_of(
            slips, [&](const auto& slip) { return static_cast<int>(slip.place) == place; }))
      return false;
  return std::ranges::none_of(slips, [](const auto& slip) { return slip.answer == nullptr; });
}

} // namespace mrctl
