#pragma once

#include "mrctl/apply/plan.hpp"
#include "mrctl/output/changes.hpp"

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

namespace mrctl::apply {

// A change that several presets take from one place: a line of a base, or a flag.
struct SharedChange {
  output::Change change;
  std::size_t presets = 0;
};

// The changes of a plan that reports show once. Keeps a hash of each change that a base or a flag
// makes.
class SharedChanges {
public:
  explicit SharedChanges(const Plan& plan);

  // Returns them in the order of the first preset that has each.
  [[nodiscard]] const std::vector<SharedChange>& all() const { return all_; }
  // Returns the changes of a preset without those that it shares.
  [[nodiscard]] std::vector<output::Change>
  without_shared(std::vector<output::Change> changes) const;

private:
  struct CountedChange {
    std::size_t order = 0;
    std::size_t presets = 0;
  };

  std::unordered_map<std::string, CountedChange> counted_;
  std::vector<SharedChange> all_;
};

} // namespace mrctl::apply
