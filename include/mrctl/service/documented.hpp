#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace mrctl::service {

// The JSON type that the specification documents for a member of an answer.
enum class Type : std::uint8_t { text, uuid, time, integer, number, boolean, list, texts, object };

// A documented member of an answer (specification, sections 2.1 to 2.4). It may still be null or
// missing.
struct Documented {
  std::string_view name;
  Type type;
  std::string_view says;                    // what it is
  std::span<const Documented> members = {}; // of an object, or of each element of a list
};

} // namespace mrctl::service
