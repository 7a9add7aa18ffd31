#include "mrctl/render/preset.hpp"

#include "fields.hpp"

namespace mrctl::render {

std::string preset_card(const model::Preset& preset, model::Shown shown, const Terminal& terminal) {
  return card(card_lines(preset, model::preset_fields(), shown), terminal);
}

Markup preset_html(const model::Preset& preset) {
  return html_card(card_lines(preset, model::preset_fields(), model::Shown::wide));
}

Records preset_records(std::span<const model::Preset> presets) {
  return field_records(presets, model::preset_fields());
}

} // namespace mrctl::render
