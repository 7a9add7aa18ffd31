#include "mrctl/output/chart.hpp"
#include "mrctl/output/html.hpp"

#include <doctest/doctest.h>

using namespace mrctl::output;

TEST_CASE("a text becomes markup only with everything escaped that a browser or terminal acts on") {
  CHECK(html_text("<b a='1' c=\"2\">&\x1b\u202e").html ==
        "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;\\x1b\\u202e");
  CHECK(html_lines("a\n<b>\n").html == "<pre>a\n&lt;b&gt;</pre>\n");
  CHECK(html_lines("a", LongLines::scrolled).html == "<pre class=\"excerpt\">a</pre>\n");
}

TEST_CASE("a table names the column of each cell, for screens that show rows as cards") {
  const Grid grid{{{"tag", "TAG"}, {"price", "PRICE", mrctl::output::CellKind::number}},
                  {{"acme<", std::nullopt}}};
  CHECK(html_table(grid).html ==
        R"(<table>
<thead><tr><th scope="col">TAG</th><th scope="col" class="number">PRICE</th></tr></thead>
<tbody>
<tr><td data-label="TAG">acme&lt;</td><td class="number" data-label="PRICE"><span class="absent">–</span></td></tr>
</tbody></table>
)");
}

TEST_CASE("only a word that needs more room than a cell has may be broken") {
  const Grid grid{{{"tag", "TAG"}}, {{"acme/large and more"}, {"acme/large-with-a-long-name"}}};
  const auto html = html_table(grid).html;
  CHECK(html.find("<td data-label=\"TAG\">acme/large and more") != std::string::npos);
  CHECK(html.find("<td class=\"long\" data-label=\"TAG\">acme/large-with") != std::string::npos);
}

TEST_CASE("a table of many columns scrolls in a frame of its own") {
  const auto table_of = [](std::size_t columns) {
    return html_table(Grid{std::vector<Heading>(columns, {"a", "A"}), {}}).html;
  };
  CHECK(table_of(5).starts_with("<table>"));
  CHECK(table_of(6).starts_with("<div class=\"wide\" tabindex=\"0\">\n<table>"));
  CHECK(table_of(15).starts_with("<div class=\"wide columns\" tabindex=\"0\">\n<table>"));
}

TEST_CASE("a chart says in words what each bar shows") {
  const Chart chart{{{{"tag", "TAG"}, {"p", "PROMPT", mrctl::output::CellKind::number}},
                     {{"acme", "1"}, {"tern", "4"}, {"odd", "varies"}}},
                    {Extent{*mrctl::Decimal::parse("1"), *mrctl::Decimal::parse("2")},
                     Extent{*mrctl::Decimal::parse("4"), *mrctl::Decimal::parse("4")},
                     std::nullopt}};
  const auto html = html_chart(chart, "price").html;
  CHECK(html.find("<svg role=\"img\" aria-label=\"TAG acme, PROMPT 1\"><title>") !=
        std::string::npos);
  CHECK(html.find("width=\"25.00%\"/><rect class=\"span\" x=\"25.00%\"") != std::string::npos);
  CHECK(html.find("width=\"100.00%\"/></svg>") != std::string::npos);
  CHECK(html.find("TAG odd") == std::string::npos);
}

TEST_CASE("a page loads nothing and forbids itself to") {
  const auto page = html_page("mrctl <x>", html_paragraph("a"));
  CHECK(page.find("default-src 'none'") != std::string::npos);
  CHECK(page.find("<h1>mrctl &lt;x&gt;</h1>") != std::string::npos);
  for (const auto* word : {"<script", "src=", "href=", "url(", "@import"})
    CHECK_MESSAGE(page.find(word) == std::string::npos, word);
}
