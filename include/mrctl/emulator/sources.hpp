#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/error.hpp"

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

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
class EndableWait {
public:
  // Returns when the time has passed, and immediately after end() was called.
  void wait(Duration time);
  void end();

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_at_its_end_ = false;
};

// The clock of the machine and random identifiers. Waits end early after waiting->end().
[[nodiscard]] Sources
real_sources(std::shared_ptr<EndableWait> waiting = std::make_shared<EndableWait>());

// The same answers in every run: time starts at 2026-01-01T00:00:00.000Z and advances one second
// per call, identifiers count ("00000000-0000-4000-8000-000000000001", "req-000001"), waiting takes
// no time.
[[nodiscard]] Sources counting_sources();

// Read-only data: JSON texts by identifier, returned byte for byte, so that a catalogue may contain
// what a service should not send (specification, sections 2.3 and 2.4).
struct Catalogue {
  std::map<std::string, std::string, std::less<>> models; // "author/slug" to the listing's data
  std::map<std::string, std::string, std::less<>> credentials; // lower-case UUID to the credential
};

// The invented models and credentials that docs/emulator.md lists.
[[nodiscard]] Catalogue seeded_catalogue();

// Reads {"models":{ID:DATA,…},"credentials":{UUID:DATA,…}}; a missing part is empty, and DATA may
// be anything. Fails with a usage error, "NAME:LINE:COLUMN: …", if the text is not such an object.
[[nodiscard]] Result<Catalogue> read_catalogue(std::string_view text, std::string_view name);

} // namespace mrctl::emulator
