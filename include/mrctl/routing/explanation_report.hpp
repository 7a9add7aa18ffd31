#pragma once

#include "mrctl/output/presentation.hpp"
#include "mrctl/routing/explain.hpp"
#include "mrctl/routing/gates.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace mrctl::routing {

// The places of the names of a body's models, without lines if unknown, and those of what its bases
// set. Those of thousands are looked up for thousands of findings.
struct PlacesByModel {
  std::unordered_map<std::string, Place> places{};
  Place first{};
  // The places of the requirements, then of the dead entries, that a base sets; any other has no
  // file.
  std::vector<Place> of_bases{};

  // Returns the place of the model; of the first model for one that the body does not name.
  [[nodiscard]] const Place& of(const std::string& model) const {
    const auto found = places.find(model);
    return found == places.end() ? first : found->second;
  }
};

// The result of `preset explain` for one body.
struct ExplainedBody {
  std::string file{};        // empty if the body comes from flags or --body
  std::string slug{};        // empty if it has none
  std::string slug_prefix{}; // that it begins with; empty if there is none
  Explanation explanation{};
  std::vector<std::string> places{}; // of each requirement: "support.yaml:18:5", "--set"; or empty
  std::vector<std::string> dead_places{}; // of each dead entry
  PlacesByModel model_places{};           // empty if not wanted
  std::vector<Gain> gains{};              // the best first; only for people
  std::optional<std::string> shown_tag{}; // show only endpoints with this tag, ignoring case
};

[[nodiscard]] bool is_shown(const ExplainedBody& body, const ExplainedEndpoint& judged);

using ExplainedBodies = std::vector<ExplainedBody>;

// The whole result of `preset explain`.
struct ExplainedPresets {
  ExplainedBodies bodies{};
  std::vector<output::GateResult> gates{};
  std::vector<std::string> listings{};     // the files that they were read from, or the service
  std::vector<std::string_view> assumed{}; // codes of checks that are taken as passed
  std::shared_ptr<const KnownLists> known = std::make_shared<const KnownLists>();
  Problems problems{}; // beside the result, errors first: models that are not listed, warnings of
                       // bodies; dead entries are not among them
};

// Returns sentences on what the verdicts of these bodies rest on, besides listings.
[[nodiscard]] std::vector<std::string> assumption_words(const ExplainedPresets& report);

// Which checks people see: only failed and unknown ones, or all.
enum class ShownChecks : std::uint8_t { deciding, all };

[[nodiscard]] Json explanation_schema();

// The result in every form.
//   jsonl  one endpoint per line, with its file, slug and model
//   name   the tags of eligible endpoints, each once
//   page   a row for each endpoint with short reasons, costs, dead entries, edits, and gates; as
//          text, or with all checks, sentences with places
//   junit  a case for each verdict of a gate; without gates, for each group, which fails if nothing
//          is eligible
// Pages require gains, sentences places as well, and findings the places of models.
[[nodiscard]] output::Presentation present_explanation(const ExplainedPresets& report,
                                                       ShownChecks checks);

} // namespace mrctl::routing
