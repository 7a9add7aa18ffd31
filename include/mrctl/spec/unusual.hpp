#pragma once

#include "mrctl/spec/shape.hpp"

#include <cstdint>
#include <string_view>

namespace mrctl::spec {

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
