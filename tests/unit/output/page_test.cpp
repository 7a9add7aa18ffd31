#include "unit/output/drawn.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

using namespace mrctl;
using namespace mrctl::output;

namespace {

PageRows changes_of(std::string model, Tone tone) {
  return {.grid = {.headings = {{"endpoint", "Endpoint"},
                                {.name = "kind", .title = "Kind", .is_toned = true},
                                {"change", "Change"}},
                   .about = {{"model", std::move(model)}}},
          .layout = RowLayout::stack,
          .each = [tone](const TakeRow& take) {
            take({.cells = {"acme", "price", "1 → 2"}, .sign = "~", .tone = tone});
            take({.cells = {"acme", "quality", "3 → 4"}, .tone = tone});
            take({.cells = {"tern", "removed", ""}, .sign = "-", .tone = tone});
          }};
}

Presentation shown(std::function<void(Page& page)> page) {
  Presentation result;
  result.page = std::move(page);
  return result;
}

} // namespace

TEST_CASE("text stacks the rows of a name below it, and what came or went has no text") {
  const auto result = shown([](Page& page) { page.rows(changes_of("a/b", Tone::bad)); });
  CHECK(written(result) == drawing(R"(
  ~ acme
!     price                 1 → 2
!     quality               3 → 4
! - tern
)"));
}

TEST_CASE("a summary joins the rows of several subjects in one table, the worst first") {
  const auto result = shown([](Page& page) {
    page.rows(changes_of("a/b", Tone::plain));
    page.rows(changes_of("c/d", Tone::bad));
  });
  CHECK(summary(digest_of(result, "x"), {}, 1000) == drawing(R"(
## mrctl x

| model | endpoint | kind | change |
| --- | --- | --- | --- |
| c/d | acme | price | 1 → 2 |
| c/d | acme | quality | 3 → 4 |
| c/d | tern | removed |  |
| a/b | acme | price | 1 → 2 |
| a/b | acme | quality | 3 → 4 |
| a/b | tern | removed |  |
)"));
}

namespace {

// Presets that are updated, each by a text of so many lines; the second fails a gate.
Presentation updated(std::vector<std::string> slugs, int lines) {
  std::string text;
  for (int i = 0; i < lines; ++i)
    text += "line " + std::to_string(i) + "\n";
  Presentation result;
  result.page = [slugs, text](Page& page) {
    page.rows({.grid = {{{"preset", "Preset"}, {"action", "Action"}}},
               .layout = RowLayout::lines,
               .each =
                   [&](const TakeRow& take) {
                     for (const auto& slug : slugs)
                       take({.cells = {slug, "update"},
                             .rank = slug == slugs[1] ? -1 : 2,
                             .changes = {{"/stop", std::nullopt, text}}});
                   },
               .word_width = 9,
               .names = [](const Write& name) { name("a"); }});
  };
  result.judgement = [slugs] {
    return Judgement{.gates = {{.gate = "g",
                                .why = "no endpoint",
                                .is_of_file = true,
                                .preset = 1,
                                .slug = slugs[1]}}};
  };
  return result;
}

} // namespace

TEST_CASE("a browser begins with presets that fail, to which their gates lead") {
  const auto html = written(updated({"a", "b/c"}, 1), {.format = Format::html});
  CHECK(html.find("<a href=\"#of-b-c\">b/c</a>: no endpoint") != html.npos);
  CHECK(html.find("<h2 id=\"of-b-c\">b/c ") < html.find("<h2 id=\"of-a\">a "));
  CHECK(html.find("<nav>") == html.npos);
}

TEST_CASE("a page of four presets has an index, with the names that make the same id apart") {
  const auto html = written(updated({"a", "b-c", "b/c", "d"}, 1), {.format = Format::html});
  CHECK(html.find("<nav><ul class=\"index\"><li><a href=\"#of-b-c\">b-c</a> update "
                  "<span class=\"bad\">failed</span></li>") != html.npos);
  CHECK(html.find("<h2 id=\"of-b-c-\">b/c ") != html.npos);
}

TEST_CASE("a browser folds what is longer than 40 lines") {
  CHECK(written(updated({"a", "b"}, 40), {.format = Format::html}).find("<details>") ==
        std::string::npos);
  const auto html = written(updated({"a", "b"}, 42), {.format = Format::html});
  CHECK(html.find(
            "line 39</ins>\n</pre><details><summary>2 more lines</summary><pre><ins>+ line 40") !=
        html.npos);
}

TEST_CASE("bars stand below the last number of their rows, in the tone of the row") {
  Presentation result;
  result.page = [](Page& page) {
    page.rows({.grid = {.headings = {{"rank", "", CellKind::number},
                                     {"tag", "Tag"},
                                     {"cost", "Cost", CellKind::number},
                                     {.name = "why", .title = "Why", .is_prose = true}},
                        .rows = {{"1", "acme", "2", "x"}, {"2", "tern", std::nullopt, "y"}},
                        .tones = {Tone::bad, Tone::good}},
               .bars = {Extent{*Decimal::parse("1"), *Decimal::parse("2")}, std::nullopt}});
  };
  const auto html = written(result, {.format = Format::html});
  CHECK(html.find("<th scope=\"col\" class=\"number\">Rank</th>") != html.npos);
  CHECK(html.find("data-label=\"Cost\">2<svg role=\"img\" aria-label=\"Tag acme, Cost 2\">") !=
        html.npos);
  CHECK(html.find("<rect class=\"solid bad\"") != html.npos);
  CHECK(html.find("<rect class=\"span bad\"") != html.npos);
  CHECK(html.find("<svg") == html.rfind("<svg"));
}

TEST_CASE("quiet rows are folded, unless something changed") {
  const auto result = shown([](Page& page) {
    page.rows({.grid = {{{"preset", "Preset"}, {"action", "Action"}, {"remarks", "Remarks"}}},
               .layout = RowLayout::lines,
               .each =
                   [](const TakeRow& take) {
                     take({.cells = {"a", "unchanged"}, .tone = Tone::quiet});
                     take({.cells = {"b", "unchanged"},
                           .tone = Tone::quiet,
                           .facts = {{"reach", {"3 → 2"}}}});
                   },
               .word_width = 9,
               .names = [](const Write& name) { name("a"); },
               .folded = "1 unchanged"});
  });
  const auto html = written(result, {.format = Format::html});
  CHECK(html.find("<summary>1 unchanged</summary>") != std::string::npos);
  CHECK(html.find("<h2 id=\"of-b\">b ") < html.find("<summary>"));
  CHECK(html.find("Remarks") == std::string::npos);
}
