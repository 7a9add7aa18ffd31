#include "mrctl/render/records.hpp"

#include "mrctl/render/text.hpp"

#include <string_view>

namespace mrctl::render {

namespace {

using Texts = std::vector<std::optional<std::string>>;

std::string csv_value(std::string_view text) {
  auto value = without_controls(text, "\r\n");
  if (value.find_first_of(",\"\r\n") == std::string::npos) return value;
  for (auto at = value.find('"'); at != std::string::npos; at = value.find('"', at + 2))
    value.insert(at, 1, '"');
  return "\"" + value + "\"";
}

std::string tsv_value(std::string_view text) {
  return without_controls(text, "");
}

std::string markdown_value(std::string_view text) {
  std::string out;
  for (const char c : safe_text(text)) {
    if (std::string_view("\\|`*<>[]").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
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

template <class Write>
std::string lines(const Records& records, Names names, std::string_view separator, Write write) {
  std::string out;
  if (names == Names::shown)
    out += joined({records.names.begin(), records.names.end()}, separator, write) + "\n";
  for (const auto& row : records.rows)
    out += joined(row, separator, write) + "\n";
  return out;
}

} // namespace

std::string csv(const Records& records, Names names) {
  return lines(records, names, ",", csv_value);
}

std::string tsv(const Records& records, Names names) {
  return lines(records, names, "\t", tsv_value);
}

std::string markdown(const Records& records) {
  const auto line = [](const std::string& values) { return "| " + values + " |\n"; };
  std::string out =
      line(joined({records.names.begin(), records.names.end()}, " | ", markdown_value));
  out += line(joined(Texts(records.names.size(), "---"), " | ", markdown_value));
  for (const auto& row : records.rows)
    out += line(joined(row, " | ", markdown_value));
  return out;
}

} // namespace mrctl::render
