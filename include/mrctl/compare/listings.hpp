#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/compare/comparison.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/operations.hpp"

#include <string>
#include <vector>

namespace mrctl::compare {

// The listings that `endpoints diff` compares: BEFORE, and AFTER or what is listed now.
struct ComparedListings {
  std::vector<service::Model> before;
  std::vector<service::Model> after;
  std::vector<std::string> notes{};
  std::string service{};         // that was asked now; empty if it was not
  std::vector<Error> failures{}; // of what could not be listed now: then nothing is compared
};

[[nodiscard]] std::vector<std::string> ids_of(const std::vector<service::Model>& models);

// Lists the models of BEFORE now, each under the id that it has there; a model that the service
// does not know any more has no endpoints.
void list_now(const service::Service& service, std::vector<service::Query> models,
              ComparedListings& out);

// Returns what `endpoints list -o json` prints of these models, each under the id that it was asked
// for, so that the file can be compared again.
[[nodiscard]] std::string listing_text(const std::vector<service::Model>& models);

} // namespace mrctl::compare
