#include "../../../src/papers/mdoc.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl::papers::mdoc;

TEST_CASE("mdoc: nothing in a text is taken for a request, an escape or a curly quote") {
  CHECK(text(".Sh x") == "\\&.Sh x\n");
  CHECK(text("'br") == "\\(aqbr\n");
  CHECK(text(R"(a\nb)") == "a\\enb\n");
  CHECK(text("`a` ~b ^c") == "\\(gaa\\(ga \\(tib \\(hac\n");
  CHECK(text("").empty());
}

TEST_CASE("mdoc: a flag keeps its dashes, a hyphen is one") {
  CHECK(text("chat-completions") == "chat-completions\n");
  CHECK(text("use --dry-run") == "use \\-\\-dry\\-run\n");
  CHECK(text("('-o json')") == "(\\(aq\\-o json\\(aq)\n");
  CHECK(text("@- is it") == "@\\- is it\n");
  CHECK(text("-2 to 2") == "\\-2 to 2\n");
}

TEST_CASE("mdoc: each sentence begins a line, and no line is long") {
  CHECK(text("One. Two.") == "One.\nTwo.\n");
  std::string longer;
  for (int i = 0; i < 40; ++i)
    longer += "word ";
  const auto lines = text(longer);
  std::size_t begin = 0;
  for (auto end = lines.find('\n'); end != std::string::npos; end = lines.find('\n', begin)) {
    CHECK(end - begin <= 80);
    begin = end + 1;
  }
}

TEST_CASE("mdoc: a line that begins with a dot by chance is text all the same") {
  const std::string words(74, 'w');
  CHECK(text(words + " .config") == words + "\n\\&.config\n");
}

TEST_CASE("mdoc: an argument stays one word, and none is taken for a macro") {
  const auto argument = [](std::string_view text) { return line({call("Ar"), word(text)}); };
  CHECK(argument("FILE") == ".Ar FILE\n");
  CHECK(argument("NAME: VALUE") == ".Ar \"NAME: VALUE\"\n");
  CHECK(argument("Fl") == ".Ar \\&Fl\n");
  CHECK(argument("URL") == ".Ar \\&URL\n");
  CHECK(argument("|") == ".Ar \\&|\n");
  CHECK(argument("[-]COLUMN") == ".Ar [\\-]COLUMN\n");
  CHECK(argument("say \"it\"") == ".Ar \"say \\(dqit\\(dq\"\n");
  CHECK(argument("") == ".Ar \"\"\n");
  CHECK(argument(R"(a\b)") == ".Ar a\\eb\n");
}

TEST_CASE("mdoc: macros and punctuation stand as they are") {
  CHECK(line({call("Fl"), word("o"), call(","), call("Fl"), word("-output")}) ==
        ".Fl o , Fl \\-output\n");
}

TEST_CASE("mdoc: a list has its items, and none is no list") {
  CHECK(tagged_list({{{call("Li"), word("0")}, text("success")}}) ==
        ".Bl -tag -width Ds\n.It Li 0\nsuccess\n.El\n");
  CHECK(tagged_list({}).empty());
}

TEST_CASE("mdoc: a literal keeps its lines") {
  CHECK(literal("mrctl a \\\n    -o 'b'\n.c\n") ==
        ".Bd -literal -offset indent\nmrctl a \\e\n    \\-o \\(aqb\\(aq\n\\&.c\n.Ed\n");
}
