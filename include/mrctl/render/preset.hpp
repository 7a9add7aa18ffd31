#pragma once

#include "mrctl/model/preset.hpp"
#include "mrctl/render/html.hpp"
#include "mrctl/render/records.hpp"
#include "mrctl/render/terminal.hpp"

#include <span>
#include <string>

namespace mrctl::render {

// Draws one preset; `Shown::wide` adds every field.
[[nodiscard]] std::string preset_card(const model::Preset& preset, model::Shown shown,
                                      const Terminal& terminal);

// Returns every field as markup.
[[nodiscard]] Markup preset_html(const model::Preset& preset);

// Returns the records, for formats such as csv.
[[nodiscard]] Records preset_records(std::span<const model::Preset> presets);

} // namespace mrctl::render
