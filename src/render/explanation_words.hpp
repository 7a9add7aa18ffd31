#pragma once

#include "mrctl/render/explanation.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::render {

// The sentences of `preset explain`, for every form that people read. They hold texts of the
// service as they came.

[[nodiscard]] std::string counted(std::size_t count, std::string_view noun); // "2 endpoints"

// "8 endpoints: 3 eligible, 4 excluded, 1 unknown"
[[nodiscard]] std::string sum_of(const routing::Group& group);

// What decides the order of a group.
[[nodiscard]] std::string order_words(const routing::Group& group);

// What follows the name: why an endpoint has its rank, what is known of its state, what it costs.
[[nodiscard]] std::string remarks_on(const routing::Judged& judged);

// A sentence for each reason: the checks that exclude it or leave it open, or all of them.
[[nodiscard]] std::vector<std::string>
reasons_of(const ExplainedBody& body, const routing::Judged& judged, ShownChecks checks);

[[nodiscard]] bool has_costs(const routing::Group& group);
[[nodiscard]] std::string cost_words(const routing::Group& group);

// "provider.order[0] (a.yaml:3:5): 'acme/f8'; did you mean 'acme/fp8'?"
[[nodiscard]] std::string dead_words(const ExplainedBody& body, std::size_t position);

[[nodiscard]] std::string gain_words(const ExplainedBody& body, const routing::Gain& gain);

} // namespace mrctl::render
