#include "../src/request/place.hpp"
#include "unit/request/documents.hpp"

using namespace mrctl;
using namespace mrctl::request;

TEST_CASE("lines and columns count from one, columns in characters") {
  const auto document = json_document("größe\r\n日本x\n\nend");
  const auto place = place_at(document, document.text.find('x'));
  CHECK(place.file == "body.json");
  CHECK(line_and_column(place) == "2:3");
  CHECK(place.line_text == "日本x");
  CHECK(line_and_column(place_at(document, 0)) == "1:1");
  CHECK(place_at(document, 0).line_text == "größe");
  CHECK(line_and_column(place_at(document, document.text.size())) == "4:4");
  CHECK(line_and_column(place_at(document, 9999)) == "4:4");
}

TEST_CASE("a place given by line and byte is the same place") {
  const auto document = yaml_document("größe: 1\nb: 日x\n");
  CHECK(line_and_column(place_at_line(document, 0, 9)) == "1:8");
  CHECK(line_and_column(place_at_line(document, 1, 6)) == "2:5");
  CHECK(line_and_column(place_at_line(document, 9, 9)) == "3:1");
}

TEST_CASE("a byte order mark counts for no column") {
  const auto document = yaml_document("\xEF\xBB\xBF"
                                      "ab");
  CHECK(line_and_column(place_at(document, 0)) == "1:1");
  CHECK(line_and_column(place_at(document, 4)) == "1:2");
  CHECK(line_and_column(place_at_line(document, 0, 1)) == "1:2");
  CHECK(place_at(document, 0).line_text == "ab");
}
