#pragma once

#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/preset_files.hpp"

#include <cstddef>
#include <string>

namespace mrctl::apply {

// Returns whether the plan was made from this body, by its SHA-256.
[[nodiscard]] bool is_planned(const PlannedPreset& preset, const body::Body& body);

// Returns the body of a preset, kept or read once more. Fails if it is not the planned one.
[[nodiscard]] Result<body::Body> planned_body(const Plans& plans, std::size_t index,
                                              const body::PresetReader& reader);

// Returns the error for a preset that is not what it was when the plan was made.
[[nodiscard]] Error changed_meanwhile(const std::string& file);

// Returns what finds the changes of the plans' presets, which reads files and records once more.
// The reader must outlive it, and so must the plans, which may be moved.
[[nodiscard]] FindChanges changes_in(const Plans& plans, const body::PresetReader& reader);

} // namespace mrctl::apply
