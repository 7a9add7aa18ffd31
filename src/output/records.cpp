#include "mrctl/output/records.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/output/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace mrctl::output {

namespace {

using Texts = std::vector<std::optional<std::string>>;

// How csv or tsv writes values. A plain value stands as it is.
struct Notation {
  char separator;
  std::string_view empty_line; // a line without any text
  bool (*is_plain)(std::string_view text);
  std::string (*written)(std::string_view text);
};

// A line that begins with "::" would be a command to a CI service.
bool is_plain_in_csv(std::string_view text) {
  return !text.starts_with("::") &&
         std::ranges::all_of(text, [](char c) { return is_printable(c) && c != ',' && c != '"'; });
}

std::string csv_value(std::string_view text) {
  auto value = without_controls(text, "\r\n");
  if (!value.starts_with("::") && value.find_first_of(",\"\r\n") == value.npos) return value;
  for (auto at = value.find('"'); at != std::string::npos; at = value.find('"', at + 2))
    value.insert(at, 1, '"');
  return "\"" + value + "\"";
}

std::string tsv_value(std::string_view text) {
  return without_controls(text, "");
}

// In csv, an empty line would not be a record.
constexpr Notation csv_notation{',', R"("")", is_plain_in_csv, csv_value};
constexpr Notation tsv_notation{'\t', {}, is_printable_ascii, tsv_value};

void add_line(std::string& out, const Texts& texts, const Notation& notation) {
  const auto begin = out.size();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) out += notation.separator;
    if (!texts[i]) continue;
    if (notation.is_plain(*texts[i]))
      out += *texts[i];
    else
      out += notation.written(*texts[i]);
  }
  if (out.size() == begin) out += notation.empty_line;
  out += '\n';
}

std::string lines(const Records& records, Names names, const Notation& notation) {
  std::string out;
  const auto add = [&](const Texts& texts) { add_line(out, texts, notation); };
  if (records.names.empty()) return out;
  if (names == Names::shown) add({records.names.begin(), records.names.end()});
  std::ranges::for_each(records.rows, add);
  return out;
}

struct RecordsWriter {
  Format format;
  std::string (*write)(const Records& records, Names names);
};

constexpr std::array records_writers{
    RecordsWriter{Format::csv, csv},
    RecordsWriter{Format::tsv, tsv},
    RecordsWriter{Format::markdown, markdown},
};

constexpr const RecordsWriter* records_writer(Format format) {
  return find_row(records_writers, &RecordsWriter::format, format);
}
static_assert(std::ranges::all_of(format_rows, [](const FormatRow& row) {
  return is_of_records(row.format) == (records_writer(row.format) != nullptr);
}));

constexpr std::array<std::string_view, 3> identifying{"slug", "tag", "id"};

void add_name(const JsonView& record, ResultNames& names) {
  for (const auto key : identifying) {
    const auto value = find_member(record, key);
    if (!value || !value->is_string()) continue;
    names.push_back(value->string());
    return;
  }
}

} // namespace

std::optional<std::string> text_or_nothing(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

std::string records_text(Format format, const Records& records, Names names) {
  return records_writer(format)->write(records, names);
}

std::string csv(const Records& records, Names names) {
  return lines(records, names, csv_notation);
}

std::string tsv(const Records& records, Names names) {
  return lines(records, names, tsv_notation);
}

std::string markdown(const Records& records, Names names) {
  if (records.names.empty()) return {};
  std::string out;
  const auto add = [&](const Texts& texts) {
    out += "| ";
    for (std::size_t i = 0; i < texts.size(); ++i)
      out.append(i > 0 ? " | " : "").append(texts[i] ? markdown_text(*texts[i]) : "–");
    out += " |\n";
  };
  if (names == Names::shown) {
    add({records.names.begin(), records.names.end()});
    add(Texts(records.names.size(), "---"));
  }
  std::ranges::for_each(records.rows, add);
  return out;
}

std::string name_lines(const ResultNames& names) {
  std::string out;
  for (const auto& name : names)
    out += safe_text(name) + "\n";
  return out;
}

ResultNames names_of_records(std::string_view json) {
  ResultNames names;
  const JsonIndex index(json);
  if (!index.root().is_array()) {
    add_name(index.root(), names);
    return names;
  }
  for (const auto& record : index.root().items())
    add_name(record.value, names);
  return names;
}

} // namespace mrctl::output
