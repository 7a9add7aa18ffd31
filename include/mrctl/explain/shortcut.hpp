#pragma once

#include "mrctl/explain/explain.hpp"

#include <string>
#include <string_view>

namespace mrctl::explain {

// Returns the model behind a shortcut that no listing has: "acme/large" of "acme/large:nitro";
// empty if the id is no shortcut.
[[nodiscard]] std::string_view model_of_shortcut(std::string_view id);

// Returns "judged by acme/large: a listing has no ':nitro'" for the shortcut of a model.
[[nodiscard]] std::string words_on_shortcut(std::string_view id, std::string_view model);

// Returns the listing by which a shortcut is judged: that of the model behind it.
[[nodiscard]] Listing listing_of_shortcut(std::string id, Listing of_model);

} // namespace mrctl::explain
