#pragma once

#include "mrctl/json/value.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mrctl::output {

// An element of two lists: in both, only in the first (removed), or only in the second (added).
struct Step {
  std::optional<std::size_t> before;
  std::optional<std::size_t> after;

  bool operator==(const Step&) const = default;
};

// Aligns lists whose elements are given by numbers, equal ones by the same number. All lists that
// it aligns share one budget of pairs.
class Aligner {
public:
  // Returns the steps from one list to the other that keep the most elements, in order; removals
  // come before additions. Of lists for which the budget is too small, the common beginning and end
  // are kept, and the rest is compared position by position.
  [[nodiscard]] std::vector<Step> align(std::span<const std::uint32_t> before,
                                        std::span<const std::uint32_t> after);

private:
  std::size_t pairs_left_ = 2'000'000; // compared in some hundredths of a second
};

enum class LineKind { kept, removed, added, left_out };

struct DiffLine {
  LineKind kind = LineKind::kept;
  std::string_view text{}; // without its line break; empty for omitted lines

  bool operator==(const DiffLine&) const = default;
};

// Returns what changed between two texts, line by line: each removed or added line, one line of
// context on either side, and one mark for omitted lines. The lines are views of the texts.
[[nodiscard]] std::vector<DiffLine> changed_lines(std::string_view from, std::string_view to);

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
