#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <string_view>
#include <type_traits>
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

// Returns the elements of all lists.
template <class Element, class... More>
[[nodiscard]] std::vector<Element> joined(std::vector<Element> list, More&&... more) {
  (append(list, std::forward<More>(more)), ...);
  return list;
}

// Returns what a function or a member makes of each element.
template <class List, class Make>
[[nodiscard]] auto mapped(const List& list, Make make) {
  std::vector<std::decay_t<std::invoke_result_t<Make, decltype(*std::begin(list))>>> out;
  for (const auto& element : list)
    out.push_back(std::invoke(make, element));
  return out;
}

// Tables are constant arrays of rows that have a name or another key.

// Returns the names of the rows, in their order.
template <class Row, std::size_t count>
[[nodiscard]] constexpr std::array<std::string_view, count>
names_of(const std::array<Row, count>& rows, std::string_view Row::*name = &Row::name) {
  std::array<std::string_view, count> names;
  for (std::size_t i = 0; i < count; ++i)
    names[i] = rows[i].*name;
  return names;
}

// Returns the first row with this key, or null. Works on any container of rows.
template <class Rows, class Row, class Key, class Wanted>
[[nodiscard]] constexpr const Row* find_row(const Rows& rows, Key Row::*member, const Wanted& key) {
  for (const Row& row : rows)
    if (row.*member == key) return &row;
  return nullptr;
}

// Returns the rows of all tables, in their order.
template <class Row, std::size_t... counts>
[[nodiscard]] constexpr auto joined(const std::array<Row, counts>&... tables) {
  std::array<Row, (counts + ...)> rows{};
  auto* end = rows.data();
  ((end = std::copy(tables.begin(), tables.end(), end)), ...);
  return rows;
}

// Returns what a function makes of each row.
template <class Row, std::size_t count, class Make>
[[nodiscard]] constexpr auto made_of(const std::array<Row, count>& rows, Make make) {
  std::array<decltype(make(rows[0])), count> made{};
  std::transform(rows.begin(), rows.end(), made.begin(), make);
  return made;
}

// Returns whether no two rows share a key.
template <class Row, std::size_t count, class Key>
[[nodiscard]] constexpr bool are_unique(const std::array<Row, count>& rows, Key Row::*member) {
  for (const auto& row : rows)
    if (find_row(rows, member, row.*member) != &row) return false;
  return true;
}

// Returns whether there is a row for each enumerator up to `last`, in their order.
template <class Row, std::size_t count, class Key>
[[nodiscard]] constexpr bool stand_in_order(const std::array<Row, count>& rows, Key Row::*member,
                                            Key last) {
  for (std::size_t i = 0; i < count; ++i)
    if (rows[i].*member != static_cast<Key>(i)) return false;
  return rows.back().*member == last;
}

// A text and words, separated by commas, put together when the program is compiled: for help.
template <const auto& beginning, const auto& words>
class WithWords {
  static constexpr std::size_t size = [] {
    auto sum = beginning.size() + 2 * (words.size() - 1);
    for (const auto word : words)
      sum += word.size();
    return sum;
  }();
  static constexpr std::array<char, size> chars = [] {
    std::array<char, size> out{};
    auto* end = std::copy(beginning.begin(), beginning.end(), out.data());
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i > 0) end = std::copy_n(", ", 2, end);
      end = std::copy(words[i].begin(), words[i].end(), end);
    }
    return out;
  }();

public:
  static constexpr std::string_view text{chars.data(), size};
};

} // namespace mrctl
