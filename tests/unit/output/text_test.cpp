#include "mrctl/output/text.hpp"

#include <doctest/doctest.h>

using namespace mrctl::output;

TEST_CASE("ordinary text of any language stays as it is") {
  for (const auto* text : {"plain ASCII", "Zürich", "東京", "naïve e\u0301", "🚀", "back\\slash"})
    CHECK(safe_text(text) == text);
}

TEST_CASE("controls and escapes are made visible") {
  CHECK(safe_text("a\x1b[31mb") == "a\\x1b[31mb");
  CHECK(safe_text("a\nb\tc\rd\x7f") == "a\\nb\\tc\\rd\\x7f");
  CHECK(safe_text(std::string_view("a\0b", 3)) == "a\\x00b");
  CHECK(safe_text("\u009b31m") == "\\x9b31m");
}

TEST_CASE("marks that turn or hide text are made visible") {
  CHECK(safe_text("\u202egnp.exe") == "\\u202egnp.exe");
  CHECK(safe_text("\u2066\u2069\u200e\u061c") == "\\u2066\\u2069\\u200e\\u061c");
  CHECK(safe_text("a\u200bb\u200dc\u2060d\ufeff") == "a\\u200bb\\u200dc\\u2060d\\ufeff");
  CHECK(safe_text("a\u2028b\u2029") == "a\\u2028b\\u2029");
  CHECK(safe_text("\U000e0041") == "\\U000e0041");
}

TEST_CASE("letters that show nothing are made visible") {
  CHECK(safe_text("a\u3164b\u115f\uffa0") == "a\\u3164b\\u115f\\uffa0");
  CHECK(safe_text("a\u034f\ufe00\U000e0100") == "a\\u034f\\ufe00\\U000e0100");
  CHECK(safe_text("\u2764\ufe0f") == "\u2764\ufe0f");
}

TEST_CASE("what is never a character is made visible") {
  CHECK(safe_text("a\uffff\ufdd0\U0010fffe") == "a\\uffff\\ufdd0\\U0010fffe");
  CHECK(safe_text("\ufdcf\ufdf0\ufffd\ue000") == "\ufdcf\ufdf0\ufffd\ue000");
}

TEST_CASE("marks that pile up on one letter are made visible") {
  std::string eight = "a";
  for (int i = 0; i < 8; ++i)
    eight += "\u0301";
  CHECK(safe_text(eight + "b\u0301") == eight + "b\u0301");
  CHECK(safe_text(eight + "\u0301\u0489") == eight + "\\u0301\\u0489");
}

TEST_CASE("bytes that are not UTF-8 are made visible one by one") {
  CHECK(safe_text("a\xff\xfe") == "a\\xff\\xfe");
  CHECK(safe_text("\xe2\x82") == "\\xe2\\x82");
  CHECK(safe_text("\xc0\xaf") == "\\xc0\\xaf");
  CHECK(safe_text("\xed\xa0\x80") == "\\xed\\xa0\\x80");
}

TEST_CASE("what a CI service would obey is made visible") {
  CHECK(safe_text("::error file=a::forged") == "\\x3a:error file=a::forged");
  CHECK(safe_text("  ::Add-mask::x") == "  \\x3a:Add-mask::x");
  CHECK(safe_text("\u00a0\u3000::stop") == "\u00a0\u3000\\x3a:stop");
  CHECK(safe_text("a ##[error]b ##[debug]c") == "a #\\x23[error]b #\\x23[debug]c");
  CHECK(safe_lines("a\n ::error::b") == "a\n \\x3a:error::b");
  for (const auto* text : {"::1", "std::string", "a ::b", "::", "# [x]", "##"})
    CHECK(safe_text(text) == text);
}

TEST_CASE("tabs may be kept with the line breaks") {
  CHECK(safe_layout("a\tb\n\tc\x1b\r\nd\t") == "a\tb\n\tc\\x1b\nd\t");
  CHECK(safe_layout("").empty());
}

TEST_CASE("a JSON string stays the same value when it is made safe") {
  CHECK(safe_json_string("\"a\\u001b é\"") == "\"a\\u001b é\"");
  CHECK(safe_json_string("\"\u202e\x7f\u009b\U000e0041\"") ==
        R"("\u202e\u007f\u009b\udb40\udc41")");
  CHECK(safe_json_string(R"("a ##[error]")") == R"("a #\u0023[error]")");
}

TEST_CASE("line breaks may be kept, and nothing else") {
  CHECK(safe_lines("a\r\nb\n\x1b") == "a\nb\n\\x1b");
  CHECK(safe_lines("a\rb") == "a\\rb");
}

TEST_CASE("for programs only controls are made visible, but for those allowed") {
  CHECK(without_controls("a\nb\tc\u202e\x1b", "\n") == "a\nb\\tc\u202e\\x1b");
  CHECK(without_controls("\xff", "\n") == "\\xff");
}

TEST_CASE("width counts columns, not bytes") {
  CHECK(display_width("abc") == 3);
  CHECK(display_width("Zürich") == 6);
  CHECK(display_width("東京") == 4);
  CHECK(display_width("e\u0301") == 1);
  CHECK(display_width("🚀") == 2);
  CHECK(display_width("") == 0);
}

TEST_CASE("a beginning never takes half a wide character, and keeps combining marks") {
  CHECK(leading_columns("東京", 3) == "東");
  CHECK(leading_columns("e\u0301a", 1) == "e\u0301");
  CHECK(leading_columns("ab", 9) == "ab");
}

TEST_CASE("an end never takes half a wide character") {
  CHECK(trailing_columns("東京", 3) == "京");
  CHECK(trailing_columns("abc", 2) == "bc");
}

TEST_CASE("text is shortened only where it does not fit") {
  CHECK(shortened("abcdef", 6, "…") == "abcdef");
  CHECK(shortened("abcdef", 5, "…") == "abcd…");
  CHECK(shortened("abcdef", 5, "...") == "ab...");
  CHECK(shortened("abcdef", 2, "...") == "..");
  CHECK(shortened("東京都", 4, "…") == "東…");
  CHECK(shortened("abc", 0, "…").empty());
}

// If each escape moved the rest of the text, this would take hours.
TEST_CASE("a text of a million commands takes as long as it is") {
  std::string text;
  for (int i = 0; i < 1'000'000; ++i)
    text += "##[";
  CHECK(safe_text(text).size() == 6'000'000);
}
