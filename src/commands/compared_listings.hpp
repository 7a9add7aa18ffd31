#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/diff/endpoints.hpp"

#include <string>
#include <vector>

namespace mrctl::commands {

// The listings that `endpoints diff` compares.
struct ComparedListings {
  std::vector<diff::ListedModel> before;
  std::vector<diff::ListedModel> after;
  std::vector<std::string> notes{};
  std::vector<Error> failures{}; // of models that could not be listed: then nothing is compared
};

// Reads BEFORE and AFTER, or lists the models of BEFORE now, each under the id that it has there; a
// model that the service does not know any more has no endpoints.
[[nodiscard]] Result<ComparedListings> read_compared_listings(const Context& context);

// Fails with a usage error if both arguments are standard input.
[[nodiscard]] Status check_one_standard_input(const Context& context);

} // namespace mrctl::commands
