#include "documents.hpp"

using namespace mrctl;
using namespace mrctl::document;

// What is wrong with JSON is tested in tests/unit/json; here, how a fault becomes a problem.
TEST_CASE("each kind of fault of JSON is one problem with its rule, line and column") {
  struct Row {
    std::string text;
    std::string rule;
    std::string place;
  };
  for (const auto& row : {
           Row{"{\n  \"model\": \"m\",\n}", "json.syntax", "2:15"},
           Row{"{\"a\": 1", "json.syntax", "1:8"},
           Row{"{\r\n\"a\": x\r\n}", "json.syntax", "2:6"},
           Row{"{\"größe\": x}", "json.syntax", "1:11"},
           Row{"\xEF\xBB\xBF{\"a\":x}", "json.syntax", "1:6"}, // the mark is no column
           Row{"{\n  \"stop\": \"a\",\n  \"stop\": \"b\"\n}", "json.duplicate-key", "3:3"},
           Row{"{\n\"a\": \"x\xFFy\"}", "json.utf-8", "2:8"},
           Row{"{\"a\":\n1e1000}", "json.number", "2:1"},
           Row{repeated("[", 100'000), "json.depth", "1:513"},
       }) {
    CAPTURE(row.text.substr(0, 40));
    const auto problem = misunderstood(json_document(row.text));
    CHECK(problem.rule == row.rule);
    CHECK(place_of(problem) == row.place);
    CHECK_FALSE(problem.message.empty());
  }
}

TEST_CASE("a byte order mark is passed over, and a line is shown without it and its line break") {
  CHECK(understood(json_document("\xEF\xBB\xBF{\"a\":1}")) == Json{{"a", 1}});
  CHECK(misunderstood(json_document("\xEF\xBB\xBF{\"a\":x}")).place->line_text == "{\"a\":x}");
  CHECK(misunderstood(json_document("{\r\n\"a\": x\r\n}")).place->line_text == "\"a\": x");
}

TEST_CASE("the first of two places is told as line and column, counted in characters") {
  const auto twice = misunderstood(json_document("{\n  \"stop\": 1,\n  \"stop\": 2\n}"));
  CHECK(twice.path == "/stop");
  CHECK(twice.message.ends_with(" 2:3"));
  CHECK(misunderstood(json_document("{\"größe\": 1,\n\"größe\": 2}")).message.ends_with(" 1:2"));
  CHECK(misunderstood(json_document("{\n \"stop\": [1,\n")).message.ends_with(" 2:10"));
}

TEST_CASE("a place in JSON is found by its pointer") {
  const auto document = json_document("{\n"
                                      "  \"name\": \"größe\", \"stop\": [\"a\", \"b\"],\n"
                                      "  \"a/b~c\": {\"größe\": 1, \"x\": null},\n"
                                      "  \"\\u0075ser\": 3\n"
                                      "}\n");
  check_places(document, {
                             {"", "1:1", "1:1"},
                             {"/name", "2:3", "2:11"},
                             {"/stop", "2:20", "2:28"},
                             {"/stop/1", "2:34", "2:34"},
                             {"/a~1b~0c/größe", "3:13", "3:22"},
                             {"/a~1b~0c/x", "3:25", "3:30"},
                             {"/user", "4:3", "4:16"},
                         });
}

TEST_CASE("what is not there is located at its nearest parent") {
  const auto document = json_document("{\n  \"provider\": {\"order\": [1]}}");
  CHECK(located(document, "/provider/sort", PlaceOf::value) == "2:15");
  CHECK(located(document, "/provider/order/7", PlaceOf::value) == "2:25");
  CHECK(located(document, "/provider/order/x", PlaceOf::value) == "2:25");
  CHECK(located(document, "/provider/order/0/deeper", PlaceOf::value) == "2:26");
  CHECK(located(document, "/model", PlaceOf::value) == "1:1");
}

TEST_CASE("a document that is no object is located at its value") {
  CHECK(located(json_document("\n \"a{b\""), "", PlaceOf::value) == "2:2");
  CHECK(located(json_document("\xEF\xBB\xBF"
                              "3"),
                "", PlaceOf::value) == "1:1");
}

TEST_CASE("what is wrong is marked as a whole, where it stands in one line") {
  CHECK(misunderstood(json_document("{\"a\": tru}")).place->underline == 3);
  CHECK(misunderstood(json_document("{\"größe\": 1, \"größe\": 2}")).place->underline == 7);
  CHECK(misunderstood(json_document("{\"a\": \"\\ud800x\"}")).place->underline == 6);
  CHECK(misunderstood(json_document("{\"a\": \"x\n")).place->underline == 1);
  CHECK(misunderstood(json_document("{\"a\": 1")).place->underline == 1);
  const auto document =
      json_document("{\"größe\": \"größe\", \"stop\": [\"a\", {}],\n\"b\": [\n1]}");
  CHECK(located_at(document, "/größe").underline == 7);
  CHECK(located_at(document, "/größe", PlaceOf::key).underline == 7);
  CHECK(located_at(document, "/stop").underline == 9);
  CHECK(located_at(document, "/b").underline == 1);
  CHECK(located_at(document, "").underline == 1);
}

TEST_CASE("places of many pointers come in their order, from one walk") {
  const auto document = *read_document(json_document("{\"a\": [1, {\"b\": 2}],\n \"c\": 3}"));
  const std::vector<PlaceQuery> wanted{{"/c"},   {"/a/1/b"}, {"/a"}, {"/a/1/b", PlaceOf::key},
                                       {"/a/7"}, {"/d"},     {"/c"}};
  std::string found;
  for (const auto& place : locate(document, wanted))
    found += line_and_column(place) + " ";
  CHECK(found == "2:7 1:17 1:7 1:12 1:7 1:1 2:7 ");
}
