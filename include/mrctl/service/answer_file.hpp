#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/service/endpoint.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mrctl::service {

// The most bytes of a file of listings.
inline constexpr std::size_t largest_answer_file = std::size_t{64} << 20U;

// Reads a file of listings: what `endpoints list` prints as json or raw, of one or several models;
// several documents may follow each other. Every model has an id. Fails with an internal error if
// the file cannot be read, and with a usage error if it holds something else, is larger than
// largest_answer_file, or names a model twice.
[[nodiscard]] Result<std::vector<Model>> read_listing_file(const ReadNamedFile& read_file,
                                                           const std::string& path);

} // namespace mrctl::service
