#include "mrctl/diff/changes.hpp"

#include "mrctl/diff/alignment.hpp"

#include <array>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace mrctl::diff {

namespace {

using Members = std::unordered_map<std::string_view, const Json*>;

Members members_of(const Json& object) {
  Members members;
  for (const auto& member : object.items())
    members.emplace(member.key(), &member.value());
  return members;
}

class ValueComparison {
public:
  void compare(const std::string& path, const Json& from, const Json& to);
  [[nodiscard]] std::vector<Change> take() && { return std::move(changes_); }

private:
  void compare_objects(const std::string& path, const Json& from, const Json& to);
  void compare_lists(const std::string& path, const Json& from, const Json& to);
  // Compares the stretches between elements that both lists have.
  void compare_gap(const std::string& path, const Json& from, const Json& to,
                   std::span<const Step> gap);
  void add(std::string path, const Json& to) {
    changes_.push_back({std::move(path), std::nullopt, to});
  }
  void remove(std::string path, const Json& from) {
    changes_.push_back({std::move(path), from, std::nullopt});
  }

  std::vector<Change> changes_;
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

void ValueComparison::compare(const std::string& path, const Json& from, const Json& to) {
  if (from.is_object() && to.is_object()) return compare_objects(path, from, to);
  if (from.is_array() && to.is_array()) return compare_lists(path, from, to);
  if (from != to) changes_.push_back({path, from, to});
}

void ValueComparison::compare_objects(const std::string& path, const Json& from, const Json& to) {
  const auto before = members_of(from);
  const auto after = members_of(to);
  for (const auto& member : to.items()) {
    const auto known = before.find(member.key());
    auto here = pointer_join(path, member.key());
    if (known == before.end())
      add(std::move(here), member.value());
    else
      compare(here, *known->second, member.value());
  }
  for (const auto& member : from.items())
    if (!after.contains(member.key())) remove(pointer_join(path, member.key()), member.value());
}

void ValueComparison::compare_lists(const std::string& path, const Json& from, const Json& to) {
  const auto steps = align({0, from.size()}, {0, to.size()}, [&](std::size_t i, std::size_t j) {
    return changes_between(from[i], to[j]).empty();
  });
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= steps.size(); ++i) {
    const bool is_kept = i == steps.size() || (steps[i].before && steps[i].after);
    if (!is_kept) continue;
    compare_gap(path, from, to, std::span(steps).subspan(begin, i - begin));
    begin = i + 1;
  }
}

Stretch stretch_of(std::span<const Step> gap, std::optional<std::size_t> Step::*side) {
  Stretch stretch;
  for (const auto& step : gap) {
    if (!(step.*side)) continue;
    if (stretch.size++ == 0) stretch.begin = *(step.*side);
  }
  return stretch;
}

void ValueComparison::compare_gap(const std::string& path, const Json& from, const Json& to,
                                  std::span<const Step> gap) {
  const auto steps =
      align(stretch_of(gap, &Step::before), stretch_of(gap, &Step::after),
            [&](std::size_t i, std::size_t j) { return label_of(from[i]) == label_of(to[j]); });
  for (const auto& step : steps) {
    if (step.before && step.after)
      compare(pointer_join(path, *step.after), from[*step.before], to[*step.after]);
    else if (step.before)
      remove(pointer_join(path, *step.before), from[*step.before]);
    else
      add(pointer_join(path, *step.after), to[*step.after]);
  }
}

} // namespace

std::vector<Change> changes_between(const Json& from, const Json& to) {
  ValueComparison comparison;
  comparison.compare("", from, to);
  return std::move(comparison).take();
}

Json change_json(const Change& change) {
  Json out{{"path", change.path}};
  if (change.from) out["from"] = *change.from;
  if (change.to) out["to"] = *change.to;
  return out;
}

} // namespace mrctl::diff
