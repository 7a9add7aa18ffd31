#pragma once

#include "mrctl/model/cell.hpp"
#include "mrctl/render/terminal.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::render {

struct Heading {
  std::string name; // what the caller learns when the column is hidden
  std::string title;
  model::Kind kind = model::Kind::text; // numbers are right-aligned and never shortened
  bool is_identifier = false;           // people copy it: shortened only where it stands alone
};

// What a table shows. Cells are texts as they came; a missing one is shown as "–".
struct Grid {
  std::vector<Heading> headings;
  std::vector<std::vector<std::optional<std::string>>> rows;
};

enum class Header { shown, hidden };

struct Table {
  std::string text;                // lines, each ended
  std::vector<std::string> hidden; // names of the columns that did not fit
};

// What becomes of a table that is wider than the terminal. `hidden`: text columns are shortened
// first; where that does not suffice, columns are hidden from the right, the first one never.
// `cards`: every row is drawn as a card, which has all of it.
enum class Overflow { hidden, cards };

// Draws the table.
[[nodiscard]] Table table(const Grid& grid, const Terminal& terminal, Header header = Header::shown,
                          Overflow overflow = Overflow::hidden);

// Returns the sentence that tells which columns are hidden and how to see them.
[[nodiscard]] std::string hidden_note(const std::vector<std::string>& hidden);

struct CardLine {
  std::string title;
  std::optional<std::string> text;
  model::Kind kind = model::Kind::text;
};

// Draws "Title  value" lines with aligned values. The further lines of a value of several lines are
// indented below it, and so is what does not fit the terminal.
[[nodiscard]] std::string card(const std::vector<CardLine>& lines, const Terminal& terminal);

} // namespace mrctl::render
