#pragma once

#include "mrctl/base/duration.hpp"

#include <functional>
#include <string>

namespace mrctl::emulator {

// Where time and chance come from. All of them may be called from several threads at once.
struct Sources {
  std::function<std::string()> now;        // an ISO 8601 timestamp, UTC, milliseconds
  std::function<std::string()> uuid;       // for presets and versions
  std::function<std::string()> request_id; // for the header x-request-id
  std::function<void(Duration)> wait;      // returns when the time has passed
};

// The clock of the machine and random identifiers.
[[nodiscard]] Sources real_sources();

// The same answers in every run: time starts at 2026-01-01T00:00:00.000Z and advances one second a
// call, identifiers count ("00000000-0000-4000-8000-000000000001", "req-000001"), waiting takes no
// time.
[[nodiscard]] Sources counting_sources();

} // namespace mrctl::emulator
