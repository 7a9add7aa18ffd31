#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/result.hpp"
#include "mrctl/emulator/catalogue.hpp"
#include "mrctl/emulator/presets.hpp"
#include "mrctl/emulator/sources.hpp"

#include <string>

namespace mrctl::emulator {

// The two keys that the emulator knows; all others are unknown.
struct Keys {
  std::string management = "sk-mgmt-emulator-0000000000000000";
  std::string inference = "sk-infer-emulator-0000000000000000";
};

// The complete state of the emulated service.
struct Store {
  PresetTable presets;
  Catalogue catalogue;
  Keys keys;
  Sources sources;
  Duration latency{0}; // duration of each operation; a writer holds its slug meanwhile
};

// Returns a store of presets in memory with the seeded catalogue, the default keys and the counting
// sources: two runs of the same requests give the same answers.
[[nodiscard]] Result<Store> counting_store();

} // namespace mrctl::emulator
