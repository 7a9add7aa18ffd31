#pragma once

#include "mrctl/explain/explain.hpp"
#include "mrctl/explain/gates.hpp"
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
  std::vector<Place> model_places{};      // of the name of each group; without lines if unknown
  std::vector<Gain> gains{};              // the best first; only for people
  std::optional<std::string> shown_tag{}; // show only endpoints with this tag, ignoring case
};

[[nodiscard]] bool is_shown(const ExplainedBody& body, const Judged& judged);

using ExplainedBodies = std::vector<ExplainedBody>;

// The whole result of `preset explain`.
struct Report {
  ExplainedBodies bodies{};
  std::vector<GateVerdict> gates{};
  std::vector<std::string_view> assumed{}; // codes of checks that are taken as passed
  Problems problems{};                     // of presets that could not be explained
};

// How people see it: a row for each endpoint; sentences on failed and unknown checks; or on all.
enum class Detail : std::uint8_t { rows, sentences, all_checks };

// For people: totals, every endpoint with its reasons, entries that match nothing, the edits that
// add the most endpoints, gates, what was assumed, and what a listing cannot show. Requires places
// and gains. Sentences begin with the edits if no endpoint is eligible.
[[nodiscard]] std::string explanation_text(const Report& report, Detail detail,
                                           const output::Terminal& terminal,
                                           output::HeaderRow header = output::HeaderRow::shown);

// The same for a page, and its digest for a summary.
[[nodiscard]] output::Markup explanation_html(const Report& report, Detail detail);
[[nodiscard]] output::Digest explanation_digest(const Report& report);

// Write {"rules":2,"assumed":[…],"presets":[…],"gates":[…]}, compact, and one endpoint per line
// with its file, slug and model.
void write_explanation_json(const Report& report, const output::Write& write);
void write_explanation_jsonl(const Report& report, const output::Write& write);
// Return what is written.
[[nodiscard]] std::string explanation_json(const Report& report);
[[nodiscard]] std::string explanation_jsonl(const Report& report);

[[nodiscard]] output::Records explanation_records(const Report& report);

// Returns the tags of eligible endpoints, each once, in their order.
[[nodiscard]] std::vector<std::string> eligible_tags(const Report& report);

// Returns a finding for each verdict of a gate; without gates, for each group, which fails if
// nothing is eligible. Requires the places of models.
[[nodiscard]] output::Findings explanation_findings(const Report& report);

// Returns what a gate was applied to: "acme/large of presets/support.yaml".
[[nodiscard]] std::string subject_of(const GateVerdict& verdict, const ExplainedBodies& bodies);

// Returns the verdict as a sentence: "--at-least 2 was not met: acme/large has no endpoints".
[[nodiscard]] std::string sentence_on(const GateVerdict& verdict, const ExplainedBodies& bodies);

} // namespace mrctl::explain
