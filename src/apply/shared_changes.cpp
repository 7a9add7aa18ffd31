#include "mrctl/apply/shared_changes.hpp"

#include "mrctl/base/sha256.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/result_rows.hpp"

#include <algorithm>
#include <utility>

namespace mrctl::apply {

namespace {

std::string key_of(const output::Change& change) {
  return sha256(result_json(change));
}

} // namespace

// A change is kept from the second preset on that has it.
SharedChanges::SharedChanges(const Plan& plan) {
  if (!plan.may_share_changes) return;
  for (const auto& preset : plan.presets) {
    if (!is_sent(preset.action)) continue;
    for (auto& change : plan.changes_of(preset)) {
      if (!change.origin) continue;
      auto& counted =
          counted_.try_emplace(key_of(change), CountedChange{counted_.size()}).first->second;
      if (++counted.presets == 2) all_.push_back({std::move(change)});
    }
  }
  std::erase_if(counted_, [](const auto& each) { return each.second.presets < 2; });
  for (auto& shared : all_)
    shared.presets = counted_.at(key_of(shared.change)).presets;
  std::ranges::sort(all_, {}, [&](const SharedChange& shared) {
    return counted_.at(key_of(shared.change)).order;
  });
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
