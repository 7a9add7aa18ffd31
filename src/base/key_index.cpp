#include "key_index.hpp"

#include <algorithm>

namespace mrctl {

std::size_t KeyIndex::find(const Members& members, std::string_view key) const {
  if (slots_.empty()) {
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const auto& member) { return member.first == key; });
    return static_cast<std::size_t>(found - members.begin());
  }
  const auto hash = hash_of(key);
  for (auto slot = hash & (slots_.size() - 1); slots_[slot].end != 0; slot = next(slot))
    if (slots_[slot].hash == hash && members[slots_[slot].end - 1].first == key)
      return slots_[slot].end - 1;
  return members.size();
}

void KeyIndex::add_last(const Members& members) {
  if (members.size() <= few) return;
  if (members.size() * 3 > slots_.size() * 2)
    make_room(members);
  else
    insert({hash_of(members.back().first), static_cast<std::uint32_t>(members.size())});
}

void KeyIndex::insert(Slot added) {
  auto slot = added.hash & (slots_.size() - 1);
  while (slots_[slot].end != 0)
    slot = next(slot);
  slots_[slot] = added;
}

void KeyIndex::make_room(const Members& members) {
  slots_.assign(std::max(slots_.size() * 2, few * 4), {});
  for (std::uint32_t end = 1; end <= members.size(); ++end)
    insert({hash_of(members[end - 1].first), end});
}

} // namespace mrctl
