#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/service/operations.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::commands {

// Reads UUIDs, to ask for their credentials. Fails with a usage error that names the first text
// that is not one.
[[nodiscard]] Result<std::vector<service::Query>>
read_credential_ids(const std::vector<std::string>& texts);

// Reads "author/slug", to ask for its endpoints. Fails with a usage error if a text is not of that
// form.
[[nodiscard]] Result<std::vector<service::Query>>
read_model_ids(const std::vector<std::string>& texts);

// Returns "did you mean acme/large?" for a model that is not listed: its id without a client's
// prefix ("router/acme/large"), its base if it is a variant ("acme/large:nitro"), or the nearest of
// the known ids; empty if nothing is close. Without known ids, as when the service is asked, only
// the form of the id counts.
[[nodiscard]] std::string hint_on_model(std::string_view model,
                                        const std::vector<std::string>& known);

// A model of a listing, as far as completion needs it.
struct ListedNames {
  std::string id;
  std::string name;
  std::vector<std::string> tags; // of its endpoints
};

// Returns the names in the text of a file that read_listing_file() accepts. Takes a fraction of its
// time, because no other member is read; what is not a listing has no names.
[[nodiscard]] std::vector<ListedNames> names_in_listing(std::string_view text);

} // namespace mrctl::commands
