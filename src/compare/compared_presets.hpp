#pragma once

#include "mrctl/compare/comparison.hpp"
#include "mrctl/json/writer.hpp"
#include "mrctl/output/finding.hpp"
#include "mrctl/output/page.hpp"

#include <vector>

namespace mrctl::compare {

// Shows what presets lost and gained, and counts those that keep their endpoints.
void fill_presets(output::Page& page, const std::vector<PresetReach>& presets);

// Returns the finding on an endpoint that a preset lost.
[[nodiscard]] output::Finding finding_of(const PresetReach& preset, const ReachChange& lost,
                                         bool fails);

// Writes the members "presets" and "assumed".
void write_presets(JsonWriter& out, const ComparedPresets& presets);

} // namespace mrctl::compare
