#pragma once

#include <string>

namespace mrctl::spec {

// A mistake that a test recognises, and what to write instead. Lists of them are ordered: the first
// one that fits answers.
template <class Mistake>
struct Slip {
  bool (*test)(const Mistake&);
  std::string (*answer)(const Mistake&); // empty if it does not fit after all
};

// The test of a slip whose answer alone can tell whether it fits.
template <class Mistake>
bool may_be(const Mistake& /*mistake*/) {
  return true;
}

// Returns the first answer; empty if none fits.
template <class Slips, class Mistake>
[[nodiscard]] std::string answer_to(const Mistake& mistake, const Slips& slips) {
  for (const auto& slip : slips)
    if (slip.test(mistake))
      if (auto answer = slip.answer(mistake); !answer.empty()) return answer;
  return {};
}

} // namespace mrctl::spec
