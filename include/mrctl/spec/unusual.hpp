#pragma once

#include "mrctl/spec/shape.hpp"

#include <cstdint>
#include <string_view>

namespace mrctl::spec {

// What a text usually is where the specification leaves it open.
enum class Usually : std::uint8_t { word, decimal, not_empty };

// Where a text of a body stands, and what it usually is. Anything else is legal, and gets a
// warning: the rule "unusual" of the place.
struct UsualText {
  std::string_view path; // "/provider/quantizations/*"; * is every item or member
  Usually usually;
  Rows<std::string_view> words{}; // that services are known to take
  std::string_view beginning{};   // of the texts that the row is about; empty: all
};

[[nodiscard]] Rows<UsualText> usual_texts();

// Returns whether services take and ignore the top-level field, although the specification does not
// document it: such a name is no misspelling of another.
[[nodiscard]] bool is_known_elsewhere(std::string_view field);

} // namespace mrctl::spec
