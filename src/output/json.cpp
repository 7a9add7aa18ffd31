#include "mrctl/output/json.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/output/text.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace mrctl::output {

namespace {

// Objects without common members would make a huge and nearly empty table: its cells may take no
// more memory than other forms of the text.
constexpr std::size_t most_cells_for(std::size_t text_size) {
  return std::min<std::size_t>(10'000'000, 200'000 + text_size / 4);
}
constexpr std::string_view only_column = "value";

std::optional<std::string> cell_text(const JsonView& value) {
  if (value.is_null()) return std::nullopt;
  if (!value.is_structured()) return text_or_spelling(value);
  const auto items = value.items();
  const bool is_nested = std::any_of(
      items.begin(), items.end(), [](const JsonItem& item) { return item.value.is_structured(); });
  if (value.is_object() || value.size() == 0 || is_nested) return compact_json(value.text());
  std::string text;
  for (const auto& item : items)
    text += (text.empty() ? "" : " ") + text_or_spelling(item.value);
  return text;
}

// Collects records while their columns become known.
class Collector {
public:
  explicit Collector(std::size_t most_cells) : most_cells_(most_cells) {}
  void add(const JsonView& record) {
    records_.rows.emplace_back();
    if (record.is_object())
      add_members(record, {});
    else
      put(std::string(only_column), record);
  }

  [[nodiscard]] bool is_too_large() const {
    return records_.names.size() * records_.rows.size() > most_cells_;
  }
  Records take() && {
    for (auto& row : records_.rows)
      row.resize(records_.names.size());
    return std::move(records_);
  }

private:
  void add_members(const JsonView& object, const std::string& prefix) {
    for (const auto& item : object.items()) {
      if (is_too_large()) return;
      const auto name = prefix + item.key();
      if (item.value.is_object() && item.value.size() > 0)
        add_members(item.value, name + ".");
      else
        put(name, item.value);
    }
  }

  void put(const std::string& name, const JsonView& value) {
    const auto [column, is_new] = columns_.emplace(name, records_.names.size());
    if (is_new) records_.names.push_back(name);
    auto& row = records_.rows.back();
    row.resize(std::max(row.size(), column->second + 1));
    row[column->second] = cell_text(value);
  }

  std::size_t most_cells_;
  Records records_;
  std::unordered_map<std::string, std::size_t> columns_;
};

Records one_column(const std::vector<JsonView>& values) {
  Records records{{std::string(only_column)}};
  for (const auto& value : values)
    records.rows.push_back({compact_json(value.text())});
  return records;
}

} // namespace

std::string coloured_json(std::string_view text, const Terminal& terminal) {
  constexpr std::array styles{Style::key, Style::string, Style::literal, Style::number};
  const JsonIndex index(text);
  return written_json(index.root(), JsonLayout::lines,
                      [&](std::string& out, JsonPart part, std::string_view token) {
                        const auto style = styles.at(static_cast<std::size_t>(part));
                        out += styled(safe_json_string(token), style, terminal);
                      }) +
         "\n";
}

std::string safe_jsonl(std::string_view lines) {
  std::string text;
  for (const auto line : lines_in(lines))
    text += safe_json_string(line) + "\n";
  return text;
}

Records json_records(std::string_view json) {
  const JsonIndex index(json);
  std::vector<JsonView> values;
  if (!index.root().is_array())
    values.push_back(index.root());
  else
    for (const auto& item : index.root().items())
      values.push_back(item.value);
  Collector collector(most_cells_for(json.size()));
  for (const auto& value : values) {
    collector.add(value);
    if (collector.is_too_large()) return one_column(values);
  }
  return std::move(collector).take();
}

} // namespace mrctl::output
