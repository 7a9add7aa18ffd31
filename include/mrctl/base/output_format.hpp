#pragma once

#include "mrctl/base/list.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace mrctl {

// The forms of a result (-o, --output), and of reports beside it (--report).
enum class Format : std::uint8_t {
  table,
  text,
  wide,
  json,
  jsonl,
  csv,
  tsv,
  yaml,
  markdown,
  raw,
  name,
  html,
  junit,
  codequality,
};

enum class Audience : std::uint8_t { people, programs };

// How a format is laid out: freely; with one record per line; in columns, to which the flags for
// columns (--columns, --no-header) apply; or in columns for other programs, all of them by default.
enum class Layout : std::uint8_t { document, lines, columns, every_column };

// Where a format is allowed: everywhere, or only in reports of commands that judge.
enum class FormatUse : std::uint8_t { anywhere, findings };

// One row of the table of formats. A format may have several names; its first row has the main one.
struct FormatRow {
  std::string_view name;
  Format format;
  Audience audience;
  Layout layout;
  std::string_view meaning; // one line
  FormatUse use = FormatUse::anywhere;
};

// clang-format off
inline constexpr std::array format_rows{
    FormatRow{"table", Format::table, Audience::people, Layout::columns,
              "tables, as wide as the terminal, and a block for a single record; the default on a terminal"},
    FormatRow{"text", Format::text, Audience::people, Layout::columns,
              "a report; the default of commands that check or compare; preset explain: in sentences"},
    FormatRow{"wide", Format::wide, Audience::people, Layout::columns,
              "like table, with every column and field; lines may be wider than the terminal"},
    FormatRow{"json", Format::json, Audience::programs, Layout::document,
              "the service's data, with numbers and order unchanged; the default on a pipe"},
    FormatRow{"jsonl", Format::jsonl, Audience::programs, Layout::lines,
              "one record per line; for endpoints, one endpoint with its model per line"},
    FormatRow{"csv", Format::csv, Audience::programs, Layout::every_column,
              "one row per record, every column, full precision"},
    FormatRow{"tsv", Format::tsv, Audience::programs, Layout::every_column,
              "like csv, separated by tabs"},
    FormatRow{"yaml", Format::yaml, Audience::programs, Layout::document,
              "the data as YAML, with numbers unchanged"},
    FormatRow{"markdown", Format::markdown, Audience::programs, Layout::columns,
              "a Markdown table"},
    FormatRow{"raw", Format::raw, Audience::programs, Layout::document,
              "the response, byte for byte"},
    FormatRow{"name", Format::name, Audience::programs, Layout::lines,
              "one name per line, for use as an argument: slugs, tags, ids, files"},
    FormatRow{"html", Format::html, Audience::people, Layout::document,
              "one web page without scripts that loads nothing; light and dark mode"},
    FormatRow{"junit", Format::junit, Audience::programs, Layout::document,
              "JUnit XML, with --report only: one suite per file or model, one case per check",
              FormatUse::findings},
    FormatRow{"codequality", Format::codequality, Audience::programs, Layout::document,
              "GitLab's code quality JSON, with --report only", FormatUse::findings},
};
// clang-format on

inline constexpr auto count_of_result_formats = static_cast<std::size_t>(std::ranges::count_if(
    format_rows, [](const FormatRow& row) { return row.use == FormatUse::anywhere; }));

// The names of the first rows, in their order.
template <std::size_t Count>
constexpr auto names_of_first_formats() {
  std::array<std::string_view, Count> names{};
  std::transform(format_rows.begin(), format_rows.begin() + Count, names.begin(),
                 [](const FormatRow& row) { return row.name; });
  return names;
}

// The names for --output and for --report, in the order of the rows.
inline constexpr auto format_names = names_of_first_formats<count_of_result_formats>();
inline constexpr auto report_format_names = names_of_first_formats<format_rows.size()>();
static_assert(std::all_of(format_rows.begin() + count_of_result_formats, format_rows.end(),
                          [](const FormatRow& row) { return row.use == FormatUse::findings; }));

// Returns the first row of the format.
[[nodiscard]] constexpr const FormatRow& row_of(Format format) {
  return *find_row(format_rows, &FormatRow::format, format);
}

[[nodiscard]] constexpr std::string_view name_of(Format format) {
  return row_of(format).name;
}

[[nodiscard]] constexpr bool is_for_people(Format format) {
  return row_of(format).audience == Audience::people;
}

// Returns whether a format is the response itself.
[[nodiscard]] constexpr bool is_raw(Format format) {
  return format == Format::raw;
}

// Returns whether a format consists of findings, which only commands that judge have.
[[nodiscard]] constexpr bool is_of_findings(Format format) {
  return row_of(format).use == FormatUse::findings;
}

// Returns whether a format has every column by default, with values as the service gives them.
[[nodiscard]] constexpr bool has_every_column(Format format) {
  return row_of(format).layout == Layout::every_column;
}

[[nodiscard]] constexpr bool has_columns(Format format) {
  return row_of(format).layout == Layout::columns || has_every_column(format);
}

// Returns whether a format has values as people read them: scaled, rounded and marked.
[[nodiscard]] constexpr bool has_values_for_people(Format format) {
  return is_for_people(format) || row_of(format).layout == Layout::columns;
}

// Returns whether a format is text laid out for people.
[[nodiscard]] constexpr bool is_drawn(Format format) {
  return has_columns(format) && is_for_people(format);
}

// Returns whether a format is written from records, like csv.
[[nodiscard]] constexpr bool is_of_records(Format format) {
  return has_columns(format) && !is_for_people(format);
}

// Returns whether a format has one record per row, and no place for data about all of them.
[[nodiscard]] constexpr bool is_rows(Format format) {
  return row_of(format).layout == Layout::lines || has_every_column(format);
}

// Returns whether a format is one document for programs, with the data as they are.
[[nodiscard]] constexpr bool is_document(Format format) {
  return row_of(format).layout == Layout::document && !is_for_people(format);
}

// The forms of errors and warnings (--error-format).
enum class ErrorFormat : std::uint8_t { text, json, github };

// The names, each at the position of its value.
inline constexpr std::array<std::string_view, 3> error_format_names{"text", "json", "github"};
static_assert(error_format_names.size() == static_cast<std::size_t>(ErrorFormat::github) + 1);

} // namespace mrctl
