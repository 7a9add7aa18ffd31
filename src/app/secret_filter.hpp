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

// Collects the secrets of a run as they become known, and hides them in all output. Thread-safe,
// because progress is written by a separate thread.
class SecretFilter {
public:
  // Starts with the key of the environment, and with arguments that look like secrets, which do not
  // belong there.
  SecretFilter(const config::Environment& environment, std::span<const std::string> arguments);

  void learn(const Secret& secret);
  [[nodiscard]] std::string hide(std::string_view text) const;

private:
  mutable std::mutex mutex_;
  std::vector<Secret> secrets_;
};

// Returns the same world, but with secrets hidden on standard error, through which every error,
// warning, note and trace line of all rooms passes.
[[nodiscard]] World hiding_secrets(const World& world,
                                   const std::shared_ptr<SecretFilter>& secrets);

} // namespace mrctl::app
