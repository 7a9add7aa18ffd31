#pragma once

#include <string_view>

namespace mrctl::spec {

// Ids of models: "author/slug", with an optional '~' before it and ":variant" behind it.

[[nodiscard]] bool is_model_id(std::string_view text);

// Returns "acme/large" of "router/acme/large": clients put their own name in front. Any other text
// is returned as it is.
[[nodiscard]] std::string_view without_client(std::string_view model);

// Returns "acme/large" of "acme/large:nitro".
[[nodiscard]] std::string_view without_variant(std::string_view model);

} // namespace mrctl::spec
