#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl::body {

// The position of a value in the body: one step from that of its parent. Pointers are written
// only for problems. It refers to its parent and to its key, and must not outlive them.
class BodyPath {
public:
  BodyPath() = default; // the body itself

  // A member by its documented name, which is part of the names of its rules.
  [[nodiscard]] BodyPath member(std::string_view key) const { return {*this, key, Step::member}; }
  // A pair of a map, or an undocumented member: the key is the user's, and the rules are those of
  // the parent.
  [[nodiscard]] BodyPath pair(std::string_view key) const { return {*this, key, Step::pair}; }
  // An element of a list, which shares the rules of its list.
  [[nodiscard]] BodyPath element(std::size_t index) const { return {*this, index}; }

  [[nodiscard]] bool is_body() const { return whole_ == nullptr; }
  [[nodiscard]] std::string pointer() const;
  // Returns what rules begin with: "provider.max_price"; nothing for the body.
  [[nodiscard]] std::string rule() const;

private:
  enum class Step { member, pair, element };

  BodyPath(const BodyPath& whole, std::string_view key, Step step)
      : whole_(&whole), key_(key), step_(step) {}
  BodyPath(const BodyPath& whole, std::size_t index)
      : whole_(&whole), index_(index), step_(Step::element) {}

  const BodyPath* whole_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
  Step step_ = Step::member;
};

} // namespace mrctl::body
