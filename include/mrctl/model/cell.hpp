#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/model/change_kind.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::model {

// `lines` is text in which line breaks are part of the layout; everywhere else they are shown as
// "\n".
enum class Kind { text, lines, number, list, boolean };

// Whether a column or field belongs to the ordinary display or only to `-o wide`.
enum class Shown { always, wide };

// One value of one record. The text is the service's own and may hold anything; rendering makes it
// safe.
struct Cell {
  std::string text;               // for people: "2.5" a million tokens, "varies", "no restriction"
  std::string exact;              // as the service gave it; lists are joined by a space; empty for
                                  // a price that is not known
  std::optional<Decimal> number;  // to compare by, in the unit that people see; none for text, and
                                  // for prices that are not fixed
  std::vector<std::string> items; // of a list

  bool operator==(const Cell&) const = default;
};

// One field of a record that is shown alone, as a card, or as a row of csv, tsv or markdown.
template <class Record>
struct Field {
  std::string_view name;  // the JSON key, nested ones dotted: "designated_version.version"
  std::string_view title; // on cards: "Version"
  Kind kind;
  Shown shown;
  std::optional<Cell> (*cell)(const Record&); // none where the service gave null or nothing
  ChangeNames changes{};                      // what a change of it is called
};

} // namespace mrctl::model
