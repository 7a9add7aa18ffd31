#include "mrctl/json/text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace mrctl;

namespace {

JsonText text_of(std::string text) {
  return JsonText(SharedText(std::move(text)));
}

// The text without the items that have one of those keys, or are one of those characters.
std::string without(const std::string& json, std::string_view removed) {
  const auto text = text_of(json);
  return std::string(
      cut_json(text, removing_items(text.root(),
                                    [&](const JsonItem& item) {
                                      const auto name = text.root().is_object()
                                                            ? item.key()
                                                            : std::string(item.value.text());
                                      return removed.find(name) != std::string_view::npos;
                                    }))
          .text());
}

std::string with(const std::string& json, std::string_view items) {
  const auto text = text_of(json);
  return std::string(cut_json(text, {adding_items(text.root(), items)}).text());
}

} // namespace

TEST_CASE("items are removed with their commas, and the rest stays as it is written") {
  struct Row {
    std::string text;
    std::string removed;
    std::string result;
  };
  for (const auto& row : {
           Row{R"({"a":1,"b":2,"c":3})", "", R"({"a":1,"b":2,"c":3})"},
           Row{R"({"a":1,"b":2,"c":3})", "a", R"({"b":2,"c":3})"},
           Row{R"({"a":1,"b":2,"c":3})", "b", R"({"a":1,"c":3})"},
           Row{R"({"a":1,"b":2,"c":3})", "c", R"({"a":1,"b":2})"},
           Row{R"({"a":1,"b":2,"c":3})", "ab", R"({"c":3})"},
           Row{R"({"a":1,"b":2,"c":3})", "ac", R"({"b":2})"},
           Row{R"({"a":1,"b":2,"c":3})", "bc", R"({"a":1})"},
           Row{R"({"a":1,"b":2,"c":3})", "abc", "{}"},
           Row{"{\n  \"a\": 1.0,\n  \"b\": [ 2 ],\n  \"c\": 3\n}", "b",
               "{\n  \"a\": 1.0,\n  \"c\": 3\n}"},
           Row{"{\n  \"a\": 1.0,\n  \"b\": 2\n}", "b", "{\n  \"a\": 1.0\n}"},
           Row{"[ 1 , 2 , 3 , 4 , 5 ]", "1245", "[ 3 ]"},
           Row{"[ 1 , 2 ]", "12", "[  ]"},
           Row{"[]", "1", "[]"},
       }) {
    CAPTURE(row.text);
    CAPTURE(row.removed);
    CHECK(without(row.text, row.removed) == row.result);
  }
}

TEST_CASE("items are added after the last one") {
  CHECK(with("{}", R"("a":1)") == R"({"a":1})");
  CHECK(with("{ }", R"("a":1)") == R"({"a":1 })");
  CHECK(with("{\n  \"a\": 1\n}\n", R"("b":2,"c":3)") == "{\n  \"a\": 1,\"b\":2,\"c\":3\n}\n");
  CHECK(with("[[]]", "1") == "[[],1]");
}

TEST_CASE("several cuts are made at once, whatever their order") {
  const auto text = text_of(R"({"a":[1,2],"b":3})");
  const auto list = *find_member(text.root(), "a");
  const auto cut = cut_json(text, {adding_items(text.root(), R"("c":4)"),
                                   {find_member(text.root(), "b")->text(), "null"},
                                   {list.text().substr(1, 0), "0,"},
                                   {list.text().substr(1, 2)}});
  CHECK(cut.text() == R"({"a":[0,2],"b":null,"c":4})");
  CHECK(find_member(cut.root(), "a")->size() == 2);
  CHECK(text.text() == R"({"a":[1,2],"b":3})");
}

TEST_CASE("without cuts the text is the same one") {
  const auto text = text_of("{}");
  CHECK(cut_json(text, {}).text().view().data() == text.text().view().data());
}
