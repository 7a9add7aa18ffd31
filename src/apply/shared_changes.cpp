#include "mrctl/apply/shared_changes.hpp"

#include "mrctl/base/sha256.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/result_rows.hpp"

#include <map>
#include <utility>

namespace mrctl::apply {

namespace {

std::string key_of(const output::Change& change) {
  return sha256(result_json(change));
}

} // namespace

// A change that only one preset has is kept as its hash only: with 100,000 presets, the texts of
// all changes may need any amount of memory.
SharedChanges::SharedChanges(const Plan& plan) {
  if (!plan.may_share_changes) return;
  std::map<std::size_t, SharedChange> shared; // by when each was first seen
  for (const auto& preset : plan.presets) {
    if (!is_sent(preset.action)) continue;
    for (auto& change : plan.changes_of(preset)) {
      if (!change.origin) continue;
      auto& [order, presets] =
          counted_.try_emplace(key_of(change), CountedChange{counted_.size()}).first->second;
      if (++presets < 2) continue;
      auto& row = shared[order];
      if (presets == 2) row.change = std::move(change);
      row.presets = presets;
    }
  }
  for (auto& [order, row] : shared)
    all_.push_back(std::move(row));
  std::erase_if(counted_, [](const auto& each) { return each.second.presets < 2; });
}

std::vector<output::Change>
SharedChanges::without_shared(std::vector<output::Change> changes) const {
  if (!counted_.empty())
    std::erase_if(changes, [&](const output::Change& change) {
      return change.origin && counted_.contains(key_of(change));
    });
  return changes;
}

} // namespace mrctl::apply
