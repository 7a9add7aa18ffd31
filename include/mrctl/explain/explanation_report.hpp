#pragma once

#include "mrctl/explain/explain.hpp"
#include "mrctl/output/format.hpp"
#include "mrctl/output/html.hpp"
#include "mrctl/output/records.hpp"
#include "mrctl/output/summary.hpp"
#include "mrctl/output/terminal.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mrctl::explain {

// The result of `preset explain` for one body.
struct ExplainedBody {
  std::string file{}; // empty if the body comes from flags or --body
  std::string slug{}; // empty if it has none
  Explanation explanation{};
  std::vector<std::string> places{};      // of each demand: "support.yaml:18:5", "--set"; or empty
  std::vector<std::string> dead_places{}; // of each dead entry
  std::vector<Gain> gains{};              // the best first; only for people
  std::optional<std::string> shown_tag{}; // show only endpoints with this tag, ignoring case
};

[[nodiscard]] bool is_shown(const ExplainedBody& body, const Judged& judged);

using ExplainedBodies = std::vector<ExplainedBody>;

// Which checks people see: only failed and unknown ones, or all.
enum class ShownChecks : std::uint8_t { deciding, all };

// For people: totals, every endpoint with its reasons, entries that match nothing, the edits that
// add the most endpoints, and what a listing cannot show. If no endpoint is eligible, the edits
// come first.
[[nodiscard]] std::string explanation_text(const ExplainedBodies& bodies, ShownChecks checks,
                                           const output::Terminal& terminal);

// Write {"rules":1,"presets":[…]}, compact, and one endpoint per line with its file, slug and
// model.
void write_explanation_json(const ExplainedBodies& bodies, const output::Write& write);
void write_explanation_jsonl(const ExplainedBodies& bodies, const output::Write& write);
// Return what is written.
[[nodiscard]] std::string explanation_json(const ExplainedBodies& bodies);

[[nodiscard]] std::string explanation_jsonl(const ExplainedBodies& bodies);
[[nodiscard]] output::Records explanation_records(const ExplainedBodies& bodies);

// Returns the tags of eligible endpoints, each once, in their order.
[[nodiscard]] std::vector<std::string> eligible_tags(const ExplainedBodies& bodies);

// A group that a gate was applied to, and why it does not meet it.
struct GateResult {
  std::string gate;      // "--at-least 3"
  std::string_view rule; // "gate.at-least"
  std::size_t body = 0;  // position among the bodies
  std::size_t group = 0; // position among the groups of the body
  std::string failure{}; // "has 1 eligible"; empty where the gate holds
};

// Returns a finding for each endpoint and each gate. Excluded endpoints fail if a gate fails for
// their group, unknown ones are skipped.
[[nodiscard]] output::Findings explanation_findings(const ExplainedBodies& bodies,
                                                    const std::vector<GateResult>& gates);

// The same for a page, and its digest for a summary. Both require places and gains.
[[nodiscard]] output::Markup explanation_html(const ExplainedBodies& bodies, ShownChecks checks);
[[nodiscard]] output::Digest explanation_digest(const ExplainedBodies& bodies);

} // namespace mrctl::explain
