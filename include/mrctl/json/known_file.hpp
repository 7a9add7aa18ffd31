#pragma once

#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mrctl {

// Describes a file that was given in place of another one: what it is ("a listing of endpoints"),
// and what to do with it ("give it to 'mrctl preset explain' with --listing"), which may be empty.
struct KnownFile {
  std::string_view what;
  std::string next{};

  // Returns "this is a plan, not a preset: --plan … applies it".
  [[nodiscard]] std::string instead_of(std::string_view expected) const;
};

inline constexpr std::string_view known_preset = "a preset";

// Recognises what mrctl prints (a plan, a listing, a stored preset, …) or writes (a record), a
// manifest and a preset, by its members, with or without the envelope of an answer.
[[nodiscard]] std::optional<KnownFile> known_document(const JsonView& root);

// Returns whether a text is encrypted, by its beginning: "ENC[AES256_GCM,…]", "$ANSIBLE_VAULT;…".
[[nodiscard]] bool is_encrypted(std::string_view text);

// Finds what nobody wrote as the text of a prompt: the pointer of a large file, encrypted text, a
// merge conflict. The rule of the fault is the same for all.
[[nodiscard]] std::optional<JsonFault> find_unwritten_text(std::string_view text);

// Recognises an encrypted file, the pointer of a large file, a block of Markdown, program code,
// TOML, a project file, a configuration file, a manifest and a preset in YAML, by its beginning.
[[nodiscard]] std::optional<KnownFile> known_text(std::string_view text);

} // namespace mrctl
