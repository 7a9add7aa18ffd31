#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/compare/endpoints.hpp"
#include "mrctl/service/endpoint.hpp"

#include <string>
#include <vector>

namespace mrctl::commands {

// Reads a file of listings: what `endpoints list` prints as json or raw, of one or several models;
// several documents may follow each other. Every model has an id. Fails with an internal error if
// the file cannot be read, and with a usage error if it holds something else, is larger than
// largest_answer_file, or names a model twice.
[[nodiscard]] Result<std::vector<service::Model>> read_listing_file(const Context& context,
                                                                    const std::string& path);

// The same, with the text of each model.
[[nodiscard]] Result<std::vector<compare::ListedModel>> read_listing(const Context& context,
                                                                     const std::string& path);

} // namespace mrctl::commands
