#include "mrctl/output/table.hpp"
#include "mrctl/output/text.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::output;
using output::CellKind;

namespace {

Grid places() {
  return {{{"tag", "TAG", CellKind::text},
           {"price", "PRICE", CellKind::number},
           {"note", "NOTE", CellKind::text}},
          {{"globex/us-east5", "2.5", "first"},
           {"initech", "10", std::nullopt},
           {"東京", "0.15", "café"}}};
}

} // namespace

TEST_CASE("text stands left and numbers right, by display width") {
  CHECK(table(places(), pipe_end()).text == drawing(R"(
TAG              PRICE  NOTE
globex/us-east5    2.5  first
initech             10  –
東京              0.15  café
)"));
}

TEST_CASE("a table that fits the terminal is the same as off a terminal") {
  CHECK(table(places(), terminal_of(29)).text == table(places(), pipe_end()).text);
}

TEST_CASE("text shrinks before numbers") {
  const auto drawn = table(places(), terminal_of(24));
  CHECK(drawn.text == drawing(R"(
TAG         PRICE  NOTE
globex/us…    2.5  first
initech        10  –
東京         0.15  café
)"));
  CHECK(drawn.hidden.empty());
}

TEST_CASE("columns are hidden from the right where shrinking does not suffice, and named") {
  const auto drawn = table(places(), terminal_of(18));
  CHECK(drawn.text == drawing(R"(
TAG          PRICE
globex/us-…    2.5
initech         10
東京          0.15
)"));
  CHECK(drawn.hidden == std::vector<std::string>{"note"});
}

TEST_CASE("a whole table is as wide as it is") {
  const auto drawn = table(places(), terminal_of(18), HeaderRow::shown, TableForm::whole);
  CHECK(drawn.text == table(places(), {}).text);
  CHECK(drawn.hidden.empty());
}

TEST_CASE("the first column is never hidden") {
  const auto drawn = table(places(), terminal_of(5));
  CHECK(drawn.text.starts_with("TAG\n"));
  CHECK(drawn.hidden == std::vector<std::string>{"price", "note"});
}

TEST_CASE("no line is wider than the terminal") {
  for (int width = 8; width < 40; ++width) {
    CAPTURE(width);
    const auto text = table(places(), terminal_of(width)).text;
    for (std::size_t begin = 0; begin < text.size();) {
      const auto end = text.find('\n', begin);
      CHECK(display_width(text.substr(begin, end - begin)) <= static_cast<std::size_t>(width));
      begin = end + 1;
    }
  }
}

TEST_CASE("hostile cells cannot leave their place") {
  const Grid grid{{{"a", "A", CellKind::text}, {"b", "B", CellKind::text}},
                  {{"x\ny\x1b[2J", "\u202eb"}, {"1", "2"}}};
  CHECK(table(grid, pipe_end()).text == drawing(R"(
A            B
x\ny\x1b[2J  \u202eb
1            2
)"));
}

TEST_CASE("the header can be left out, and takes no room then") {
  const Grid grid{{{"a", "A LONG TITLE", CellKind::text}, {"b", "B", CellKind::text}},
                  {{"1", "2"}}};
  CHECK(table(grid, pipe_end(), HeaderRow::hidden).text == "1  2\n");
}

TEST_CASE("a table without rows is its header") {
  CHECK(table({{{"a", "A", CellKind::text}, {"b", "B", CellKind::number}}, {}}, pipe_end()).text ==
        "A  B\n");
}

TEST_CASE("an ASCII terminal gets ASCII marks in tables") {
  const Terminal ascii{24, Colour::off, Charset::ascii};
  CHECK(table(places(), ascii).text.find("globex/...") != std::string::npos);
  CHECK(table(places(), ascii).text.find("initech        10  -\n") != std::string::npos);
}

TEST_CASE("colour is on the titles only, and changes no width") {
  const Terminal colour{std::nullopt, Colour::on, Charset::utf8};
  const auto text = table(places(), colour).text;
  CHECK(text.starts_with("\x1b[2mTAG              PRICE  NOTE\x1b[0m\n"));
  CHECK(text.find("\x1b", text.find('\n')) == std::string::npos);
}

TEST_CASE("cards of several records are a table, with a column for each title") {
  const std::vector<std::vector<CardLine>> cards{
      {{"Id", "1"}, {"Sort order", "0", CellKind::number}},
      {{"Id", "2"}, {"Extra", "x"}, {"Sort order", std::nullopt, CellKind::number}}};
  const auto grid = grid_of_cards(cards);
  CHECK(grid.headings[1].name == "sort_order");
  CHECK(table(grid, {}).text == "ID  SORT ORDER  EXTRA\n"
                                "1            0  –\n"
                                "2            –  x\n");
}

TEST_CASE("a note says which columns are hidden") {
  CHECK(hidden_note({"note"}, "choose with --columns; --wide shows all") ==
        "1 column does not fit the terminal: note (choose with --columns; --wide shows all)");
  CHECK(hidden_note({"a", "b"}, "choose with --columns; --wide shows all") ==
        "2 columns do not fit the terminal: a b (choose with --columns; --wide shows all)");
}
