#pragma once

#include "mrctl/json/view.hpp"

#include "shape_check.hpp"

#include <string>

namespace mrctl::body {

// Warns about a text that is not the id of a model.
void check_model(ShapeCheck& check, const std::string& text, const BodyPath& path);

// Warns about entries of provider.only, provider.order and provider.ignore that are the model of
// the body: no provider has its name.
void warn_of_model_among_tags(ShapeCheck& check, const JsonView& body);

} // namespace mrctl::body
