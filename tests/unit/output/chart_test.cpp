#include "mrctl/output/chart.hpp"
#include "mrctl/output/text.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::output;
using output::CellKind;

namespace {

struct Line {
  std::string label;
  std::optional<std::string> value;
  std::optional<std::string> high = {};
};

// A bar for each value that is a number; a span where there is a second one.
Chart chart_of(const std::vector<Line>& lines) {
  Chart out{{{{"tag", "TAG", CellKind::text}, {"value", "VALUE", CellKind::number}}, {}}, {}};
  for (const auto& line : lines) {
    out.grid.rows.push_back({line.label, line.value});
    const auto low = Decimal::parse(line.value.value_or(""));
    const auto high = Decimal::parse(line.high.value_or(line.value.value_or("")));
    out.bars.push_back(low && high ? std::optional(Extent{*low, *high}) : std::nullopt);
  }
  return out;
}

const std::vector<Line> prices{{"acme", "2.5"},       {"acme/flex", "1.25"},  {"quarry", "0.01"},
                               {"free", "0"},         {"sunspire", "varies"}, {"old", std::nullopt},
                               {"below zero", "-0.5"}};

Terminal ascii_of(int width) {
  return {width, Colour::off, Charset::ascii};
}

} // namespace

TEST_CASE("the largest number takes the whole width, and the others their share of it") {
  CHECK(chart(chart_of(prices), terminal_of(40)) == drawing(R"(
acme           2.5  ████████████████████
acme/flex     1.25  ██████████
quarry        0.01  ▏
free             0
sunspire    varies
old              –
below zero    -0.5
)"));
}

TEST_CASE("ASCII draws whole columns, and one for anything above zero") {
  CHECK(chart(chart_of(prices), ascii_of(40)) == drawing(R"(
acme           2.5  ####################
acme/flex     1.25  ##########
quarry        0.01  #
free             0
sunspire    varies
old              -
below zero    -0.5
)"));
}

TEST_CASE("a bar ends within an eighth of a column") {
  std::vector<Line> eighths;
  for (int i = 1; i <= 8; ++i)
    eighths.push_back({"a", std::to_string(i)});
  eighths.push_back({"a", "80"});
  CHECK(chart(chart_of(eighths), terminal_of(17)) == drawing(R"(
a   1  ▏
a   2  ▎
a   3  ▍
a   4  ▌
a   5  ▋
a   6  ▊
a   7  ▉
a   8  █
a  80  ██████████
)"));
}

TEST_CASE("a span is solid up to its lower end and shaded up to its higher end") {
  const std::vector<Line> spans{{"a", "4", "8"}, {"b", "1", "2"}, {"c", "0", "2"}, {"d", "3", "3"}};
  CHECK(chart(chart_of(spans), terminal_of(22)) == drawing(R"(
a  4  ████████░░░░░░░░
b  1  ██░░
c  0  ░░░░
d  3  ██████
)"));
  CHECK(chart(chart_of(spans), ascii_of(22)) == drawing(R"(
a  4  ########--------
b  1  ##--
c  0  ----
d  3  ######
)"));
}

TEST_CASE("off a terminal a chart has 80 columns and shortens nothing") {
  const auto text = chart(chart_of(prices), pipe_end());
  CHECK(widest_line(text) == 80);
  const std::string tag(100, 't');
  const auto long_one = chart(chart_of({{tag, "1"}}), pipe_end());
  CHECK(long_one == tag + "  1  ████████\n");
}

TEST_CASE("labels are shortened for bars, and bars go before values do") {
  const std::vector<Line> lines{{"northlake/us-east", "2.25"}, {"acme", "4.5"}};
  CHECK(chart(chart_of(lines), terminal_of(30)) == drawing(R"(
northlake/us-…  2.25  ████
acme             4.5  ████████
)"));
  CHECK(chart(chart_of(lines), terminal_of(20)) == drawing(R"(
northlake/us-…  2.25
acme             4.5
)"));
  CHECK(chart(chart_of(lines), terminal_of(6)) == drawing(R"(
northlake/us-east  2.25
acme                4.5
)"));
}

TEST_CASE("no line of a chart is wider than a terminal that holds its values") {
  for (int width = 16; width < 90; ++width) {
    CAPTURE(width);
    CHECK(widest_line(chart(chart_of(prices), terminal_of(width))) <=
          static_cast<std::size_t>(width));
  }
}

TEST_CASE("wide characters are measured as a terminal shows them") {
  CHECK(chart(chart_of({{"東京", "1"}, {"a", "2"}}), terminal_of(19)) == drawing(R"(
東京  1  █████
a     2  ██████████
)"));
}

TEST_CASE("numbers beyond a double neither crash nor hide the others") {
  const std::vector<Line> lines{{"a", "1e900"}, {"b", "1"}, {"c", "1e-900"}};
  CHECK(chart(chart_of(lines), terminal_of(21)) == drawing(R"(
a   1e900  ██████████
b       1  ▏
c  1e-900  ▏
)"));
  CHECK(chart(chart_of({{"a", "1e-900"}}), terminal_of(22)) == "a  1e-900  ███████████\n");
}

TEST_CASE("only zeros make empty bars") {
  CHECK(chart(chart_of({{"a", "0"}, {"b", "0.0"}}), terminal_of(40)) == "a    0\nb  0.0\n");
}

TEST_CASE("a chart without rows is empty") {
  CHECK(chart(chart_of({}), terminal_of(40)).empty());
}

TEST_CASE("a hostile label cannot leave its line") {
  CHECK(chart(chart_of({{"\x1b[2J\n", "1"}}), terminal_of(80)).starts_with("\\x1b[2J\\n  1  █"));
}
