#include "mrctl/output/yaml.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/output/text.hpp"

#include <array>
#include <utility>

namespace mrctl::output {

namespace {

constexpr std::size_t step = 2;

// Deeper values are written on one line, or the indentation would outgrow the text.
constexpr std::size_t deepest_block = 32;

// A key must end within 1024 characters, or be marked as one (YAML 1.2, section 7.4.2).
constexpr std::size_t longest_unmarked_key = 1000;

constexpr std::array<std::string_view, 9> reserved_words{"y",   "n",    "yes",   "no",  "on",
                                                         "off", "true", "false", "null"};

bool is_visible(std::string_view text) {
  return safe_text(text) == text;
}

// Texts with a harmless beginning are not quoted; anything that might be a number, a date or an
// indicator is.
bool is_plain_scalar(std::string_view text) {
  if (text.empty() || text.back() == ':' || text.back() == ' ') return false;
  const char first = text.front();
  const bool begins_harmlessly =
      is_letter(first) || first == '_' || first == '/' || static_cast<unsigned char>(first) >= 0x80;
  return begins_harmlessly && text.find(": ") == std::string_view::npos &&
         text.find(" #") == std::string_view::npos && !contains(reserved_words, lower_case(text)) &&
         is_visible(text);
}

// safe_text() happens to use YAML's escapes for double quotes.
std::string in_quotes(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return "\"" + safe_text(out) + "\"";
}

std::string scalar(std::string_view token) {
  if (!token.starts_with('"')) return std::string(token);
  const auto text = json_unquoted(token);
  return is_plain_scalar(text) ? text : in_quotes(text);
}

// Returns whether the lines can be written unchanged.
bool fits_block(std::string_view text) {
  if (text.empty() || text.find('\n') == std::string_view::npos) return false;
  if (text.front() == ' ' || text.front() == '\n' || text.ends_with("\n\n")) return false;
  for (const auto line : lines_in(text)) {
    const bool is_blank = line.find_first_not_of(' ') == std::string_view::npos;
    if ((is_blank && !line.empty()) || !is_visible(line)) return false;
  }
  return true;
}

// The text before a value on its line.
enum class Lead { nothing, key, dash };

class YamlWriter {
public:
  // The content of a value is indented by `depth` steps.
  void write_value(const JsonView& value, Lead lead, std::size_t depth) {
    if (!value.is_structured()) return write_scalar(value, lead, depth);
    if (value.size() > 0 && depth < deepest_block) return write_items(value, lead, depth);
    if (lead != Lead::nothing) out_ += ' ';
    write_in_line(value);
    out_ += '\n';
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

private:
  void write_items(const JsonView& list, Lead lead, std::size_t depth) {
    for (const auto& item : list.items()) {
      begin_line(lead, depth);
      lead = Lead::nothing;
      if (list.is_array()) {
        out_ += '-';
        write_value(item.value, Lead::dash, depth + 1);
        continue;
      }
      const bool is_long = item.written_key.size() > longest_unmarked_key;
      out_ += (is_long ? "? " : "") + scalar(item.written_key);
      if (is_long) begin_line(Lead::key, depth);
      out_ += ':';
      write_value(item.value, Lead::key, depth + 1);
    }
  }

  void write_scalar(const JsonView& value, Lead lead, std::size_t depth) {
    const auto token = value.text();
    if (lead != Lead::nothing) out_ += ' ';
    const bool has_lines = lead != Lead::nothing && token.find("\\n") != std::string_view::npos;
    if (const auto text = has_lines ? value.string() : std::string(); fits_block(text))
      return write_block(text, depth);
    out_ += scalar(token) + "\n";
  }

  void write_block(std::string_view text, std::size_t depth) {
    out_ += text.ends_with('\n') ? "|" : "|-";
    for (const auto line : lines_in(text)) {
      out_ += '\n';
      if (!line.empty()) out_.append(depth * step, ' ').append(line);
    }
    out_ += '\n';
  }

  void write_in_line(const JsonView& value) {
    if (!value.is_structured()) {
      out_ += value.is_string() ? in_quotes(value.string()) : std::string(value.text());
      return;
    }
    const auto* brackets = value.is_object() ? "{}" : "[]";
    out_ += brackets[0];
    std::string_view before;
    for (const auto& item : value.items()) {
      out_ += std::exchange(before, ", ");
      if (value.is_object()) {
        const bool is_long = item.written_key.size() > longest_unmarked_key;
        out_ += (is_long ? "? " : "") + in_quotes(item.key()) + ": ";
      }
      write_in_line(item.value);
    }
    out_ += brackets[1];
  }

  // The first line of a list item is on the line of its dash.
  void begin_line(Lead lead, std::size_t depth) {
    if (lead == Lead::dash) {
      out_ += ' ';
      return;
    }
    if (lead == Lead::key) out_ += '\n';
    out_.append(depth * step, ' ');
  }

  std::string out_;
};

} // namespace

std::string yaml(std::string_view json) {
  const JsonIndex index(json);
  YamlWriter writer;
  writer.write_value(index.root(), Lead::nothing, 0);
  return writer.take();
}

} // namespace mrctl::output
