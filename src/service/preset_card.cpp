#include "mrctl/service/preset_card.hpp"

#include "fields.hpp"

namespace mrctl::service {

std::string preset_card(const Preset& preset, output::Shown shown,
                        const output::Terminal& terminal) {
  return output::card(card_lines(preset, preset_fields(), shown), terminal);
}

output::Markup preset_html(const Preset& preset) {
  return output::html_card(card_lines(preset, preset_fields(), output::Shown::wide));
}

output::Records preset_records(std::span<const Preset> presets) {
  return field_records(presets, preset_fields());
}

} // namespace mrctl::service
