#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/model/endpoint.hpp"

#include <string>
#include <vector>

namespace mrctl::commands {

// Reads a file of listings: what `endpoints list` prints as json or raw, of one or several models;
// documents may follow one another. Every model has an id. Fails with an internal error where the
// file cannot be read, and with a usage error where it holds something else, is larger than
// largest_listing, or names a model twice.
[[nodiscard]] Result<std::vector<model::Model>> read_listing_file(const Context& context,
                                                                  const std::string& path);

// In bytes.
inline constexpr std::size_t largest_listing = std::size_t{64} << 20U;

} // namespace mrctl::commands
