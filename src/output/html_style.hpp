#pragma once

#include <string_view>

namespace mrctl::output {

// The style of every page. Colours say nothing that words do not say as well.
inline constexpr std::string_view html_style = R"(
:root{color-scheme:light dark;--ink:#1c2128;--dim:#57606a;--paper:#fff;--band:#f3f5f8;--line:#d0d7de;--bad:#b3261e;--warn:#8a5300;--good:#1a7036;--bar:#2f6fb5;--span:#a9cbed}
@media(prefers-color-scheme:dark){:root{--ink:#e2e7ed;--dim:#9aa5b1;--paper:#12161b;--band:#1d242c;--line:#39424d;--bad:#ff8f86;--warn:#e5b567;--good:#7fd096;--bar:#6aa9e9;--span:#2c4a6b}}
*{box-sizing:border-box}
body{margin:0;padding:1.5rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,"DejaVu Sans",sans-serif;overflow-wrap:anywhere}
h1{font-size:1.4rem;margin:0 0 1rem}
h2{font-size:1.15rem;margin:2rem 0 .5rem}
h3{font-size:1rem;margin:1.25rem 0 .25rem}
p,ul{margin:.5rem 0}
ul{padding-left:1.25rem}
pre,.code{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.875rem}
pre{margin:.25rem 0;white-space:pre-wrap}
td>pre:first-child{margin-top:.15rem}
.excerpt{white-space:pre;overflow-x:auto;width:0;min-width:100%}
table{border-collapse:collapse;margin:.5rem 0;font-size:.9375rem}
th,td{padding:.3rem .55rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line);overflow-wrap:normal}
td ul{margin:.25rem 0;padding-left:1rem;color:var(--dim)}
td.long{overflow-wrap:anywhere;min-width:12rem}
thead th{position:sticky;top:0;background:var(--band);white-space:nowrap}
.wide{margin:.5rem 0}
.columns{overflow:auto;max-height:100vh}
.columns td:first-child{position:sticky;left:0;background:var(--paper)}
.columns th:first-child{left:0;z-index:1}
.wide table{font-size:.875rem;margin:0}
.wide th,.wide td{padding:.3rem .4rem}
.wide .long{min-width:8rem}
.columns .prose{min-width:24rem}
.card+.card{margin-top:1.75rem}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.name{font-weight:600}
.absent,.dim{color:var(--dim)}
.bad,.warn,.good{white-space:nowrap}
.bad{color:var(--bad);font-weight:600}
.warn{color:var(--warn);font-weight:600}
.good{color:var(--good);font-weight:600}
ins,del{text-decoration:none}
del{color:var(--bad)}
ins{color:var(--good)}
figure{margin:1rem 0}
figcaption{font-weight:600}
.bars{width:100%}
.bars td:last-child{width:55%}
svg{display:block;width:100%;height:1.25rem}
.solid{fill:var(--bar)}
.span{fill:var(--span)}
@media screen and (min-width:48.01rem) and (max-width:74.9rem){.wide{overflow:auto;max-height:100vh}}
@media screen and (max-width:48rem){body{padding:1rem}table,tbody,tr,td{display:block}thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}tr{padding:.5rem 0;border-bottom:1px solid var(--line)}td,td.number,.wide td{padding:.1rem 0;border:0;text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:0}td::before{content:attr(data-label) " ";color:var(--dim);font-weight:400;display:inline-block;min-width:6.5rem}.prose::before{display:block}.card th{display:block;padding:0;border:0;color:var(--dim);font-weight:400}td[data-label=""]::before{content:none}td:empty{display:none}.bars td:last-child{width:auto}.columns{overflow:visible;max-height:none}.columns td:first-child{position:static}}
@media print{:root{--ink:#000;--dim:#444;--paper:#fff;--band:#fff;--bad:#b3261e;--warn:#8a5300;--good:#1a7036;--bar:#2f6fb5;--span:#a9cbed}body{padding:0}thead{display:table-header-group}thead th{position:static;white-space:normal}tr,figure{break-inside:avoid}.wide .name{overflow-wrap:anywhere;min-width:4.5rem}.bars td:last-child{width:40%}.excerpt{white-space:pre-wrap}.columns{overflow:visible;max-height:none}.wide table{font-size:.625rem}.wide th,.wide td{padding:.15rem}.columns thead{display:none}.columns td:first-child{position:static}.columns tr,.columns td{display:block}.columns tr{padding:.5rem 0;border-bottom:1px solid var(--line)}.columns td.prose{min-width:0}.columns td{border:0;text-align:left;white-space:normal}.columns td::before{content:attr(data-label) " ";color:var(--dim);font-weight:400;display:inline-block;min-width:6.5rem}}
)";

} // namespace mrctl::output
