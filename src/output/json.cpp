#include "mrctl/output/json.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"
#include "mrctl/output/text.hpp"

#include <algorithm>
#include <unordered_map>

namespace mrctl::output {

namespace {

std::string line_break(std::size_t depth) {
  return "\n" + std::string(2 * depth, ' ');
}

bool opens(std::string_view token) {
  return token == "{" || token == "[";
}

bool closes(std::string_view token) {
  return token == "}" || token == "]";
}

Style style_of_token(std::string_view token, std::string_view following) {
  if (token.front() == '"') return following == ":" ? Style::key : Style::string;
  return token == "true" || token == "false" || token == "null" ? Style::literal : Style::number;
}

} // namespace

std::string one_document(std::span<const std::string> data, DataCount count) {
  std::size_t size = 3; // brackets, and a newline
  for (const auto& document : data)
    size += document.size() + 1;
  std::string text;
  text.reserve(size);
  if (count == DataCount::several) text += '[';
  for (const auto& document : data) {
    if (&document != data.data()) text += ',';
    text += document;
  }
  if (count == DataCount::several) text += ']';
  return text;
}

std::string json(std::string_view text) {
  return compact_json(text) + "\n";
}

std::string coloured_json(std::string_view text, const Terminal& terminal) {
  JsonTokens tokens(text);
  std::string out;
  std::size_t depth = 0;
  while (!tokens.peek().empty()) {
    const auto token = tokens.next();
    const auto following = tokens.peek();
    if (opens(token)) {
      out += token;
      out += closes(following) ? std::string(tokens.next()) : line_break(++depth);
    } else if (closes(token)) {
      out.append(line_break(--depth)).append(token);
    } else if (token == ",") {
      out.append(token).append(line_break(depth));
    } else if (token == ":") {
      out += ": ";
    } else {
      out += styled(safe_json_string(token), style_of_token(token, following), terminal);
    }
  }
  return out + "\n";
}

std::string jsonl(std::span<const std::string> data) {
  std::string text;
  for (const auto& document : data)
    text += json(document);
  return text;
}

std::string safe_jsonl(std::string_view lines) {
  std::string text;
  while (!lines.empty()) {
    const auto line = lines.substr(0, lines.find('\n'));
    text += safe_json_string(line) + "\n";
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
  }
  return text;
}

namespace {

// Objects without common members would make a huge and nearly empty table.
constexpr std::size_t most_cells = 10'000'000;
constexpr std::string_view only_column = "value";

bool is_nested(std::string_view value) {
  return value.starts_with('{') || value.starts_with('[');
}

std::string text_of_scalar(std::string_view value) {
  return value.starts_with('"') ? json_unquoted(value) : std::string(value);
}

std::optional<std::string> text_of(std::string_view value) {
  if (value == "null") return std::nullopt;
  if (!is_nested(value)) return text_of_scalar(value);
  const auto elements = json_elements(value);
  if (elements.empty() || std::any_of(elements.begin(), elements.end(), is_nested))
    return compact_json(value);
  std::string text;
  for (const auto& element : elements)
    text += (text.empty() ? "" : " ") + text_of_scalar(element);
  return text;
}

// Collects records while their columns become known.
class Collector {
public:
  void add(std::string_view record);
  [[nodiscard]] bool is_too_large() const {
    return records_.names.size() * records_.rows.size() > most_cells;
  }
  Records take() &&;

private:
  void add_members(std::string_view object, const std::string& prefix);
  void put(const std::string& name, std::string_view value);

  Records records_;
  std::unordered_map<std::string, std::size_t> columns_;
};

void Collector::add(std::string_view record) {
  records_.rows.emplace_back();
  if (record.starts_with('{'))
    add_members(record, {});
  else
    put(std::string(only_column), record);
}

void Collector::add_members(std::string_view object, const std::string& prefix) {
  for (const auto& member : json_members(object)) {
    if (is_too_large()) return;
    const auto name = prefix + json_unquoted("\"" + std::string(member.key) + "\"");
    if (member.value.starts_with('{') && !json_members(member.value).empty())
      add_members(member.value, name + ".");
    else
      put(name, member.value);
  }
}

void Collector::put(const std::string& name, std::string_view value) {
  const auto [column, is_new] = columns_.emplace(name, records_.names.size());
  if (is_new) records_.names.push_back(name);
  auto& row = records_.rows.back();
  row.resize(std::max(row.size(), column->second + 1));
  row[column->second] = text_of(value);
}

Records Collector::take() && {
  for (auto& row : records_.rows)
    row.resize(records_.names.size());
  return std::move(records_);
}

Records one_column(const std::vector<std::string_view>& values) {
  Records records{{std::string(only_column)}};
  for (const auto value : values)
    records.rows.push_back({compact_json(value)});
  return records;
}

} // namespace

Records json_records(std::string_view json) {
  const bool is_list = JsonTokens(json).peek() == "[";
  const auto values = is_list ? json_elements(json) : std::vector{trimmed(json)};
  Collector collector;
  for (const auto value : values) {
    collector.add(value);
    if (collector.is_too_large()) return one_column(values);
  }
  return std::move(collector).take();
}

} // namespace mrctl::output
