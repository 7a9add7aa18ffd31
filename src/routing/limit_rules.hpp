#pragma once

#include "mrctl/json/value.hpp"
#include "mrctl/routing/explain.hpp"

#include "rules.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

[[nodiscard]] RuleResult compare_price(const Requirement& requirement, const ListedPrice& price);
[[nodiscard]] Edit raised_price(const Requirement& requirement, const ListedPrice& price);
[[nodiscard]] std::string words_of_price(const Requirement& requirement, const Check& check);
[[nodiscard]] std::string brief_excess(const Requirement& requirement,
                                       const Check& check); // "2.5 > 2.4"

[[nodiscard]] std::optional<Requirement> ask_parameters(const RoutingRequest& request,
                                                        const Rule& rule);
[[nodiscard]] std::optional<RuleResult> judge_parameters(const RuleInput& input);
[[nodiscard]] std::optional<Edit> edit_parameters(const RuleInput& input);
[[nodiscard]] std::string words_of_parameters(const Requirement& requirement, const Check& check);
[[nodiscard]] std::string brief_parameters(const Requirement& requirement, const Check& check);

// The members that limit an answer, the newer name first.
inline constexpr std::array<std::string_view, 2> limits_of_output{"/max_completion_tokens",
                                                                  "/max_tokens"};

[[nodiscard]] std::optional<Requirement> ask_output(const RoutingRequest& request,
                                                    const Rule& rule);
[[nodiscard]] std::optional<RuleResult> judge_output(const RuleInput& input);
[[nodiscard]] std::optional<Edit> edit_output(const RuleInput& input);
[[nodiscard]] std::string words_of_output(const Requirement& requirement, const Check& check);
[[nodiscard]] std::string brief_shortage(const Requirement& requirement,
                                         const Check& check); // "8 < 9"

[[nodiscard]] std::optional<Requirement> ask_context(const RoutingRequest& request,
                                                     const Rule& rule);
[[nodiscard]] std::optional<RuleResult> judge_context(const RuleInput& input);
// Returns whether a prompt, or it and the longest answer, are too long for an endpoint.
[[nodiscard]] bool is_too_long(const ListedEndpoint& endpoint, const Decimal& prompt,
                               const Decimal& with_answer);
[[nodiscard]] std::string words_of_context(const Requirement& requirement, const Check& check);
[[nodiscard]] std::string brief_context(const Requirement& requirement, const Check& check);

// Returns the parameters of the body that the endpoint does not support; nothing if the listing
// does not say what it supports.
[[nodiscard]] std::optional<std::vector<Parameter>> unsupported_by(const ListedEndpoint& endpoint,
                                                                   const RoutingRequest& request);

} // namespace mrctl::routing
