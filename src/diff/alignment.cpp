#include "mrctl/diff/alignment.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace mrctl::diff {

namespace {

// More pairs than these take too long to compare.
constexpr std::size_t most_pairs = 1'000'000;

class Alignment {
public:
  Alignment(Stretch before, Stretch after, const IsSame& is_same)
      : before_(before), after_(after), is_same_(is_same) {}

  [[nodiscard]] std::vector<Step> steps() &&;

private:
  [[nodiscard]] bool is_same(std::size_t i, std::size_t j) const {
    return is_same_(before_.begin + i, after_.begin + j);
  }
  void take_common_beginning();
  [[nodiscard]] std::size_t common_end() const;
  void align_rest();
  void align_by_position();
  void keep(std::size_t i, std::size_t j) {
    steps_.push_back({before_.begin + i, after_.begin + j});
  }
  void remove(std::size_t i) { steps_.push_back({before_.begin + i, {}}); }
  void add(std::size_t j) { steps_.push_back({{}, after_.begin + j}); }

  Stretch before_;
  Stretch after_;
  const IsSame& is_same_;
  std::vector<Step> steps_;
};

std::vector<Step> Alignment::steps() && {
  take_common_beginning();
  const auto end = common_end();
  before_.size -= end;
  after_.size -= end;
  if (before_.size * after_.size > most_pairs)
    align_by_position();
  else
    align_rest();
  for (std::size_t i = 0; i < end; ++i)
    keep(before_.size + i, after_.size + i);
  return std::move(steps_);
}

void Alignment::take_common_beginning() {
  std::size_t count = 0;
  while (count < before_.size && count < after_.size && is_same(count, count)) {
    keep(count, count);
    ++count;
  }
  before_ = {before_.begin + count, before_.size - count};
  after_ = {after_.begin + count, after_.size - count};
}

std::size_t Alignment::common_end() const {
  std::size_t count = 0;
  while (count < before_.size && count < after_.size &&
         is_same(before_.size - 1 - count, after_.size - 1 - count))
    ++count;
  return count;
}

// The longest common subsequence: lengths_[i][j] is that of the tails from i and j.
void Alignment::align_rest() {
  const auto width = after_.size + 1;
  std::vector<std::uint32_t> lengths((before_.size + 1) * width, 0);
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
    return lengths[i * width + j];
  };
  for (auto i = before_.size; i-- > 0;)
    for (auto j = after_.size; j-- > 0;)
      at(i, j) = is_same(i, j) ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < before_.size || j < after_.size) {
    if (i < before_.size && j < after_.size && is_same(i, j))
      keep(i++, j++);
    else if (i < before_.size && (j == after_.size || at(i + 1, j) >= at(i, j + 1)))
      remove(i++);
    else
      add(j++);
  }
}

void Alignment::align_by_position() {
  const auto common = std::min(before_.size, after_.size);
  for (std::size_t i = 0; i < common; ++i) {
    if (is_same(i, i)) {
      keep(i, i);
    } else {
      remove(i);
      add(i);
    }
  }
  for (auto i = common; i < before_.size; ++i)
    remove(i);
  for (auto j = common; j < after_.size; ++j)
    add(j);
}

} // namespace

std::vector<Step> align(Stretch before, Stretch after, const IsSame& is_same) {
  return Alignment(before, after, is_same).steps();
}

} // namespace mrctl::diff
