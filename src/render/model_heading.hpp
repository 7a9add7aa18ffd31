#pragma once

#include "mrctl/model/endpoint.hpp"
#include "mrctl/render/terminal.hpp"

#include <string>

namespace mrctl::render {

// Draws "acme/large  Acme Large  text->text", shortened to the terminal.
[[nodiscard]] std::string model_heading(const model::Model& model, const Terminal& terminal);

} // namespace mrctl::render
