#pragma once

#include "json_growth.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace mrctl {

// Finds the keys of one object: those of a small one are looked through, those of a large one stand
// in a hash table.
class KeyIndex {
public:
  // Returns the position of the member with this key, or how many members there are.
  [[nodiscard]] std::size_t find(const Members& members, std::string_view key) const;
  // Takes in the last member, whose key find() did not find.
  void add_last(const Members& members);

private:
  static constexpr std::size_t few = 16;

  // The hash stands here too: few keys need to be looked at where they are.
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t end = 0; // the member's position plus 1; 0: free
  };

  [[nodiscard]] static std::uint32_t hash_of(std::string_view key) {
    return static_cast<std::uint32_t>(std::hash<std::string_view>()(key));
  }
  [[nodiscard]] std::size_t next(std::size_t slot) const {
    return (slot + 1) & (slots_.size() - 1);
  }
  void insert(Slot added);
  void make_room(const Members& members);

  std::vector<Slot> slots_; // a power of two, at most two thirds of them taken
};

} // namespace mrctl
