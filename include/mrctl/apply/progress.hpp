#pragma once

#include "mrctl/apply/outcome.hpp"
#include "mrctl/base/activity.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace mrctl::apply {

// Reports the progress of a deployment a few times a second: "applied 40 of 200, 1 failed, 35/s".
class Progress {
public:
  // Begins at once, because the first answer may take a minute. Shows nothing if none is sent.
  Progress(const BeginActivity& begin, std::size_t all);

  // Unchanged presets do not count.
  void count(const Outcome& outcome);

private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] std::string text(Clock::time_point now) const;

  std::size_t all_;
  std::size_t done_ = 0;
  std::size_t failed_ = 0;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_{};
  std::unique_ptr<Activity> activity_;
};

} // namespace mrctl::apply
