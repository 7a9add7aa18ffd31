#pragma once

#include "mrctl/output/terminal.hpp"
#include "mrctl/service/endpoint.hpp"

#include <string>

namespace mrctl::service {

// Draws "acme/large  Acme Large  text->text", shortened to the terminal.
[[nodiscard]] std::string model_heading(const Model& model, const output::Terminal& terminal);

} // namespace mrctl::service
