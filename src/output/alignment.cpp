#include "mrctl/output/alignment.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace mrctl::output {

namespace {

using ElementNumbers = std::span<const std::uint32_t>;

class Alignment {
public:
  Alignment(ElementNumbers before, ElementNumbers after) : before_(before), after_(after) {}

  void take_common_beginning() {
    const auto most = std::min(before_.size(), after_.size());
    std::size_t count = 0;
    for (; count < most && is_same(count, count); ++count)
      keep(count, count);
    before_ = before_.subspan(count);
    after_ = after_.subspan(count);
    begin_ = count;
  }

  void take_common_end() {
    const auto most = std::min(before_.size(), after_.size());
    while (end_ < most && is_same(before_.size() - 1 - end_, after_.size() - 1 - end_))
      ++end_;
    before_ = before_.first(before_.size() - end_);
    after_ = after_.first(after_.size() - end_);
  }

  // The pairs of elements that are left.
  [[nodiscard]] std::size_t pairs() const { return before_.size() * after_.size(); }
  // The longest common subsequence: lengths_[i][j] is that of the tails from i and j.
  void align_rest() {
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

  void align_by_position() {
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

  [[nodiscard]] std::vector<Step> steps() && {
    for (std::size_t i = 0; i < end_; ++i)
      keep(before_.size() + i, after_.size() + i);
    return std::move(steps_);
  }

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

bool is_kept(const Step& step) {
  return step.before && step.after;
}

// Returns one text for equal values: "1" for 1 and 1.0.
std::string literal_of(const Json& value) {
  if (value.is_number_unsigned()) return std::to_string(value.get<Json::number_unsigned_t>());
  auto text = dump_json(value);
  return is_number(value) ? plain_number(text).value_or(text) : text;
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

std::vector<DiffLine> changed_lines(std::string_view from, std::string_view to) {
  const auto before = lines_in(from);
  const auto after = lines_in(to);
  ValueNumbers numbers;
  const auto numbers_of = [&](const std::vector<std::string_view>& lines) {
    return mapped(lines, [&](const auto& line) { return numbers.of_text(line); });
  };
  const auto steps = Aligner().align(numbers_of(before), numbers_of(after));
  std::vector<DiffLine> lines;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto& step = steps[i];
    if (!step.after)
      lines.push_back({LineKind::removed, before[*step.before]});
    else if (!step.before)
      lines.push_back({LineKind::added, after[*step.after]});
    else if ((i > 0 && !is_kept(steps[i - 1])) || (i + 1 < steps.size() && !is_kept(steps[i + 1])))
      lines.push_back({LineKind::kept, after[*step.after]});
    else if (lines.empty() || lines.back().kind != LineKind::left_out)
      lines.push_back({LineKind::left_out});
  }
  return lines;
}

ValueNumbers::Number ValueNumbers::of(const Json& value) {
  if (value.is_string()) return of_text(value.get_ref<const std::string&>());
  if (!value.is_structured()) {
    const auto [literal, is_new] = literals_.try_emplace(literal_of(value), count_);
    return is_new ? next() : literal->second;
  }
  if (const auto known = known_.find(&value); known != known_.end()) return known->second;
  const auto number = of_structure(value);
  known_.emplace(&value, number);
  return number;
}

ValueNumbers::Number ValueNumbers::of_text(std::string_view text) {
  const auto [known, is_new] = texts_.try_emplace(text, count_);
  return is_new ? next() : known->second;
}

ValueNumbers::Number ValueNumbers::of_structure(const Json& value) {
  std::vector<Number> content{value.is_object() ? 1U : 0U};
  if (value.is_object()) {
    std::vector<std::pair<Number, Number>> members;
    for (const auto& [key, member] : value.get_ref<const Json::object_t&>())
      members.emplace_back(of_text(key), of(member));
    std::ranges::sort(members);
    for (const auto& [key, member] : members)
      content.insert(content.end(), {key, member});
  } else {
    for (const auto& element : value)
      content.push_back(of(element));
    if (order_ == ListOrder::ignored) std::sort(content.begin() + 1, content.end());
  }
  const auto [known, is_new] = structures_.try_emplace(std::move(content), count_);
  return is_new ? next() : known->second;
}

} // namespace mrctl::output
