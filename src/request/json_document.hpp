#pragma once

#include "mrctl/request/document.hpp"

namespace mrctl::request {

[[nodiscard]] tl::expected<Json, Problem> parse_json_document(const Document& document);
[[nodiscard]] Place locate_in_json(const Document& document, std::string_view pointer,
                                   PlaceOf what);

} // namespace mrctl::request
