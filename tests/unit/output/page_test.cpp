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

TEST_CASE("text has room for 20 bullets, and a browser for all") {
  const auto result = shown([](Page& page) {
    page.rows({.layout = RowLayout::bullets, .each = [](const TakeRow& take) {
                 for (int i = 0; i < 22; ++i)
                   take({.cells = {std::to_string(i)}, .sign = "+"});
               }});
  });
  const auto text = written(result);
  CHECK(text.starts_with("  + 0\n  + 1\n"));
  CHECK(text.ends_with("  + 19\n    and 2 more\n"));
  CHECK(written(result, {.format = Format::html}).find("<li>+ 21</li></ul>") != std::string::npos);
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
  CHECK(html.find("<h2>b ") < html.find("<summary>"));
  CHECK(html.find("Remarks") == std::string::npos);
}
