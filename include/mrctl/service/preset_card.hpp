#pragma once

#include "mrctl/output/html.hpp"
#include "mrctl/output/records.hpp"
#include "mrctl/output/terminal.hpp"
#include "mrctl/service/preset.hpp"

#include <span>
#include <string>

namespace mrctl::service {

// Draws one preset; `Shown::wide` adds every field.
[[nodiscard]] std::string preset_card(const Preset& preset, output::Shown shown,
                                      const output::Terminal& terminal);

// Returns every field as markup.
[[nodiscard]] output::Markup preset_html(const Preset& preset);

// Returns the records, for formats such as csv.
[[nodiscard]] output::Records preset_records(std::span<const Preset> presets);

} // namespace mrctl::service
