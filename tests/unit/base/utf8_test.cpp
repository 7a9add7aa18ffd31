#include "mrctl/base/text.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

struct Fault {
  std::string_view text;
  std::size_t offset;
};

} // namespace

TEST_CASE("valid UTF-8 has no fault") {
  for (const std::string_view text : {"", "abc", "é", "€", "😀", "\x7f", "\xED\x9F\xBF",
                                      "\xEE\x80\x80", "\xF4\x8F\xBF\xBF", "\xEF\xBB\xBFx"})
    CHECK_MESSAGE(!mrctl::find_invalid_utf8(text), std::string(text));
}

TEST_CASE("the first sequence that is not valid is found at its first byte") {
  const Fault faults[] = {
      {"\xff", 0},           {"ab\x80", 2},           {"é\xc3", 2},
      {"a\xe2\x82", 1},      {"\xc0\xaf", 0},         {"\xe0\x80\xaf", 0},
      {"x\xed\xa0\x80y", 1}, {"\xf4\x90\x80\x80", 0}, {"\xf8\x88\x80\x80\x80", 0},
      {"\xf0\x9f\x98z", 0},
  };
  for (const auto& row : faults)
    CHECK_MESSAGE(mrctl::find_invalid_utf8(row.text) == row.offset, std::string(row.text));
}

TEST_CASE("characters are code points, not bytes") {
  CHECK(mrctl::count_characters("") == 0);
  CHECK(mrctl::count_characters("aé€😀") == 4);
}

TEST_CASE("text is abbreviated between characters, and only where it is longer") {
  CHECK(mrctl::abbreviated("größe", 7) == "größe");
  CHECK(mrctl::abbreviated("größe", 6) == "größ…");
  CHECK(mrctl::abbreviated("größe", 5) == "grö…");
  CHECK(mrctl::abbreviated("größe", 3) == "gr…");
  CHECK(mrctl::abbreviated("", 0).empty());
}
