#pragma once

#include <array>
#include <cstddef>

namespace mrctl::apply {

// Returns the values whose rows are at their positions, in the order of the rows' places. Every
// place must be taken.
template <class Value, class Row, std::size_t Count>
constexpr std::array<Value, Count> in_their_places(const std::array<Row, Count>& rows) {
  std::array<Value, Count> values{};
  for (std::size_t i = 0; i < Count; ++i)
    values.at(static_cast<std::size_t>(rows[i].place)) = static_cast<Value>(i);
  return values;
}

} // namespace mrctl::apply
