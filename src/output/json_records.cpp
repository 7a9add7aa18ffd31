#include "mrctl/output/json_records.hpp"

#include "mrctl/base/white_space.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"

#include <algorithm>
#include <unordered_map>

namespace mrctl::output {

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
