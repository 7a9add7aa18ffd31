#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/output/terminal.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

// What something means for people who skim a page.
enum class Tone : std::uint8_t { plain, good, doubtful, bad, quiet };

// How a tone looks in a table of text and in HTML, and how early a summary shows what has it.
struct ToneLook {
  Style style;
  std::string_view html_class; // empty: none
  int rank;
};
[[nodiscard]] constexpr ToneLook look_of(Tone tone) {
  constexpr std::array<ToneLook, 5> looks{{{Style::plain, "", 2},
                                           {Style::string, "good", 2},
                                           {Style::warning, "warn", 1},
                                           {Style::error, "bad", 0},
                                           {Style::dim, "dim", 2}}};
  return looks.at(static_cast<std::size_t>(tone));
}

struct Heading {
  std::string name; // reported if the column is hidden
  std::string title;
  CellKind kind = CellKind::text; // numbers are right-aligned and never shortened
  bool is_identifier = false;     // people copy it: shortened only in its own row
  bool is_prose = false;          // the last column: wraps in itself, or below its row
  bool is_toned = false;          // drawn in the tone of its row
};

// The content of a table. Cells are raw texts; a missing one is shown as "–".
struct Grid {
  std::vector<Heading> headings{};
  std::vector<std::vector<std::optional<std::string>>> rows{};
  std::vector<Tone> tones{};                       // of the rows; empty: all are plain
  std::vector<std::vector<std::string>> remarks{}; // sentences below each row; empty: none
  std::size_t indent = 0;                          // of the drawn lines
  bool is_titled = true;                           // the drawn table has a header
  // For each row the beginning of its last cell that is a heading on a page; empty: no row has one.
  std::vector<std::string> subjects{};
  // Names and values of columns that a summary of many tables adds to each row.
  std::vector<std::pair<std::string, std::string>> about{};
};

enum class HeaderRow { shown, hidden };

struct Table {
  std::string text;                // complete lines
  std::vector<std::string> hidden; // names of the columns that did not fit
};

// How to draw a table. `fitted` to the terminal: text columns are shortened first; if that is not
// enough, columns are hidden from the right, except the first. `whole`: as wide as it is.
enum class TableForm : std::uint8_t { fitted, whole };

// Draws the table, titles in capitals. With a column of prose, nothing is hidden or shortened, and
// the page is 80 columns wide without a terminal, because people read it.
[[nodiscard]] Table table(const Grid& grid, const Terminal& terminal,
                          HeaderRow header = HeaderRow::shown, TableForm form = TableForm::fitted);

// Returns the sentence that names the hidden columns. `advice` says how to see them.
[[nodiscard]] std::string hidden_note(const std::vector<std::string>& hidden,
                                      std::string_view advice);

struct CardLine {
  std::string title;
  std::optional<std::string> text;
  CellKind kind = CellKind::text;
  Shown shown = Shown::always; // on a page of text; others show every line
  std::string name{};          // of its column; without one, the title makes it
};

// Draws "Title  value" lines with aligned values. Further lines of a value, and those wrapped to
// the terminal, are indented below it.
[[nodiscard]] std::string card(const std::vector<CardLine>& lines, const Terminal& terminal);

// Returns a table with a row for each card and a column for each title of a line.
[[nodiscard]] Grid grid_of_cards(const std::vector<std::vector<CardLine>>& cards);

} // namespace mrctl::output
