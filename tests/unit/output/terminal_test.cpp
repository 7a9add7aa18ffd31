#include "mrctl/output/terminal.hpp"

#include <doctest/doctest.h>

using namespace mrctl::output;

TEST_CASE("without colour no escape is written") {
  const Terminal terminal{80, Colour::off, Charset::utf8};
  for (const auto style : {Style::plain, Style::bold, Style::dim, Style::error, Style::warning,
                           Style::key, Style::string, Style::number, Style::literal})
    CHECK(styled("text", style, terminal) == "text");
}

TEST_CASE("with colour a style begins and ends") {
  const Terminal terminal{80, Colour::on, Charset::utf8};
  CHECK(styled("text", Style::error, terminal) == "\x1b[1;31mtext\x1b[0m");
  CHECK(styled("text", Style::plain, terminal) == "text");
  CHECK(styled("", Style::bold, terminal).empty());
}

TEST_CASE("an ASCII terminal gets ASCII marks") {
  const Terminal terminal{80, Colour::off, Charset::ascii};
  CHECK(absent(terminal) == "-");
  CHECK(ellipsis(terminal) == "...");
}

TEST_CASE("marks of mrctl's own are plain where the charset is") {
  const Terminal ascii{{}, Colour::off, Charset::ascii};
  CHECK(with_plain_marks("sk-a…0001, …", ascii) == "sk-a...0001, ...");
  CHECK(with_plain_marks("sk-a…0001", {}) == "sk-a…0001");
}
