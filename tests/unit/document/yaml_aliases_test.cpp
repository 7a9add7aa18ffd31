#include "documents.hpp"

using namespace mrctl;
using namespace mrctl::document;

namespace {

// Each level names the one below ten times.
std::string billion_laughs() {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level < 10; ++level) {
    const auto below = "*a" + std::to_string(level - 1);
    const auto name = "a" + std::to_string(level);
    text += name + ": &" + name + " [" + repeated(below + ", ", 9) + below + "]\n";
  }
  return text;
}

} // namespace

TEST_CASE("nesting that aliases add up is limited as well") {
  std::string text = "a0: &a0 [x]\n";
  for (int level = 1; level < 600; ++level) {
    const auto number = std::to_string(level);
    text += "a" + number + ": &a" + number + " [*a" + std::to_string(level - 1) + "]\n";
  }
  CHECK(misunderstood(yaml_document(text)).rule == "yaml.depth");
}

TEST_CASE("aliases that multiply without end are refused") {
  CHECK(misunderstood(yaml_document(billion_laughs())).rule == "yaml.aliases");
}

TEST_CASE("an alias inside what it names is refused") {
  const auto problem = misunderstood(yaml_document("a: &x\n  - *x\n"));
  CHECK(problem.rule == "yaml.alias");
  CHECK(problem.path == "/a/0");
  CHECK(place_of(problem) == "2:5");
}

TEST_CASE("an alias stands for a copy of what it names") {
  CHECK(understood(yaml_document("a: &x {b: [1]}\nc: *x\nd: [*x]\ne: &y 3\nf: *y\n")) ==
        Json::parse(R"({"a":{"b":[1]},"c":{"b":[1]},"d":[{"b":[1]}],"e":3,"f":3})"));
}

TEST_CASE("a merge key adds members that the object does not have itself") {
  const auto* base = "base: &b {temperature: 0.2, top_p: 0.9}\nmore: &m {top_p: 1, seed: 7}\n";
  const auto value = understood(
      yaml_document(std::string(base) + "x:\n  <<: *b\n  top_p: 0.5\ny:\n  <<: [*b, *m]\n"));
  CHECK(value["x"] == Json{{"top_p", 0.5}, {"temperature", 0.2}});
  CHECK(value["y"] == Json{{"temperature", 0.2}, {"top_p", 0.9}, {"seed", 7}});
}

TEST_CASE("a quoted merge key is a key, and merging something else is refused") {
  CHECK(understood(yaml_document("'<<': 1\n")) == Json{{"<<", 1}});
  for (const std::string text : {"a: 1\n<<: 3\n", "a: 1\n<<: [{b: 1}, 3]\n"}) {
    const auto problem = misunderstood(yaml_document(text));
    CHECK(problem.rule == "yaml.merge");
    CHECK(place_of(problem) == "2:1");
  }
}

TEST_CASE("an anchor is kept only as long as copies stay small, however they are nested") {
  std::string text;
  for (int level = 0; level < 400; ++level)
    text += "[&a" + std::to_string(level) + " ";
  CHECK(misunderstood(yaml_document("a: " + text + std::string(200'000, 'x') + repeated("]", 400)))
            .rule == "yaml.aliases");
  CHECK(misunderstood(yaml_document("a: &a " + std::string(1'000'000, 'x') + "\nb: [*a" +
                                    repeated(", *a", 100) + "]\n"))
            .rule == "yaml.aliases");
}

TEST_CASE("a merge that stands twice is told to be a list") {
  const auto problem = misunderstood(yaml_document("<<: {a: 1}\n<<: {b: 1}\n"));
  CHECK(problem.rule == "yaml.duplicate-key");
  CHECK(problem.suggestion.text.ends_with("<<: [*a, *b]"));
}

TEST_CASE("what is merged is found where it is merged from, own members where they stand") {
  const auto document = yaml_document("a: &a {sort: 1, zdr: 2}\n"
                                      "b: &b {sort: 3, order: [4, {only: 5}]}\n"
                                      "c:\n"
                                      "  <<: [*a, *b, {user: 6}]\n"
                                      "  zdr: 7\n"
                                      "d: {<<: {seed: 8}}\n"
                                      "e: &e\n"
                                      "  <<: *a\n"
                                      "f: *e\n");
  struct Row {
    std::string pointer;
    std::string key;
    std::string value;
  };
  for (const auto& row : {
           Row{"/c/sort", "1:8", "1:14"},
           Row{"/c/zdr", "5:3", "5:8"},
           Row{"/c/order/1/only", "2:29", "2:35"},
           Row{"/c/user", "4:17", "4:23"},
           Row{"/d/seed", "6:10", "6:16"},
           Row{"/f/zdr", "1:17", "1:22"},
           Row{"/f", "9:1", "9:4"},
       }) {
    CAPTURE(row.pointer);
    CHECK(located(document, row.pointer, PlaceOf::key) == row.key);
    CHECK(located(document, row.pointer, PlaceOf::value) == row.value);
  }
}
