#include "documents.hpp"

using namespace mrctl;
using namespace mrctl::document;

TEST_CASE("broken JSON is one problem with its line and column") {
  struct Row {
    std::string text;
    std::string place;
  };
  for (const auto& row : {
           Row{"{\n  \"model\": \"m\",\n}", "2:15"},
           Row{"{\"a\": tru}", "1:7"},
           Row{"{\"a\": 1", "1:8"},
           Row{"{\"a\" 1}", "1:6"},
           Row{"{}\n{}", "2:1"},
           Row{"{\"a\":\t'x'}", "1:7"},
           Row{"{\r\n\"a\": x\r\n}", "2:6"},
           Row{"{\"größe\": x}", "1:11"},
       }) {
    CAPTURE(row.text);
    const auto problem = misunderstood(json_document(row.text));
    CHECK(problem.rule == "json.syntax");
    CHECK_FALSE(problem.message.empty());
    CHECK(place_of(problem) == row.place);
  }
}

TEST_CASE("a byte order mark is passed over and counts for no column") {
  CHECK(understood(json_document("\xEF\xBB\xBF{\"a\":1}")) == Json{{"a", 1}});
  const auto problem = misunderstood(json_document("\xEF\xBB\xBF{\"a\":x}"));
  CHECK(place_of(problem) == "1:6");
  CHECK(problem.place->line_text == "{\"a\":x}");
}

TEST_CASE("the line of a problem is shown without its line break") {
  CHECK(misunderstood(json_document("{\r\n\"a\": x\r\n}")).place->line_text == "\"a\": x");
}

TEST_CASE("a key that stands twice is refused with both places") {
  const auto problem = misunderstood(json_document("{\n  \"stop\": \"a\",\n  \"stop\": \"b\"\n}"));
  CHECK(problem.rule == "json.duplicate-key");
  CHECK(problem.path == "/stop");
  CHECK(place_of(problem) == "3:3");
  CHECK(problem.message == "duplicate key \"stop\", first at 2:3");
}

TEST_CASE("keys that are spelled differently but read the same stand twice") {
  CHECK(misunderstood(json_document(R"({"a":1,"\u0061":2})")).rule == "json.duplicate-key");
}

TEST_CASE("nesting without end is one problem, not a crash") {
  for (const auto& text : {repeated("[", 100'000), repeated("{\"a\":", 100'000),
                           repeated("[", 100'000) + repeated("]", 100'000)}) {
    const auto problem = misunderstood(json_document(text));
    CHECK(problem.rule == "json.depth");
    CHECK(problem.place->line == 1);
  }
}

TEST_CASE("nesting up to the limit is read") {
  const auto text = repeated("[", deepest_json) + repeated("]", deepest_json);
  CHECK(understood(json_document(text)).is_array());
}

TEST_CASE("bytes that are not UTF-8 are refused at their place") {
  const auto problem = misunderstood(json_document("{\n\"a\": \"x\xFFy\"}"));
  CHECK(problem.rule == "json.utf-8");
  CHECK(place_of(problem) == "2:8");
  CHECK(misunderstood(json_document("{\"a\":\"\xC3\"}")).rule == "json.utf-8");
}

TEST_CASE("numbers that JSON does not know are refused") {
  for (const std::string text : {"{\"a\":0x1F}", "{\"a\":+1}", "{\"a\":.5}"})
    CHECK(misunderstood(json_document(text)).rule == "json.syntax");
  for (const std::string text : {"{\"a\":NaN}", "{\"a\":Infinity}", "{\"a\":1e1000}"})
    CHECK(misunderstood(json_document(text)).rule == "json.number");
}

TEST_CASE("what is open where a text ends is told with its place") {
  CHECK(misunderstood(json_document("{\n \"stop\": [1,\n")).message ==
        "the text ends before the ']' that closes the array that starts at 2:10");
  CHECK(misunderstood(json_document("{\"größe\": [}")).message ==
        "expected a value or ']', got '}'");
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
