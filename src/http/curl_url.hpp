#pragma once

#include "mrctl/http/url.hpp"

#include "curl_library.hpp"

#include <optional>
#include <string_view>

namespace mrctl::http {

// Returns the parts of a URL of any scheme that has a host; `flags` are libcurl's CURLU_*.
[[nodiscard]] std::optional<Url> read_parts(const CurlLibrary& curl, std::string_view url,
                                            unsigned flags);

} // namespace mrctl::http
