#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/secret.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/spec/flag.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::body {

// Nobody reads more problems of one severity. The others are only counted, so a body with a million
// mistakes costs no more than one with a hundred.
inline constexpr std::size_t most_problems = 100;

// Whether values and members that the specification does not document are errors.
enum class Undocumented { refused, warned };

// Returns what --allow-unknown asks for.
[[nodiscard]] Undocumented undocumented_by(const spec::FlagValues& flags);

// Checks a body against the request table (specification, sections 4.1 and 8). All problems come
// back, in the order of the body, with their JSON Pointers but without places.
[[nodiscard]] Problems validate(const JsonText& body, Undocumented undocumented);

// Checks a body as validate() does, and what is more in its system and developer messages: their
// content is a text or a list of text parts, not empty, and not the name of a file. Adds the
// problems, to be placed by place_problems().
void check(Body& body, Undocumented undocumented);

// What to do about secrets in bodies, which a preset would show to everybody who can read it.
struct SecretRules {
  std::optional<Secret> key{}; // the management key, if it is known and long enough to stand out
  bool are_allowed = false;
};

// Returns an error for each text of a body that holds the management key or what looks like a key
// of a well-known service, a private key or a JSON Web Token. All but the management key may be
// allowed, and are warnings then. Messages show no more than a mask.
[[nodiscard]] Problems find_secrets(const JsonText& body, const SecretRules& rules);

// Returns whether a text holds what looks like a secret.
[[nodiscard]] bool has_secret(std::string_view text);

// Returns a text with what looks like a secret masked.
[[nodiscard]] std::string without_found_secrets(const std::string& text);

// Returns whether a preset keeps anything of the body: a documented field, or the text of a system
// or developer message. Any other body would make an empty preset.
[[nodiscard]] bool has_something_to_store(const JsonText& body);

void warn_of_nothing_to_store(Body& body);

} // namespace mrctl::body
