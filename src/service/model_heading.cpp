#include "model_heading.hpp"

#include "mrctl/output/text.hpp"

#include <algorithm>
#include <cstddef>

namespace mrctl::service {

std::string model_heading(const Model& model, const output::Terminal& terminal) {
  const auto id = model.id ? output::safe_text(*model.id) : std::string(output::absent(terminal));
  std::string rest;
  for (const auto* part : {&model.name, &model.modality})
    if (*part) rest += "  " + output::safe_text(**part);
  if (terminal.width) {
    const auto taken = static_cast<int>(output::display_width(id));
    const auto left = static_cast<std::size_t>(std::max(0, *terminal.width - taken));
    rest = output::shortened(rest, left, output::ellipsis(terminal));
  }
  return output::styled(id, output::Style::bold, terminal) + rest + "\n";
}

} // namespace mrctl::service
