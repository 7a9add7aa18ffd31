#pragma once

#include "mrctl/emulator/body_schema.hpp"
#include "mrctl/emulator/presets.hpp"
#include "mrctl/json/value.hpp"

#include <string_view>

namespace mrctl::emulator {

// Whether the body has more bytes or more values than the emulator reads: docs/emulator.md,
// "Bounds".
[[nodiscard]] bool is_too_large(std::string_view text);

// Reads and checks a chat-completions body (specification, section 4.1), or returns everything that
// is wrong with it.
[[nodiscard]] tl::expected<Json, std::vector<BodyProblem>> read_body(std::string_view text);

// Returns what a preset keeps of a checked body.
[[nodiscard]] PresetDraft draft_of(const Json& body);

} // namespace mrctl::emulator
