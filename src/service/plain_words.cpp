#include "plain_words.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"

#include <algorithm>
#include <array>

namespace mrctl::service {

namespace {

constexpr std::array plain_rows{
    PlainWord{"price", ColumnId::prompt, ColumnId::completion, "prompt and completion"},
    PlainWord{"latency", ColumnId::latency_p50, ColumnId::latency_p99, "p50 and p99"},
    PlainWord{"throughput", ColumnId::throughput_p50, ColumnId::throughput_p99, "p50 and p99"},
    PlainWord{"uptime", ColumnId::uptime_1d, ColumnId::uptime_1d, {}},
};

constexpr auto plain_names = names_of(plain_rows);

} // namespace

std::span<const PlainWord> plain_words() {
  return plain_rows;
}

const PlainWord* find_plain_word(std::string_view name) {
  return find_row(plain_rows, &PlainWord::name, name);
}

const PlainWord* nearest_plain_word(std::string_view name) {
  return find_plain_word(nearest_word(name, plain_names));
}

} // namespace mrctl::service
