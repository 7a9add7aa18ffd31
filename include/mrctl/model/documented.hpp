#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace mrctl::model {

// The JSON type that the specification documents for a member of an answer.
enum class Type : std::uint8_t { text, uuid, time, integer, number, boolean, list, texts, object };

// A documented member of an answer (specification, sections 2.1 to 2.4). It may still be null or
// missing.
struct Documented {
  std::string_view path; // "pricing.prompt", "endpoints[].tag"; an object precedes its members
  Type type;
  std::string_view says; // what it is
};

// The members of the record that is `data`, in the order of the specification.
[[nodiscard]] std::span<const Documented> documented_preset();
[[nodiscard]] std::span<const Documented> documented_model();
[[nodiscard]] std::span<const Documented> documented_credential();

} // namespace mrctl::model
