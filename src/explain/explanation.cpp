#include "mrctl/explain/explanation.hpp"

#include <algorithm>

namespace mrctl::explain {

namespace {

constexpr std::array<std::string_view, 3> verdict_names{"pass", "fail", "unknown"};
constexpr std::array<std::string_view, 4> cause_names{"", "no-data", "not-in-listing",
                                                      "not-decidable"};
constexpr std::array<std::string_view, 3> reach_names{"eligible", "excluded", "unknown"};

} // namespace

std::string_view verdict_name(Verdict verdict) {
  return verdict_names[static_cast<std::size_t>(verdict)];
}

std::string_view cause_name(Cause cause) {
  return cause_names[static_cast<std::size_t>(cause)];
}

std::string_view reach_name(Reach reach) {
  return reach_names[static_cast<std::size_t>(reach)];
}

std::optional<Json> value_after(const Edit& edit) {
  if (edit.taken_out.empty() && !edit.appended) return edit.to;
  auto list = Json::array();
  auto taken_out = edit.taken_out.begin();
  for (std::size_t i = 0; edit.from != nullptr && i < edit.from->size(); ++i) {
    if (taken_out != edit.taken_out.end() && *taken_out == i)
      ++taken_out;
    else
      list.push_back((*edit.from)[i]);
  }
  if (edit.appended) list.push_back(*edit.appended);
  return list;
}

std::size_t count_of(const ModelGroup& group, Reach reach) {
  return static_cast<std::size_t>(std::ranges::count(group.endpoints, reach, &Judged::reach));
}

} // namespace mrctl::explain
