#pragma once

#include "mrctl/request/document.hpp"

namespace mrctl::request {

[[nodiscard]] tl::expected<Json, Problem> parse_yaml_document(const Document& document);
[[nodiscard]] Place locate_in_yaml(const Document& document, std::string_view pointer,
                                   PlaceOf what);

} // namespace mrctl::request
