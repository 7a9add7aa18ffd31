#pragma once

#include "mrctl/base/error.hpp"

#include <string>
#include <string_view>

namespace mrctl::apply {

// Returns the canonical spelling of a JSON value: members sorted by code point, no white space,
// numbers by their exact value and without an exponent, strings with only `"`, `\` and control
// characters escaped. The text must be one that parse_json() accepts; of duplicate members, the
// last counts. Fails with a usage error for a number of more than 1,000 digits.
[[nodiscard]] Result<std::string> canonical_json(std::string_view text);

// Returns the canonical text of a body as a preset keeps it: only system and developer messages,
// and no `messages` if there are none.
[[nodiscard]] Result<std::string> canonical_body(std::string_view text);

// Returns the canonical text of an object without "messages" and without members that are null, []
// or {}: by this, a body is compared with the `config` that a service shows.
[[nodiscard]] Result<std::string> canonical_config(std::string_view text);

// A canonical text and its hash.
struct Hashed {
  std::string text;
  std::string hash;
};

// Returns canonical_body() with its hash.
[[nodiscard]] Result<Hashed> hashed_body(std::string_view text);

// Returns "h1:" and the SHA-256 of a canonical text in hexadecimal digits.
[[nodiscard]] std::string hash_of(std::string_view canonical);

// What a service says it stored, as JSON texts; empty if missing, which counts as null.
struct StoredTexts {
  std::string_view config;
  std::string_view system_prompt;
};

// Returns the hash of {"config":…,"system_prompt":…}; fails as canonical_json() does.
[[nodiscard]] Result<std::string> stored_hash(StoredTexts stored);

} // namespace mrctl::apply
