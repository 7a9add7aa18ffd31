#pragma once

#include "mrctl/emulator/presets.hpp"

#include <string>

namespace mrctl::emulator {

// Returns a preset with its designated version as answers have it (specification, section 2.1).
[[nodiscard]] std::string preset_json(const Preset& preset);

} // namespace mrctl::emulator
