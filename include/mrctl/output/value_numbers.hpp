#pragma once

#include "mrctl/json/value.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mrctl::output {

enum class ListOrder : std::uint8_t { counts, ignored };

// Numbers values and texts: equal ones, and only these, have the same number. So a value is read
// once, however often it is compared. Numbers are compared by their exact value; the order of
// members does not matter. What was numbered must outlive this, unchanged.
class ValueNumbers {
public:
  using Number = std::uint32_t;

  explicit ValueNumbers(ListOrder order = ListOrder::counts) : order_(order) {}

  [[nodiscard]] Number of(const Json& value);
  [[nodiscard]] Number of_text(std::string_view text);

private:
  [[nodiscard]] Number of_structure(const Json& value);
  [[nodiscard]] Number next() { return count_++; }

  ListOrder order_;
  Number count_ = 0;
  // Ordered, because texts could be chosen to collide in a hash table.
  std::map<std::string_view, Number> texts_;
  std::map<std::string, Number> literals_;           // numbers, booleans, null
  std::map<std::vector<Number>, Number> structures_; // by the numbers of their content
  std::unordered_map<const Json*, Number> known_;    // objects and lists that were read
};

} // namespace mrctl::output
