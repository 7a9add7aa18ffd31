#pragma once

#include "mrctl/app/run.hpp"
#include "mrctl/base/secret.hpp"

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::app {

// Knows the secrets of a run, as they become known, and hides them in what is written. Progress
// writes from a thread of its own.
class Discretion {
public:
  // Begins with the key of the environment, and with what looks like a secret among the arguments,
  // where none belongs.
  Discretion(const config::Environment& environment, std::span<const std::string> arguments);

  void learn(const Secret& secret);
  [[nodiscard]] std::string hide(std::string_view text) const;

private:
  mutable std::mutex mutex_;
  std::vector<Secret> secrets_;
};

// Returns a world like the other one, whose standard error says no secret: the one place that every
// error, warning, note and line of a trace passes, whichever room wrote it.
[[nodiscard]] World discreet(const World& world, const std::shared_ptr<Discretion>& discretion);

} // namespace mrctl::app
