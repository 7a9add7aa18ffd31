#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace mrctl {

// Returns whether a list has an element that is equal, by itself or by a member.
template <class List, class Wanted, class Member = std::identity>
[[nodiscard]] constexpr bool contains(const List& list, const Wanted& wanted, Member member = {}) {
  return std::ranges::find(list, wanted, member) != std::ranges::end(list);
}

// Adds all elements of a list to another one. They are moved out of a list that is given away.
template <class List, class More>
void append(List& list, More&& more) {
  if constexpr (std::is_lvalue_reference_v<More>)
    std::ranges::copy(more, std::back_inserter(list));
  else
    std::ranges::move(more, std::back_inserter(list));
}

} // namespace mrctl
