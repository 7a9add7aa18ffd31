#include "mrctl/apply/agreed_plan.hpp"

#include "mrctl/apply/plan.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <set>
#include <vector>

namespace mrctl::apply {

namespace {

constexpr std::string_view beginning = "Plan:";

// The words after "Plan:", one list for each line.
std::vector<std::vector<std::string_view>> plan_lines(std::string_view message) {
  std::vector<std::vector<std::string_view>> lines;
  for (const auto line : lines_in(message)) {
    if (!line.starts_with(beginning)) continue;
    auto& words = lines.emplace_back();
    for (const auto word : split(line.substr(beginning.size()), ' '))
      if (const auto bare = trimmed(word); !bare.empty()) words.push_back(bare);
  }
  return lines;
}

} // namespace

Result<std::string> agreed_plan(std::string_view message, std::string_view target,
                                std::string_view commit) {
  std::set<std::string_view> of_target;
  std::set<std::string_view> of_any;
  for (const auto& words : plan_lines(message)) {
    if (words.empty() || !is_fingerprint(words.back())) continue;
    if (words.size() == 1) of_any.insert(words.back());
    if (words.size() == 2 && words.front() == target) of_target.insert(words.back());
  }
  const auto& found = of_target.empty() ? of_any : of_target;
  if (found.size() == 1) return std::string(*found.begin());
  const auto why = found.empty() ? fmt::format("has no line 'Plan: {} FINGERPRINT'", target)
                                 : fmt::format("names two plans for {}: {} and {}", target,
                                               *found.begin(), *found.rbegin());
  return fail(Error::conflict(
      fmt::format("the message of {} {}; nothing was sent", commit, why),
      "'mrctl preset check' prints the line; the message of the merge commit must have "
      "it. 'mrctl preset plan' shows the plan, and '--plan FINGERPRINT' applies it"));
}

} // namespace mrctl::apply
