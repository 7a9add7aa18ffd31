#pragma once

#include "mrctl/base/secret.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::http {

// Returns the text with every secret replaced by "[redacted]", even if it is percent-encoded, in a
// JSON string (also a nested one), or in base64 that encodes it alone, as a user and a password
// are.
[[nodiscard]] std::string hide_secrets(std::string_view text, std::span<const Secret> secrets);

// Secrets that are hidden in many texts, as hide_secrets() hides them.
class HiddenSecrets {
public:
  void add(const Secret& secret);
  [[nodiscard]] std::string hide(std::string_view text) const;

private:
  std::vector<std::string> forms_; // longest first, because one may be the beginning of another
};

// Returns the parts of a command-line argument that look like secrets: user information in a URL,
// and words like "sk-…" of at least 16 characters.
[[nodiscard]] std::vector<Secret> possible_secrets(std::string_view argument);

// Returns the text with the words hidden that may be keys; see key_words().
[[nodiscard]] std::string hide_possible_keys(std::string_view text);

// Returns a body with unmasked values of its members "label" and "key" hidden, at any depth and
// also in nested JSON strings.
[[nodiscard]] std::string hide_unmasked_members(std::string_view body);

// Like hide_secrets(), and hides the values of sensitive headers (Authorization, Cookie, *-Api-Key,
// *-Token, X-Secret-* …) to the end of their line, anywhere in a line, those of Token, X-Auth and
// similar names only at its beginning, and user information in URLs.
[[nodiscard]] std::string redact(std::string_view text, std::span<const Secret> secrets);

// Returns whether a header of that name, in any case, carries a credential.
[[nodiscard]] bool is_sensitive_header(std::string_view name);

} // namespace mrctl::http
