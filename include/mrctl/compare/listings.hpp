#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/compare/sides.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/operations.hpp"

#include <string>
#include <vector>

namespace mrctl::compare {

// The listings that `endpoints diff` compares.
using ComparedListings = ComparedSides<service::Model>;

[[nodiscard]] std::vector<std::string> ids_of(const std::vector<service::Model>& models);

// Lists the models of BEFORE now, each under the id that it has there; a model that the service
// does not know any more has no endpoints.
void list_now(const service::Service& service, std::vector<service::Query> models,
              ComparedListings& out);

// Returns what `endpoints list -o json` prints of these models, each under the id that it was asked
// for, so that the file can be compared again.
[[nodiscard]] std::string listing_text(const std::vector<service::Model>& models);

} // namespace mrctl::compare
