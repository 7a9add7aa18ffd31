#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace mrctl {

enum class Library : std::uint8_t { toml, tls, tls_broken, yaml, jq };

// What mrctl says where a library says those words: a row of src/base/rewordings.tsv.
struct Rewording {
  Library library;
  std::string_view words; // a part of what the library says
  std::string_view message;
  std::string_view advice;
};

[[nodiscard]] std::span<const Rewording> rewordings();

// Returns the first row of the library that fits; null if there is none. Case does not matter.
[[nodiscard]] const Rewording* find_rewording(Library library, std::string_view said);

} // namespace mrctl
