#include "mrctl/base/text.hpp"
#include "mrctl/explain/explanation.hpp"
#include "mrctl/explain/explanation_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <string_view>

namespace mrctl::explain {

namespace {

using Text = std::optional<std::string>;

// The codes of the checks with that result.
std::string codes(const Judged& judged, const Explanation& explanation, Verdict verdict) {
  std::vector<std::string> found;
  for (const auto& check : judged.checks)
    if (check.verdict == verdict) found.emplace_back(explanation.demands[check.demand].code);
  return fmt::format("{}", fmt::join(found, " "));
}

std::vector<Text> record_of(const ExplainedBody& body, const ModelGroup& group,
                            const Judged& judged) {
  const auto& explanation = body.explanation;
  return {output::text_or_nothing(body.file),
          output::text_or_nothing(body.slug),
          group.model,
          judged.endpoint->tag,
          judged.endpoint->provider_name,
          std::string(reach_name(judged.reach)),
          judged.rank ? Text(std::to_string(*judged.rank)) : Text(),
          output::text_or_nothing(judged.reason),
          judged.is_degraded ? "true" : "false",
          judged.drops ? output::text_or_nothing(fmt::format("{}", fmt::join(*judged.drops, " ")))
                       : Text(),
          output::text_or_nothing(codes(judged, explanation, Verdict::fail)),
          output::text_or_nothing(codes(judged, explanation, Verdict::unknown)),
          judged.fix ? Text(words_of(*judged.fix)) : Text(),
          judged.cost ? Text(judged.cost->text()) : Text()};
}

} // namespace

bool is_shown(const ExplainedBody& body, const Judged& judged) {
  return !body.shown_tag ||
         (judged.endpoint->tag && equal_ignoring_case(*judged.endpoint->tag, *body.shown_tag));
}

output::Records explanation_records(const Report& report) {
  output::Records records{{"file", "slug", "model", "tag", "provider", "verdict", "rank", "reason",
                           "degraded", "drops", "failed", "unknown", "fix", "cost"},
                          {}};
  for (const auto& body : report.bodies)
    for (const auto& group : body.explanation.groups)
      for (const auto& judged : group.endpoints)
        if (is_shown(body, judged)) records.rows.push_back(record_of(body, group, judged));
  return records;
}

std::vector<std::string> eligible_tags(const Report& report) {
  std::vector<std::string> tags;
  std::set<std::string> seen;
  for (const auto& body : report.bodies)
    for (const auto& group : body.explanation.groups)
      for (const auto& judged : group.endpoints)
        if (is_shown(body, judged) && judged.reach == Reach::eligible && judged.endpoint->tag &&
            seen.insert(*judged.endpoint->tag).second)
          tags.push_back(*judged.endpoint->tag);
  return tags;
}

} // namespace mrctl::explain
