#include "plain_words.hpp"

#include "mrctl/base/nearest.hpp"

#include <algorithm>
#include <array>

namespace mrctl::model {

namespace {

constexpr std::array rows{
    PlainWord{"price", ColumnId::prompt, ColumnId::completion, "prompt and completion"},
    PlainWord{"latency", ColumnId::latency_p50, ColumnId::latency_p99, "p50 and p99"},
    PlainWord{"throughput", ColumnId::throughput_p50, ColumnId::throughput_p99, "p50 and p99"},
    PlainWord{"uptime", ColumnId::uptime_1d, ColumnId::uptime_1d, {}},
};

constexpr std::array names = [] {
  std::array<std::string_view, rows.size()> out;
  for (std::size_t i = 0; i < rows.size(); ++i)
    out[i] = rows[i].name;
  return out;
}();

} // namespace

std::span<const PlainWord> plain_words() {
  return rows;
}

const PlainWord* find_plain_word(std::string_view name) {
  const auto* found = std::find_if(rows.begin(), rows.end(),
                                   [&](const PlainWord& row) { return row.name == name; });
  return found == rows.end() ? nullptr : found;
}

const PlainWord* nearest_plain_word(std::string_view name) {
  return find_plain_word(nearest_word(name, names));
}

} // namespace mrctl::model
