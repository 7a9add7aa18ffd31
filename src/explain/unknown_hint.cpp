#include "unknown_hint.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/explain/known.hpp"
#include "mrctl/spec/rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace mrctl::explain {

namespace {

// Returns whether assumptions alone would make an unknown endpoint eligible, and adds their codes.
bool add_assumptions(const ExplainedEndpoint& judged, const Explanation& explanation,
                     std::vector<std::string_view>& codes) {
  if (judged.reach != Reach::unknown) return false;
  std::vector<std::string_view> needed;
  for (const auto& check : judged.checks) {
    if (check.verdict != Verdict::unknown) continue;
    const auto code = explanation.demands[check.demand].code;
    if (!spec::is_assumable(code)) return false;
    needed.push_back(code);
  }
  std::ranges::copy_if(needed, std::back_inserter(codes),
                       [&](std::string_view code) { return !contains(codes, code); });
  return true;
}

} // namespace

bool has_tag(const ExplainedEndpoint& judged, std::string_view tag) {
  return judged.endpoint->tag && equal_ignoring_case(*judged.endpoint->tag, tag);
}

std::string hint_on_unknown(const ModelGroup& group, const Explanation& explanation,
                            const Lack& lack) {
  std::vector<std::string_view> codes;
  std::size_t unknown = 0;
  std::size_t decidable = 0;
  for (const auto& judged : group.endpoints) {
    if (judged.reach != Reach::unknown || !lack.would_count(judged)) continue;
    if (!lack.tag.empty() && !has_tag(judged, lack.tag)) continue;
    ++unknown;
    if (add_assumptions(judged, explanation, codes)) ++decidable;
  }
  if (unknown < std::max<std::size_t>(lack.count, 1)) return {};
  if (decidable >= lack.count && decidable > 0) {
    const auto who = lack.tag.empty() ? std::to_string(unknown) : std::string("it");
    return fmt::format("; listings do not show whether {} {}; decide with {} (in CI: assume of "
                       "mrctl.toml)",
                       who, who == "1" || who == "it" ? "qualifies" : "qualify",
                       flags_deciding(codes));
  }
  if (!lack.tag.empty()) return {};
  return fmt::format("; {} {} unknown", unknown, unknown == 1 ? "is" : "are");
}

} // namespace mrctl::explain
