#pragma once

#include "mrctl/base/decimal.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::service {

// The value of a price. None if the text is not a number, or if plain digits would need more than
// 40 characters, as for 1e400.
[[nodiscard]] std::optional<Decimal> price_in(std::string_view text);

// A number as the service spelled it, as a JSON number or as text. Only the text is kept, because
// long listings contain hundreds of thousands of numbers, and most are only printed.
template <class Text>
struct SpelledNumber {
  Text text;

  // Returns the value; nothing if the text is not a number ("n/a").
  [[nodiscard]] std::optional<Decimal> value() const { return Decimal::parse(text); }
  [[nodiscard]] std::optional<Decimal> price() const { return price_in(text); }

  bool operator==(const SpelledNumber&) const = default;
};

using Number = SpelledNumber<std::string>;
using NumberView = SpelledNumber<std::string_view>; // in a text that must outlive it

// An undocumented member, as text for people.
struct UnknownMember {
  std::string name;
  std::string text;

  bool operator==(const UnknownMember&) const = default;
};

using UnknownMembers = std::vector<UnknownMember>;

// A value whose null has a meaning: the outer optional is empty if the member is missing, the inner
// one if it is null.
template <class T>
using Nullable = std::optional<std::optional<T>>;

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
