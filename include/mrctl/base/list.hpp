#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

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

// Returns what a function or a member makes of each element.
template <class List, class Make>
[[nodiscard]] auto mapped(const List& list, Make make) {
  std::vector<std::decay_t<std::invoke_result_t<Make, decltype(*std::begin(list))>>> out;
  for (const auto& element : list)
    out.push_back(std::invoke(make, element));
  return out;
}

} // namespace mrctl
