#pragma once

#include "mrctl/base/decimal.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::output {

// `lines` is text in which line breaks are part of the layout; everywhere else they are shown as
// "\n".
enum class CellKind { text, lines, number, list, boolean };

// Whether a column or field is shown by default or only by `-o wide`.
enum class Shown { always, wide };

// What people see a number of the service in: a price per token is shown per million.
enum class Unit { none, one, million };

// How people see a number of the service, which may have 17 digits: with two decimals (99.68), or
// with at most four significant digits (0.584, 4162).
enum class Rounding { none, two_decimals, four_digits };

// One value of one record. The text is from the service and may contain anything; rendering makes
// it safe.
struct Cell {
  std::string text{};  // for people, not rounded: "2.5" a million tokens, "varies"
  std::string exact{}; // as the service gave it; lists are joined by a space; empty for a price
                       // that is not known
  std::vector<std::string> items{}; // of a list
  Unit unit = Unit::none;           // of a number
  Rounding rounding = Rounding::none;

  // Returns the number for comparing, in the unit that people see; none for text, and for variable
  // prices. Most cells are only printed, so it is read when it is asked for.
  [[nodiscard]] std::optional<Decimal> number() const;

  // Returns the text for people, rounded.
  [[nodiscard]] std::string rounded() const;

  bool operator==(const Cell&) const = default;
};

} // namespace mrctl::output
