#pragma once

#include "toml_document.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::config {

// Functions that change one line of a config.toml's text and leave the others, comments included,
// unchanged. Parse and compare their results before writing them.

// A key in a profile's table, or at the top if `profile` is empty.
struct KeyPath {
  std::string profile;
  std::string key;
};

// Returns the text with `key = literal`: replacing an older value, or as a new last line of its
// table, which is added at the end if it is missing. `root` is the parsed text.
[[nodiscard]] std::string with_key(std::string_view text, const TomlValue& root,
                                   const KeyPath& path, std::string_view literal);

// Returns the text without the lines of the key, or nothing if it has no such key.
[[nodiscard]] std::optional<std::string> without_key(std::string_view text, const TomlValue& root,
                                                     const KeyPath& path);

// Returns whether `after` is `before` with the key's value as `expected` says (nothing: without the
// key).
[[nodiscard]] bool differs_only_in(const TomlValue& before, const TomlValue& after,
                                   const KeyPath& path, const std::optional<std::string>& expected);

} // namespace mrctl::config
