#pragma once

#include "mrctl/routing/explanation_report.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mrctl::routing {

// The sentences of `preset explain` for all formats for people. They contain unescaped text of the
// service.

// "8 endpoints: 3 eligible, 4 excluded, 1 unknown"
[[nodiscard]] std::string sum_of(const ModelGroup& group);

// "2 presets, 16 endpoints: 3 eligible, 12 excluded, 1 unknown; 1 of 2 gates failed"
[[nodiscard]] std::string totals_of(const ExplainedPresets& report);

// Returns the reason for the order of a group.
[[nodiscard]] std::string order_words(const ModelGroup& group);

// The cost of an endpoint, which is known, at most; marked by "+" where prices that depend on the
// request make it.
[[nodiscard]] std::string marked_cost(const ExplainedEndpoint& judged);

// Checks that fail or are unknown alike for every endpoint of a group of several, and so are said
// once: positions of requirements.
using CommonChecks = std::vector<std::size_t>;
[[nodiscard]] CommonChecks common_checks(const ModelGroup& group);

// "all 8: data_collection ?, zdr ?, a listing does not show them", one for each cause.
[[nodiscard]] std::vector<std::string>
common_words(const ExplainedBody& body, const ModelGroup& group, const CommonChecks& common);

// Returns the text behind the name of an endpoint: the reason for the rank, the state and the cost.
[[nodiscard]] std::string remarks_on(const ExplainedEndpoint& judged);

// Returns the remarks for a row of a table, with the codes of failed and unknown checks but the
// common ones: "fallback; quantizations ?".
[[nodiscard]] std::string brief_reasons(const ExplainedBody& body, const ExplainedEndpoint& judged,
                                        const CommonChecks& common);

// Returns a sentence for a check of an endpoint, with the place of the member that asks.
[[nodiscard]] std::string reason_of(const ExplainedBody& body, const ExplainedEndpoint& judged,
                                    const Check& check);

// Returns a sentence for each failed or unknown check but the common ones, or for all of them.
[[nodiscard]] std::vector<std::string> reasons_of(const ExplainedBody& body,
                                                  const ExplainedEndpoint& judged,
                                                  const CommonChecks& common, ShownChecks checks);

[[nodiscard]] bool has_costs(const ModelGroup& group);
[[nodiscard]] std::string cost_words(const ModelGroup& group);

// "provider.order[0] (a.yaml:3:5): 'acme/f8' matches no endpoint; did you mean 'acme/fp8'?"
[[nodiscard]] std::string dead_words(const ExplainedBody& body, std::size_t position);

// Returns the words on an entry that a base brings to that many presets: "presets/_base.yaml:3: …".
[[nodiscard]] std::string base_words(const DeadEntry& dead, std::size_t presets);

// "'acme' does not match tier endpoints: write acme/flex or acme/priority", one for each entry.
[[nodiscard]] std::vector<std::string> tier_words(const Explanation& explanation);

// "add fp8 to provider.quantizations: 3 of 8 endpoints eligible, adds acme, globex"; models are
// named if there are several.
[[nodiscard]] std::string gain_words(const ExplainedBody& body, const Gain& gain);

// "acme/flex (add it to provider.order)": what an edit adds to a group; empty if it adds nothing.
[[nodiscard]] std::string brief_gain(const Gain& gain, std::size_t group);

// Returns the forms for programs: the document, and a record of each endpoint.
[[nodiscard]] output::Presentation present_to_programs(const ExplainedPresets& report);

} // namespace mrctl::routing
