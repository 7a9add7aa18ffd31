#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl::request {

// Where a value stands in the body: one step from the spot of what holds it. A walk that finds
// nothing wrong spells no pointer. A spot refers to the one that it was made from and to its key,
// and must not outlive them.
class Spot {
public:
  Spot() = default; // the body itself

  // A member by its documented name, which is part of the names of its rules.
  [[nodiscard]] Spot member(std::string_view key) const { return {*this, key, Step::member}; }
  // A pair of a map, or a member that nobody knows: the key is the user's, the rules are those of
  // the whole.
  [[nodiscard]] Spot pair(std::string_view key) const { return {*this, key, Step::pair}; }
  // An element of a list, which shares the rules of its list.
  [[nodiscard]] Spot element(std::size_t index) const { return {*this, index}; }

  [[nodiscard]] bool is_body() const { return whole_ == nullptr; }
  [[nodiscard]] std::string pointer() const;
  // Returns what rules begin with: "provider.max_price"; nothing for the body.
  [[nodiscard]] std::string rule() const;

private:
  enum class Step { member, pair, element };

  Spot(const Spot& whole, std::string_view key, Step step)
      : whole_(&whole), key_(key), step_(step) {}
  Spot(const Spot& whole, std::size_t index)
      : whole_(&whole), index_(index), step_(Step::element) {}

  const Spot* whole_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
  Step step_ = Step::member;
};

} // namespace mrctl::request
