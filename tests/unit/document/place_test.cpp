#include "mrctl/document/place.hpp"

#include "documents.hpp"

using namespace mrctl;
using namespace mrctl::document;

TEST_CASE("lines and columns count from one, columns in characters") {
  const auto document = json_document("größe\r\n日本x\n\nend");
  const auto place = place_at(document, document.text.view().find('x'));
  CHECK(place.file == "body.json");
  CHECK(line_and_column(place) == "2:3");
  CHECK(place.line_text == "日本x");
  CHECK(line_and_column(place_at(document, 0)) == "1:1");
  CHECK(place_at(document, 0).line_text == "größe");
  CHECK(line_and_column(place_at(document, document.text.size())) == "4:4");
  CHECK(line_and_column(place_at(document, 9999)) == "4:4");
}

TEST_CASE("a byte order mark counts for no column, and no byte") {
  const auto document = yaml_document("\xEF\xBB\xBF"
                                      "ab");
  CHECK(line_and_column(place_at(document, 0)) == "1:1");
  CHECK(line_and_column(place_at(document, 1)) == "1:2");
  CHECK(place_at(document, 0).line_text == "ab");
}

TEST_CASE("places of many parts come in the order that was asked for") {
  const auto document = json_document("abc\nd\n\nefg");
  std::string found;
  for (const auto& place : places_of(document, {{8, 2}, {0, 1}, {2, 5}, {4, 1}, {0, 3}, {99, 1}}))
    found += line_and_column(place) + "+" + std::to_string(place.underline) + " ";
  CHECK(found == "4:2+2 1:1+1 1:3+1 2:1+1 1:1+3 4:4+1 ");
}

TEST_CASE("what is marked counts characters and ends with its line") {
  const auto document = json_document("größe 日本\r\nx");
  CHECK(place_of(document, {0, 7}).underline == 5);
  CHECK(place_of(document, {8, 6}).underline == 2);
  CHECK(place_of(document, {8, 9}).underline == 1);
  CHECK(place_of(document, {0, 0}).underline == 1);
}

TEST_CASE("of a long line only what is around the place is kept, between characters") {
  const auto text = repeated("ä", 1'000'000) + "x" + repeated("ö", 1'000'000);
  const auto place = place_of(json_document("\n" + text), {2'000'001, 1});
  CHECK(line_and_column(place) == "2:1000001");
  CHECK(place.line_text == repeated("ä", 1000) + "x" + repeated("ö", 1000));
  CHECK(place.first_column == 999'001);
  CHECK(place_of(json_document(text), {0, 4'000'000}).underline == 1000);
}
