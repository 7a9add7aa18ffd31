#include "documents.hpp"

using namespace mrctl;
using namespace mrctl::document;

TEST_CASE("a fault of YAML is placed in characters, whatever stands before it") {
  struct Row {
    std::string text;
    std::string place;
  };
  for (const auto& row : {
           Row{"model: 'it''s\n\n", "1:8"},
           Row{"a: 1\nb: &x !!str \"\\\"\n", "2:13"},
           Row{"größe: [a, }\n", "1:12"},
           Row{"a: 1\nuser: \"\\ud83d\\ude00\"\n", "2:14"},
       }) {
    CAPTURE(row.text);
    const auto problem = misunderstood(yaml_document(row.text));
    CHECK(problem.rule == "yaml.syntax");
    CHECK(place_of(problem) == row.place);
  }
}

TEST_CASE("a tab that indents is refused") {
  for (const std::string text : {"provider:\n\tsort: price\n", "a:\n  b: 1\n \tc: 2\n"}) {
    const auto problem = misunderstood(yaml_document(text));
    CHECK(problem.rule == "yaml.syntax");
    CHECK(problem.message.find("tab") != std::string::npos);
  }
  CHECK(place_of(misunderstood(yaml_document("a:\n  b: 1\n \tc: 2\n"))) == "3:2");
}

TEST_CASE("white space and comments may stand before a bracket") {
  for (const std::string before : {"", "\n", " ", "\r\n", "#\n", "\n\n\n\n", "# a comment\n"}) {
    CAPTURE(before);
    CHECK(understood(yaml_document(before + "{model: m}\n")) == Json{{"model", "m"}});
    CHECK(understood(yaml_document(before + "[m]\n")) == Json{"m"});
  }
  CHECK(place_of(misunderstood(yaml_document("\n{model: m, model: m}\n"))) == "2:12");
}

TEST_CASE("a byte order mark and CRLF are no part of the value") {
  CHECK(understood(yaml_document("\xEF\xBB\xBFmodel: m\r\nstop: END\r\n")) ==
        Json{{"model", "m"}, {"stop", "END"}});
  const std::string model = "\xEF\xBB\xBFmodel: [1\r\n]\r\n";
  CHECK(located(yaml_document(model), "/model/0", PlaceOf::value) == "1:9");
  const auto problem = misunderstood(yaml_document(model + "seed: .inf\r\n"));
  CHECK(place_of(problem) == "3:7");
  CHECK(problem.place->line_text == "seed: .inf");
}

TEST_CASE("scalars have the types that YAML 1.2 gives them, and quoted ones are text") {
  CHECK(understood(yaml_document("a: 3\nb: '3'\nc: \"true\"\nd: yes\ne: 0x1F\nf: ~\ng:\n")) ==
        Json{{"a", 3},
             {"b", "3"},
             {"c", "true"},
             {"d", "yes"},
             {"e", 31},
             {"f", nullptr},
             {"g", nullptr}});
  CHECK(understood(yaml_document("a: |\n  two\n  lines\nb: >-\n  one\n  line\n")) ==
        Json{{"a", "two\nlines\n"}, {"b", "one line"}});
}

TEST_CASE("a number that JSON cannot carry is refused where it stands") {
  const auto problem = misunderstood(yaml_document("model: m\nprovider:\n  x: [1, .nan]\n"));
  CHECK(problem.rule == "yaml.number");
  CHECK(problem.path == "/provider/x/1");
  CHECK(place_of(problem) == "3:10");
  CHECK(misunderstood(yaml_document("seed: 1e1000\n")).rule == "yaml.number");
}

TEST_CASE("a key that stands twice is refused with both places") {
  const auto problem = misunderstood(yaml_document("a:\n  b: 1\n  c: 2\n  b: 3\n"));
  CHECK(problem.rule == "yaml.duplicate-key");
  CHECK(problem.path == "/a/b");
  CHECK(place_of(problem) == "4:3");
  CHECK(problem.message.ends_with(" 2:3"));
  CHECK(misunderstood(yaml_document("{a: 1, 'a': 2}")).rule == "yaml.duplicate-key");
}

TEST_CASE("keys that are no words are refused") {
  struct Row {
    std::string text;
    std::string place;
  };
  for (const auto& row : {
           Row{"~: 1\n", "1:1"},
           Row{"null: 1\n", "1:1"},
           Row{"? [a]\n: 1\n", "1:3"},
           Row{"? {a: 1}\n: 1\n", "1:3"},
           Row{"a: &x b\n*x : 1\n", "2:1"},
       }) {
    CAPTURE(row.text);
    const auto problem = misunderstood(yaml_document(row.text));
    CHECK(problem.rule == "yaml.key");
    CHECK(place_of(problem) == row.place);
  }
}

TEST_CASE("keys that look like numbers and booleans are read as they are written") {
  CHECK(understood(yaml_document("50256: -100\n0x1F: 1\ntrue: 2\n")) ==
        Json{{"50256", -100}, {"0x1F", 1}, {"true", 2}});
}

TEST_CASE("several documents are refused where the second begins") {
  const auto problem = misunderstood(yaml_document("---\na: 1\n---\nb: 2\n"));
  CHECK(problem.rule == "yaml.documents");
  CHECK(problem.place->line == 3);
  CHECK(understood(yaml_document("%YAML 1.2\n---\na: 1\n...\n")) == Json{{"a", 1}});
}

TEST_CASE("nesting without end is one problem, not a crash") {
  const auto nested = misunderstood(yaml_document(repeated("[", 100'000) + repeated("]", 100'000)));
  CHECK(nested.rule == "yaml.depth");
  CHECK(place_of(nested) == "1:499");
  CHECK(misunderstood(yaml_document(repeated("- ", 100'000))).rule == "yaml.depth");
  CHECK(misunderstood(yaml_document(repeated("{a: ", 10'000) + repeated("}", 10'000))).rule ==
        "yaml.depth");
  CHECK(place_of(misunderstood(yaml_document(repeated("[", 100'000)))) == "1:2");
}

TEST_CASE("quoted texts that end are read, whatever stands in them") {
  CHECK(understood(yaml_document("a: 'it''s'\nb: \"\\\"\\\\\"\n")) ==
        Json{{"a", "it's"}, {"b", "\"\\"}});
  CHECK(understood(yaml_document("\xEF\xBB\xBF"
                                 "a: &x !!str 'b' # '\n")) == Json{{"a", "b"}});
}

TEST_CASE("bytes that are not UTF-8 are refused at their place") {
  const auto problem = misunderstood(yaml_document("a: 1\nb: x\xFFy\n"));
  CHECK(problem.rule == "yaml.utf-8");
  CHECK(place_of(problem) == "2:5");
  CHECK(misunderstood(yaml_document("\xFF\xFE"
                                    "a"))
            .rule == "yaml.utf-8");
}

TEST_CASE("a place in YAML is found by its pointer") {
  const auto document = yaml_document("model: größe\n"
                                      "provider:\n"
                                      "  sort: price   # größe\n"
                                      "  order:\n"
                                      "    - a\n"
                                      "    - {größe: 1, x: y}\n"
                                      "\"a/b~c\": {größe: [1, 2], user: u}\n");
  check_places(document, {
                             {"", "1:1", "1:1"},
                             {"/model", "1:1", "1:8"},
                             {"/provider", "2:1", "3:3"},
                             {"/provider/sort", "3:3", "3:9"},
                             {"/provider/order", "4:3", "5:5"},
                             {"/provider/order/0", "5:7", "5:7"},
                             {"/provider/order/1/x", "6:18", "6:21"},
                             {"/a~1b~0c/größe/1", "7:22", "7:22"},
                             {"/a~1b~0c/user", "7:26", "7:32"},
                         });
}

TEST_CASE("a value that is left out stands where its key does") {
  const auto document = yaml_document("model:\nprovider:\n  sort:\n  order: ~\nstop:\n- a\n-\n");
  check_places(document, {
                             {"/model", "1:1", "1:1"},
                             {"/provider/sort", "3:3", "3:3"},
                             {"/provider/order", "4:3", "4:10"},
                         });
}

TEST_CASE("a place behind an alias is where the anchor's value stands") {
  const auto document = yaml_document("base: &b\n"
                                      "  inner: &i {sort: 3}\n"
                                      "  again: *i\n"
                                      "provider: *b\n");
  CHECK(located(document, "/provider", PlaceOf::value) == "4:11");
  CHECK(located(document, "/provider/inner/sort", PlaceOf::value) == "2:20");
  CHECK(located(document, "/provider/again/sort", PlaceOf::value) == "2:20");
  CHECK(located(document, "/provider/again/sort", PlaceOf::key) == "2:14");
}

TEST_CASE("what is not there is located at its nearest parent") {
  const auto document = yaml_document("model: m\nprovider:\n  order: [a]\n");
  CHECK(located(document, "/provider/order/7", PlaceOf::value) == "3:10");
  CHECK(located(document, "/provider/sort", PlaceOf::value) == "3:3");
  CHECK(located(document, "/seed", PlaceOf::value) == "1:1");
}

TEST_CASE("characters that YAML does not allow are refused, not read as something else") {
  const auto nul = read_document(make_document("b.yaml", std::string("model: a\0b\n", 11)));
  REQUIRE_FALSE(nul.has_value());
  CHECK(nul.error().rule == "yaml.control");
  CHECK(nul.error().place->column == 9);
  const auto escape = read_document(make_document("b.yaml", "a: 1\nmodel: \"x\\_y\"\n"));
  REQUIRE_FALSE(escape.has_value());
  CHECK(escape.error().rule == "yaml.escape");
  CHECK(escape.error().place->line == 2);
  CHECK(read_document(make_document("b.yaml", "model: \"x\\L\\u00a0\"\t# tab\r\n")).has_value());
}

TEST_CASE("the place of the first of two keys counts characters") {
  const auto problem = misunderstood(yaml_document("{größe: 1, a: 2, größe: 3, a: 4}"));
  CHECK(problem.message.find("\"größe\"") != std::string::npos);
  CHECK(problem.message.ends_with(" 1:2"));
  CHECK(misunderstood(yaml_document("{größe: 1, a: 2, a: 3}")).message.ends_with(" 1:12"));
}

TEST_CASE("a line without a colon is no key, but in brackets or behind a question mark") {
  const auto problem = misunderstood(yaml_document("model: m\ntop_p\n"));
  CHECK(problem.rule == "yaml.syntax");
  CHECK(problem.message.find("'top_p'") != std::string::npos);
  CHECK(place_of(problem) == "2:1");
  CHECK(understood(yaml_document("? a\n? b\n")) == Json{{"a", nullptr}, {"b", nullptr}});
  CHECK(understood(yaml_document("{a, b}")) == Json{{"a", nullptr}, {"b", nullptr}});
  CHECK(understood(yaml_document("a:\nb:\n")) == Json{{"a", nullptr}, {"b", nullptr}});
}

TEST_CASE("what follows the value is no second document") {
  const auto problem = misunderstood(yaml_document("{a: 1}\nb: 2\n"));
  CHECK(problem.rule == "yaml.syntax");
  CHECK(place_of(problem) == "2:1");
}

TEST_CASE("an array or object at the root is read as it is given") {
  CHECK(understood(yaml_document("# a\n\n  {größe: [1, 2]} # b\n")) == Json{{"größe", {1, 2}}});
  const auto document = yaml_document("# a\n{b: 1,\n c: [2, .inf]}\n");
  CHECK(place_of(misunderstood(document)) == "3:9");
  CHECK(located(yaml_document("# a\n{b: 1,\n c: [2, 3]}\n"), "/c/1") == "3:9");
  CHECK(located(yaml_document("{b: 1}"), "/b") == "1:5");
  CHECK(misunderstood(yaml_document("{a: 1}: b\n")).rule == "yaml.key");
  CHECK(misunderstood(yaml_document("[a]: b\n")).rule == "yaml.key");
}

TEST_CASE("a value is marked as a whole where it stands in one line, without its anchor and tag") {
  const auto document = yaml_document("a: größe # c\n"
                                      "b: \"x\\\"y\" # c\n"
                                      "c: 'it''s'\n"
                                      "d: &x !!str long text\n"
                                      "e: [a, 'b]', {c: d}] # ]\n"
                                      "f: one\n  two\n"
                                      "g: |\n  text\n"
                                      "h: *x\n"
                                      "i: [1,\n 2]\n"
                                      "j:\n  - k: l\n"
                                      "\"m n\": &y {o: 1}\n"
                                      "p: !!str\n");
  struct Row {
    std::string pointer;
    std::string place;
    std::size_t underline;
  };
  for (const auto& row : {
           Row{"/a", "1:4", 5},
           Row{"/b", "2:4", 6},
           Row{"/c", "3:4", 7},
           Row{"/d", "4:13", 9},
           Row{"/e", "5:4", 17},
           Row{"/e/1", "5:8", 4},
           Row{"/e/2/c", "5:18", 1},
           Row{"/f", "6:4", 3},
           Row{"/g", "8:4", 1},
           Row{"/h", "10:4", 2},
           Row{"/i", "11:4", 1},
           Row{"/i/1", "12:2", 1},
           Row{"/j", "14:3", 1},
           Row{"/j/0", "14:5", 1},
           Row{"/m n", "15:11", 6},
           Row{"/p", "16:4", 1},
       }) {
    CAPTURE(row.pointer);
    const auto place = located_at(document, row.pointer);
    CHECK(line_and_column(place) == row.place);
    CHECK(place.underline == row.underline);
  }
  CHECK(located_at(document, "/m n", PlaceOf::key).underline == 5);
}

TEST_CASE("the tags of the core schema pass, and every other one is an error at its place") {
  CHECK(understood(yaml_document("a: !!str 5\nb: !!int '6'\nc: !!seq [1]\nd: !!map {}\n"
                                 "e: !!null\nf: !!str\ng: !<tag:yaml.org,2002:float> 1\n"))
            .dump() == R"({"a":"5","b":6,"c":[1],"d":{},"e":null,"f":"","g":1})");
  struct Row {
    std::string text;
    std::string place;
    std::string named;
  };
  for (const auto& row : {
           Row{"a: !vault x\n", "1:4", "!vault"},
           Row{"a: &b !env x\n", "1:7", "!env"},
           Row{"a: [1, !ref {x: 1}]\n", "1:8", "!ref"},
           Row{"a: !get\n- 1\n", "1:4", "!get"},
           Row{"a: !include\n", "1:4", "!include"},
           Row{"!x a: 1\n", "1:1", "!x"},
           Row{"a: !!binary eA==\n", "1:4", "!!binary"},
           Row{"a: ! important\n", "1:4", "tag ! "},
           Row{"%TAG ! tag:example.test,2000:\n---\na: !file x\n", "3:4", "!file is not"},
           Row{"a: !file\n", "1:4", "needs the path"},
           Row{"a: !file [x]\n", "1:4", "one file"},
           Row{"!file x: 1\n", "1:1", "before a value"},
       }) {
    CAPTURE(row.text);
    const auto problem = misunderstood(yaml_document(row.text));
    CHECK(problem.rule == "yaml.tag");
    CHECK(place_of(problem) == row.place);
    CHECK_MESSAGE(problem.message.find(row.named) != std::string::npos, problem.message);
  }
  CHECK(misunderstood(yaml_document("a: !include x\n")).suggestion.text.starts_with("!file PATH"));
}

TEST_CASE("values that !file names are known by their pointers, copies too") {
  const auto read = read_document(
      yaml_document("a: !file x.md\nb: {c: &d !file 5}\ne: *d\nf: {<<: {g: !file y}}\nh: z\n"));
  REQUIRE(read.has_value());
  std::string named;
  for (const auto& file : named_files(*read))
    named += file.pointer + " " + file.value.string() + "\n";
  CHECK(named == "/a x.md\n/b/c 5\n/e 5\n/f/g y\n");
}

TEST_CASE("a binary file is not taken for UTF-16") {
  const auto said_of_bytes = [](const std::string& bytes) {
    return misunderstood(yaml_document(bytes)).message;
  };
  for (const auto& bytes : {std::string("\0PACK\0\x12\xFE", 8), std::string("PK\3\4\0\0\0\0", 8)})
    CHECK(said_of_bytes(bytes).find("binary") != std::string::npos);
  CHECK(said_of_bytes(std::string("m\0o\0d\0e\0l\0", 10)).find("UTF-16") != std::string::npos);
  CHECK(said_of_bytes(std::string("\0m\0o\0d\0e", 8)).find("UTF-16") != std::string::npos);
  CHECK(said_of_bytes(std::string("{\0\0\0}\0\0\0", 8)).find("UTF-32") != std::string::npos);
}

TEST_CASE("a template that nobody filled in is called one") {
  const auto problem = misunderstood(yaml_document("a: {{ .Values.x }}\n"));
  CHECK(problem.rule == "yaml.key");
  CHECK(problem.suggestion.text.find("template") != std::string::npos);
}
