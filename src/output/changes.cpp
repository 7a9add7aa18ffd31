#include "mrctl/output/changes.hpp"

#include "mrctl/json/path.hpp"
#include "mrctl/output/alignment.hpp"

#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mrctl::output {

namespace {

using Members = std::unordered_map<std::string_view, const Json*>;

Members members_of(const Json& object) {
  Members members;
  for (const auto& member : object.items())
    members.emplace(member.key(), &member.value());
  return members;
}

using NumberList = std::vector<ValueNumbers::Number>;

// Elements of a list: [begin, end).
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Returns what identifies an element of a list; values without such a member match if their types
// do.
std::string label_of(const Json& value) {
  const auto* function = find_member(value, "function");
  const std::array candidates{find_member(value, "id"), find_member(value, "name"),
                              function == nullptr ? nullptr : find_member(*function, "name"),
                              find_member(value, "role"), find_member(value, "type")};
  for (const auto* candidate : candidates)
    if (candidate != nullptr && candidate->is_string())
      return "=" + candidate->get_ref<const std::string&>();
  return value.is_structured() ? value.type_name() : "scalar";
}

class ValueComparison {
public:
  void compare(const Json& from, const Json& to) {
    if (path_.size() <= longest_compared_path) {
      if (from.is_object() && to.is_object()) return compare_objects(from, to);
      if (from.is_array() && to.is_array()) return compare_lists(from, to);
    }
    if (numbers_.of(from) != numbers_.of(to)) changes_.push_back({path_, from, to});
  }

  [[nodiscard]] std::vector<Change> take() && { return std::move(changes_); }

private:
  void compare_objects(const Json& from, const Json& to) {
    const auto before = members_of(from);
    const auto after = members_of(to);
    for (const auto& member : to.items()) {
      const auto known = before.find(member.key());
      if (known == before.end())
        add(member.key(), member.value());
      else
        compare_inside(member.key(), *known->second, member.value());
    }
    for (const auto& member : from.items())
      if (!after.contains(member.key())) remove(member.key(), member.value());
  }

  void compare_lists(const Json& from, const Json& to) {
    Stretch before;
    Stretch after;
    for (const auto& step : aligner_.align(numbers_of(from), numbers_of(to))) {
      if (!step.before || !step.after) continue;
      compare_gap(from, to, {before.begin, *step.before}, {after.begin, *step.after});
      before.begin = *step.before + 1;
      after.begin = *step.after + 1;
    }
    compare_gap(from, to, {before.begin, from.size()}, {after.begin, to.size()});
  }

  // Compares the elements between those that both lists have.
  void compare_gap(const Json& from, const Json& to, Stretch before, Stretch after) {
    for (const auto& step : aligner_.align(labels_of(from, before), labels_of(to, after))) {
      const auto i = before.begin + step.before.value_or(0);
      const auto j = after.begin + step.after.value_or(0);
      if (step.before && step.after)
        compare_inside(j, from[i], to[j]);
      else if (step.before)
        remove(i, from[i]);
      else
        add(j, to[j]);
    }
  }

  [[nodiscard]] NumberList numbers_of(const Json& list) {
    NumberList numbers;
    for (const auto& element : list)
      numbers.push_back(numbers_.of(element));
    return numbers;
  }

  [[nodiscard]] NumberList labels_of(const Json& list, Stretch stretch) {
    NumberList labels;
    for (auto i = stretch.begin; i < stretch.end; ++i) {
      const auto next = static_cast<ValueNumbers::Number>(labels_.size());
      labels.push_back(labels_.try_emplace(label_of(list[i]), next).first->second);
    }
    return labels;
  }

  // Calls a function while the path leads to a member or an element.
  template <class Token, class Visit>
  void inside(const Token& token, Visit visit) {
    const auto length = path_.size();
    path_ += pointer_join("", token);
    visit();
    path_.resize(length);
  }
  template <class Token>
  void compare_inside(const Token& token, const Json& from, const Json& to) {
    inside(token, [&] { compare(from, to); });
  }
  template <class Token>
  void add(const Token& token, const Json& to) {
    inside(token, [&] { changes_.push_back({path_, std::nullopt, to}); });
  }
  template <class Token>
  void remove(const Token& token, const Json& from) {
    inside(token, [&] { changes_.push_back({path_, from, std::nullopt}); });
  }

  ValueNumbers numbers_;
  std::map<std::string, ValueNumbers::Number> labels_;
  Aligner aligner_;
  std::string path_;
  std::vector<Change> changes_;
};

} // namespace

std::vector<Change> changes_between(const Json& from, const Json& to) {
  ValueComparison comparison;
  comparison.compare(from, to);
  return std::move(comparison).take();
}

} // namespace mrctl::output
