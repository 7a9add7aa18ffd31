#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::spec {

// Ids of models: "author/slug", with an optional '~' before it and ":variant" behind it.

[[nodiscard]] bool is_model_id(std::string_view text);

// Returns the id in a longer text: "acme/large" of "router/acme/large", where a client put its own
// name in front, of "acme/large:acme-cloud/fp8", which names a provider, and of
// "acme/large/endpoints". Any other text is returned as it is.
[[nodiscard]] std::string_view model_id_in(std::string_view text);
// Returns whether a text names a provider behind the id of a model.
[[nodiscard]] bool names_provider(std::string_view model);

// Returns "acme/large" of "acme/large:nitro".
[[nodiscard]] std::string_view without_variant(std::string_view model);

// Returns the names in a list that is written as one text: "acme, globex". The blanks around a name
// and empty names are left out.
[[nodiscard]] std::vector<std::string> split_names(std::string_view text,
                                                   std::string_view separators = ",\n");

// Returns whether a text holds what a template replaces: ${X}, {{x}}, <x>, $X, %X%, os.environ/X.
[[nodiscard]] bool is_placeholder(std::string_view text);

// What may follow a colon in the id of a model.
inline constexpr std::array<std::string_view, 8> variants{
    "free", "nitro", "floor", "online", "exacto", "thinking", "extended", "beta"};

// The characters that a slug may contain, for messages.
inline constexpr std::string_view slug_hint = "use letters, digits, '-', '.', '_' and '~'";

// Returns whether a text can be the slug of a preset: what a URL carries unescaped (RFC 3986), at
// least one character, and neither "." nor "..", which would name another path.
[[nodiscard]] bool is_slug(std::string_view text);

// The tools that the service itself runs.
inline constexpr std::array<std::string_view, 2> server_tools{"router:web_search",
                                                              "router:web_fetch"};

} // namespace mrctl::spec
