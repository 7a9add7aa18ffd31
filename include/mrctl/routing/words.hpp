#pragma once

#include "mrctl/model/endpoint.hpp"
#include "mrctl/routing/explanation.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

// Returns what a check asks and what it found, for people, without the place that asks: "price at
// most 8 USD per million completion tokens; this one costs 10".
[[nodiscard]] std::string words_of(const Demand& demand, const Check& check);

// Returns an edit as an order: "raise provider.max_price.completion from 8 to 10".
[[nodiscard]] std::string words_of(const Edit& edit);

// Returns what names the endpoint: its tag, else its provider's name, else "(no tag)".
[[nodiscard]] std::string name_of(const model::Endpoint& endpoint);

// A check and when it passes, for people: "ignore", "no entry matches the endpoint".
struct CheckMeaning {
  std::string_view code;
  std::string_view says;
};

// Returns all checks, in the order of the table of checks.
[[nodiscard]] std::vector<CheckMeaning> check_meanings();

} // namespace mrctl::routing
