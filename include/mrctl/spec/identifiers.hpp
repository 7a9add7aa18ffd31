#pragma once

#include "mrctl/spec/shape.hpp"

#include <cstdint>
#include <string_view>

namespace mrctl::spec {

// Ids of models: "author/slug", with an optional '~' before it and ":variant" behind it.

[[nodiscard]] bool is_model_id(std::string_view text);

// Returns "acme/large" of "router/acme/large": clients put their own name in front. Any other text
// is returned as it is.
[[nodiscard]] std::string_view without_client(std::string_view model);

// Returns "acme/large" of "acme/large:nitro".
[[nodiscard]] std::string_view without_variant(std::string_view model);

// The characters that a slug may contain, for messages.
inline constexpr std::string_view slug_hint = "use letters, digits, '-', '.', '_' and '~'";

// Returns whether a text can be the slug of a preset: what a URL carries unescaped (RFC 3986), at
// least one character, and neither "." nor "..", which would name another path.
[[nodiscard]] bool is_slug(std::string_view text);

// What a text usually is if the specification leaves it open.
enum class Usually : std::uint8_t { word, decimal, model, server_tool };

// A text of a body and its usual values. Any other value is legal but gets a warning.
struct UsualText {
  std::string_view path; // "/provider/quantizations/*"; * is every item or member
  Usually usually;
  Rows<std::string_view> words{}; // that services are known to accept
};

[[nodiscard]] Rows<UsualText> usual_texts();

} // namespace mrctl::spec
