#pragma once

#include "mrctl/base/descriptor.hpp"

#include <csignal>

namespace mrctl {

// Holds back the signals that would end or stop the process for as long as it lives, so that what
// the process would leave behind (a child, a silent terminal) can be put right first. They take
// effect when it goes. A signal that was ignored or blocked before stays so.
class EndingSignals {
public:
  EndingSignals();
  EndingSignals(const EndingSignals&) = delete;
  EndingSignals& operator=(const EndingSignals&) = delete;
  ~EndingSignals();

  // Returns whether a signal waits that will end the process.
  [[nodiscard]] bool have_come() const;

  // Returns what poll(2) finds readable once such a signal waits; -1 where the process has no
  // descriptor left.
  [[nodiscard]] int descriptor() const { return arrival_.get(); }

private:
  sigset_t ending_{};
  sigset_t before_{};
  Descriptor arrival_{-1};
};

} // namespace mrctl
