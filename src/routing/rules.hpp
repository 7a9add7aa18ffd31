#pragma once

#include "mrctl/routing/explanation.hpp"
#include "mrctl/service/endpoint.hpp"

#include "listed_endpoint.hpp"
#include "routing_request.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

// A group of endpoints as the body's entries see it.
struct GroupView {
  GroupEntries only;
  GroupEntries ignore;
  GroupEntries order;
  std::string_view model{};               // as the body names it
  std::string_view judged_by{};           // the model behind a shortcut; else empty
  Sort sort = Sort::none;                 // of the body, or of a shortcut
  const ListedEndpoint* leader = nullptr; // the first one by `sort` that no other check excludes
};

// The input of a rule.
struct RuleInput {
  const RoutingRequest& request;
  const GroupView& group;
  const ListedEndpoint& endpoint;
  const Requirement& requirement;
  Reach reach = Reach::eligible; // by the checks before this one
};

struct RuleResult {
  Verdict verdict = Verdict::pass;
  Cause cause = Cause::none;
  std::string_view found = "null"; // JSON, of the listing or of the program
  std::string composed{};          // the same, if neither has it
  std::string_view known{};        // the file of --known that decided
};

// What a check depends on: only the endpoint, or also the endpoints that other checks leave in the
// group.
enum class Scope : std::uint8_t { endpoint, group };

// One row of the table of checks.
struct Rule {
  std::string_view code;
  std::string_view meaning; // when it passes, for the help
  std::string_view pointer; // of the member that asks
  std::optional<Requirement> (*ask)(const RoutingRequest&,
                                    const Rule&) = nullptr; // nothing: the body does not ask
  // Returns nothing for an endpoint that the check does not apply to.
  std::optional<RuleResult> (*judge)(const RuleInput&) = nullptr;
  std::string (*words)(const Requirement& requirement, const Check& check) = nullptr;
  // What a failed check found, in a few characters; none: the code says it all.
  std::string (*brief)(const Requirement& requirement, const Check& check) = nullptr;
  std::optional<Edit> (*edit)(const RuleInput&) = nullptr; // that makes the check pass
  Scope scope = Scope::endpoint;
  std::string_view reads{}; // JSON Pointer of the endpoint's member that decides, if there is one
  std::span<const std::string_view> also_asks{}; // members of the body that decide, too
};

// The checks, in the order in which every endpoint lists them.
[[nodiscard]] std::span<const Rule> rules();

[[nodiscard]] const Rule& rule_of(std::string_view code);

// Return the requirement of a rule if its member is set, or if it is true; else nothing.
[[nodiscard]] std::optional<Requirement> when_set(const RoutingRequest& request, const Rule& rule);
[[nodiscard]] std::optional<Requirement> when_true(const RoutingRequest& request, const Rule& rule);

[[nodiscard]] Json found_by(const Check& check);

// Returns what the check found: "fp4".
[[nodiscard]] std::string brief_found(const Requirement& requirement, const Check& check);

// Returns the values of a list, or a single value, for people: "acme, globex". Long texts are
// shortened, and of a long list the number of values that are left out is given.
[[nodiscard]] std::string spoken(const Json& value);

// What follows is in limit_rules.cpp: the parts of the rules on prices, parameters and lengths.

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
