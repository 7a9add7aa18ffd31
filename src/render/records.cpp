#include "mrctl/render/records.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/render/text.hpp"

#include "markdown_text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace mrctl::render {

namespace {

using Texts = std::vector<std::optional<std::string>>;

// A line that begins with "::" would be a command to a CI service.
bool needs_quotes(std::string_view value) {
  return value.starts_with("::") || std::any_of(value.begin(), value.end(), [](char c) {
           return c == ',' || c == '"' || c == '\r' || c == '\n';
         });
}

std::string csv_value(std::string_view text) {
  auto value = without_controls(text, "\r\n");
  if (!needs_quotes(value)) return value;
  for (auto at = value.find('"'); at != std::string::npos; at = value.find('"', at + 2))
    value.insert(at, 1, '"');
  return "\"" + value + "\"";
}

std::string tsv_value(std::string_view text) {
  return without_controls(text, "");
}

// Inside a word, an underscore is not markup.
bool is_markup(std::string_view text, std::size_t at) {
  if (is_alphanumeric(text[at])) return false;
  if (text[at] != '_')
    return std::string_view("\\|`*<[~&$").find(text[at]) != std::string_view::npos;
  const bool is_inside = at > 0 && at + 1 < text.size() && is_alphanumeric(text[at - 1]) &&
                         is_alphanumeric(text[at + 1]);
  return !is_inside;
}

template <class Write>
std::string joined(const Texts& texts, std::string_view separator, Write write) {
  std::string out;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) out += separator;
    if (texts[i]) out += write(*texts[i]);
  }
  return out;
}

// A line without any text.
constexpr std::string_view empty_csv_line = R"("")"; // an empty line would not be a record
constexpr std::string_view empty_tsv_line;

template <class Write>
std::string lines(const Records& records, Names names, std::string_view separator,
                  std::string_view empty_line, Write write) {
  std::string out;
  const auto add = [&](const Texts& texts) {
    const auto line = joined(texts, separator, write);
    out.append(line.empty() ? empty_line : line).append("\n");
  };
  if (records.names.empty()) return out;
  if (names == Names::shown) add({records.names.begin(), records.names.end()});
  std::for_each(records.rows.begin(), records.rows.end(), add);
  return out;
}

struct Writer {
  Format format;
  std::string (*write)(const Records& records, Names names);
};

constexpr std::array writers{
    Writer{Format::csv, csv},
    Writer{Format::tsv, tsv},
    Writer{Format::markdown, markdown},
};

constexpr const Writer* writer_of(Format format) {
  return std::find_if(writers.begin(), writers.end(),
                      [&](const Writer& row) { return row.format == format; });
}
static_assert(std::all_of(format_rows.begin(), format_rows.end(), [](const FormatRow& row) {
  return is_of_records(row.format) == (writer_of(row.format) != writers.end());
}));

} // namespace

std::string markdown_text(std::string_view text) {
  const auto safe = safe_text(text);
  std::string out;
  for (std::size_t i = 0; i < safe.size(); ++i) {
    if (is_markup(safe, i)) out += '\\';
    out += safe[i];
  }
  return out;
}

std::string records_in(Format format, const Records& records, Names names) {
  return writer_of(format)->write(records, names);
}

std::string csv(const Records& records, Names names) {
  return lines(records, names, ",", empty_csv_line, csv_value);
}

std::string tsv(const Records& records, Names names) {
  return lines(records, names, "\t", empty_tsv_line, tsv_value);
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
  std::for_each(records.rows.begin(), records.rows.end(), add);
  return out;
}

} // namespace mrctl::render
