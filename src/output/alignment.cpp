#include "mrctl/output/alignment.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace mrctl::output {

namespace {

using ElementNumbers = std::span<const std::uint32_t>;

class Alignment {
public:
  Alignment(ElementNumbers before, ElementNumbers after) : before_(before), after_(after) {}

  void take_common_beginning();
  void take_common_end();
  // The pairs of elements that are left.
  [[nodiscard]] std::size_t pairs() const { return before_.size() * after_.size(); }
  void align_rest();
  void align_by_position();
  [[nodiscard]] std::vector<Step> steps() &&;

private:
  [[nodiscard]] bool is_same(std::size_t i, std::size_t j) const { return before_[i] == after_[j]; }
  void keep(std::size_t i, std::size_t j) { steps_.push_back({begin_ + i, begin_ + j}); }
  void remove(std::size_t i) { steps_.push_back({begin_ + i, {}}); }
  void add(std::size_t j) { steps_.push_back({{}, begin_ + j}); }

  ElementNumbers before_;
  ElementNumbers after_;
  std::size_t begin_ = 0; // the length of the common beginning
  std::size_t end_ = 0;   // and of the end
  std::vector<Step> steps_;
};

void Alignment::take_common_beginning() {
  const auto most = std::min(before_.size(), after_.size());
  std::size_t count = 0;
  for (; count < most && is_same(count, count); ++count)
    keep(count, count);
  before_ = before_.subspan(count);
  after_ = after_.subspan(count);
  begin_ = count;
}

void Alignment::take_common_end() {
  const auto most = std::min(before_.size(), after_.size());
  while (end_ < most && is_same(before_.size() - 1 - end_, after_.size() - 1 - end_))
    ++end_;
  before_ = before_.first(before_.size() - end_);
  after_ = after_.first(after_.size() - end_);
}

std::vector<Step> Alignment::steps() && {
  for (std::size_t i = 0; i < end_; ++i)
    keep(before_.size() + i, after_.size() + i);
  return std::move(steps_);
}

// The longest common subsequence: lengths_[i][j] is that of the tails from i and j.
void Alignment::align_rest() {
  const auto width = after_.size() + 1;
  std::vector<std::uint32_t> lengths((before_.size() + 1) * width, 0);
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
    return lengths[i * width + j];
  };
  for (auto i = before_.size(); i-- > 0;)
    for (auto j = after_.size(); j-- > 0;)
      at(i, j) = is_same(i, j) ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < before_.size() || j < after_.size()) {
    if (i < before_.size() && j < after_.size() && is_same(i, j))
      keep(i++, j++);
    else if (i < before_.size() && (j == after_.size() || at(i + 1, j) >= at(i, j + 1)))
      remove(i++);
    else
      add(j++);
  }
}

void Alignment::align_by_position() {
  const auto common = std::min(before_.size(), after_.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (is_same(i, i)) {
      keep(i, i);
    } else {
      remove(i);
      add(i);
    }
  }
  for (auto i = common; i < before_.size(); ++i)
    remove(i);
  for (auto j = common; j < after_.size(); ++j)
    add(j);
}

} // namespace

std::vector<Step> Aligner::align(ElementNumbers before, ElementNumbers after) {
  Alignment alignment(before, after);
  alignment.take_common_beginning();
  alignment.take_common_end();
  if (const auto pairs = alignment.pairs(); pairs > pairs_left_) {
    alignment.align_by_position();
  } else {
    pairs_left_ -= pairs;
    alignment.align_rest();
  }
  return std::move(alignment).steps();
}

} // namespace mrctl::output
