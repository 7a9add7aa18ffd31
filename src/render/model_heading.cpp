#include "model_heading.hpp"

#include "mrctl/render/text.hpp"

#include <algorithm>
#include <cstddef>

namespace mrctl::render {

std::string model_heading(const model::Model& model, const Terminal& terminal) {
  const auto id = model.id ? safe_text(*model.id) : std::string(absent(terminal));
  std::string rest;
  for (const auto* part : {&model.name, &model.modality})
    if (*part) rest += "  " + safe_text(**part);
  if (terminal.width) {
    const auto taken = static_cast<int>(display_width(id));
    const auto left = static_cast<std::size_t>(std::max(0, *terminal.width - taken));
    rest = shortened(rest, left, ellipsis(terminal));
  }
  return styled(id, Style::bold, terminal) + rest + "\n";
}

} // namespace mrctl::render
