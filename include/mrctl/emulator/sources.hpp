#pragma once

#include "mrctl/base/duration.hpp"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace mrctl::emulator {

// The sources of time and randomness. All of them may be called from several threads at once.
struct Sources {
  std::function<std::string()> now;        // an ISO 8601 timestamp, UTC, milliseconds
  std::function<std::string()> uuid;       // for presets and versions
  std::function<std::string()> request_id; // for the header x-request-id
  std::function<void(Duration)>
      wait; // returns when the time has passed or the emulator is stopping
};

// Waiting that can be ended.
class Patience {
public:
  // Returns when the time has passed, and immediately after end() was called.
  void wait(Duration time);
  void end();

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_at_its_end_ = false;
};

// The clock of the machine and random identifiers. Waiting ends early when the patience ends.
[[nodiscard]] Sources
real_sources(std::shared_ptr<Patience> patience = std::make_shared<Patience>());

// The same answers in every run: time starts at 2026-01-01T00:00:00.000Z and advances one second
// per call, identifiers count ("00000000-0000-4000-8000-000000000001", "req-000001"), waiting takes
// no time.
[[nodiscard]] Sources counting_sources();

} // namespace mrctl::emulator
