#include "mrctl/output/presentation.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/format.hpp"
#include "mrctl/output/html.hpp"
#include "mrctl/output/yaml.hpp"

#include "pages.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace mrctl::output {

namespace {

void write_document(const Presentation& result, const Write& write) {
  if (result.document) return result.document(write);
  std::string_view separator;
  if (result.is_list) write("[");
  result.records([&](std::string_view record) {
    write(separator);
    write(record);
    separator = ",";
  });
  if (result.is_list) write("]");
}

std::string document_of(const Presentation& result) {
  std::string text;
  write_document(result, [&](std::string_view part) { text += part; });
  return text;
}

void write_json(const Presentation& result, const Target& target, const Write& write) {
  if (target.is_terminal) return write(coloured_json(document_of(result), target.terminal));
  write_document(result, write);
  write("\n");
}

void write_jsonl(const Presentation& result, const Target& target, const Write& write) {
  const auto& lines = result.lines ? result.lines : result.records;
  lines([&](std::string_view record) {
    write(target.is_terminal ? safe_jsonl(record) : std::string(record) + "\n");
  });
}

void write_yaml(const Presentation& result, const Target&, const Write& write) {
  write(result.yaml ? result.yaml() : yaml(document_of(result)));
}

void write_raw(const Presentation& result, const Target&, const Write& write) {
  if (result.raw) return result.raw(write);
  write_document(result, write);
  write("\n");
}

// Returns what fills a page, and says below how the result was judged. Both must outlive it.
FillPage with_judgement(const FillPage& page, const Presentation& result) {
  return [&](Page& out) {
    page(out);
    if (result.judgement) out.judgement(result.judgement());
  };
}

void write_text(const Presentation& result, const Target& target, const Write& write) {
  const auto is_wide = target.format == Format::wide && result.wide;
  write_text_page(with_judgement(is_wide ? result.wide : result.page, result), target, write);
}

void write_prose(const Presentation& result, const Target& target, const Write& write) {
  write_text_page(with_judgement(result.prose ? result.prose : result.page, result), target, write);
}

void write_records(const Presentation& result, const Target& target, const Write& write) {
  const bool is_exact = has_every_column(target.format) || !result.shown_rows;
  write(records_text(target.format, is_exact ? result.rows() : result.shown_rows(), target.names));
}

// Writes the rows, and what only the page of the result says besides them.
void write_markdown(const Presentation& result, const Target& target, const Write& write) {
  write_records(result, target, write);
  if (!result.page) return;
  auto of_page = digest_of_page(result.page, DigestedTables::beside_records);
  Digest rest;
  if (result.judgement) {
    rest = digest_of_page([&](Page& page) { page.judgement(result.judgement()); });
    append(rest.lines, std::move(of_page.lines));
  }
  append(rest.tables, std::move(of_page.tables));
  rest.blocks = std::move(of_page.blocks);
  write(markdown_of(rest));
}

void write_names(const Presentation& result, const Target&, const Write& write) {
  write(name_lines(result.names()));
}

void write_html(const Presentation& result, const Target& target, const Write& write) {
  const auto body =
      result.page ? markup_of_page(with_judgement(result.page, result)) : html_table(result.rows());
  write(html_page("mrctl " + target.command, body));
}

void write_findings(const Presentation& result, const Target& target, const Write& write) {
  write(findings_in(target.format, result.findings(),
                    result.judgement ? result.judgement() : Judgement(), target.command));
}

struct FormatWriter {
  Format format;
  void (*write)(const Presentation& result, const Target& target, const Write& write);
};

constexpr std::array format_writers{
    FormatWriter{Format::table, write_text},        FormatWriter{Format::text, write_prose},
    FormatWriter{Format::wide, write_text},         FormatWriter{Format::json, write_json},
    FormatWriter{Format::jsonl, write_jsonl},       FormatWriter{Format::yaml, write_yaml},
    FormatWriter{Format::markdown, write_markdown}, FormatWriter{Format::raw, write_raw},
    FormatWriter{Format::name, write_names},        FormatWriter{Format::html, write_html},
};

// Formats of findings and of records have separate tables.
constexpr auto write_function_of(Format format) -> decltype(FormatWriter::write) {
  if (const auto* row = find_row(format_writers, &FormatWriter::format, format)) return row->write;
  if (is_of_findings(format)) return write_findings;
  return is_of_records(format) ? write_records : nullptr;
}
static_assert(std::ranges::all_of(format_rows, [](const FormatRow& row) {
  return write_function_of(row.format) != nullptr;
}));

std::string list_hint(std::span<const std::string_view> names) {
  std::string out = "the formats are";
  for (const auto name : names)
    out.append(" ").append(name);
  return out;
}

Result<std::size_t> find_name(std::span<const std::string_view> names, std::string_view kind,
                              std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  return fail(Error::unknown_word(kind, name, nearest_word(name, names), list_hint(names)));
}

} // namespace

// The text may be large, so the functions share it.
Presentation present_document(std::string json) {
  const auto text = std::make_shared<const std::string>(std::move(json));
  return {
      .records = [text](const Write& record) { record(compact_json(*text)); },
      .lines =
          [text](const Write& record) {
            if (!JsonIndex(*text).root().is_array()) return record(compact_json(*text));
            for (const auto element : json_elements(*text))
              record(compact_json(element));
          },
      .rows = [text] { return json_records(*text); },
      .names = [text] { return names_of_records(*text); },
      .page = [text](Page& page) { page.document(*text); },
      .raw = [text](const Write& write) { write(*text + "\n"); },
  };
}

void write_result(const Presentation& result, const Target& target, const Write& write) {
  write_function_of(target.format)(result, target, write);
}

// A page with documents and cards alone has no tables: then the digest has the rows.
Digest digest_of(const Presentation& result, const std::string& command) {
  auto digest = result.page ? digest_of_page(with_judgement(result.page, result)) : Digest{};
  if (digest.tables.empty() && result.rows) digest.tables.push_back(result.rows());
  digest.command = command;
  return digest;
}

Result<Format> parse_report_format(std::string_view name) {
  return find_name(report_format_names, "format of a report", name).map([](std::size_t position) {
    return format_rows.at(position).format;
  });
}

Result<ErrorFormat> parse_error_format(std::string_view name) {
  return find_name(error_format_names, "error format", name).map([](std::size_t position) {
    return static_cast<ErrorFormat>(position);
  });
}

} // namespace mrctl::output
