#pragma once

#include "mrctl/spec/shape.hpp"

#include <cstdint>
#include <string_view>

namespace mrctl::spec {

// What a text usually is if the specification leaves it open.
enum class Usually : std::uint8_t { word, decimal, not_empty };

// A text of a body and its usual values. Any other value is legal but gets a warning.
struct UsualText {
  std::string_view path; // "/provider/quantizations/*"; * is every item or member
  Usually usually;
  Rows<std::string_view> words{}; // that services are known to accept
  std::string_view beginning{};   // of the texts that the row applies to; empty: all
};

[[nodiscard]] Rows<UsualText> usual_texts();

// Returns whether services accept and ignore the top-level field although it is not documented.
// Such a name is not a misspelling of another.
[[nodiscard]] bool is_known_elsewhere(std::string_view field);

} // namespace mrctl::spec
