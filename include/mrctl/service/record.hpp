#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/output_format.hpp"

#include <optional>
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

// A price. One that cannot be read keeps its text: it is unknown, while nothing is charged where a
// price is missing.
struct PriceView : NumberView {};

// For programs: nothing if it is not known, and empty if it is negative, which has no value.
[[nodiscard]] std::optional<std::string> cell_of(const PriceView& price, Audience audience);

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

} // namespace mrctl::service
