#pragma once

#include "mrctl/base/descriptor.hpp"

#include <csignal>

namespace mrctl {

// While this object lives, signals that would end or stop the process are blocked, so that the
// process can clean up first (a child, a terminal without echo). They are delivered when it is
// destroyed. A signal that was ignored or blocked before stays so.
class EndingSignals {
public:
  EndingSignals();
  EndingSignals(const EndingSignals&) = delete;
  EndingSignals& operator=(const EndingSignals&) = delete;
  ~EndingSignals();

  // Returns whether a signal is pending that will end the process.
  [[nodiscard]] bool have_come() const;

  // Returns a descriptor that becomes readable once such a signal is pending; -1 if the process has
  // no descriptor left.
  [[nodiscard]] int descriptor() const { return arrival_.get(); }

private:
  sigset_t ending_{};
  sigset_t before_{};
  Descriptor arrival_{-1};
};

} // namespace mrctl
