#pragma once

#include "mrctl/explain/explanation.hpp"
#include "mrctl/service/endpoint.hpp"

#include <string>
#include <string_view>

namespace mrctl::explain {

// Returns what a check requires and what it found, for people, without the place of the
// requirement: "price at most 8 USD per million completion tokens; this one costs 10".
[[nodiscard]] std::string words_of(const Demand& demand, const Check& check);

// Returns an edit as an instruction: "raise provider.max_price.completion from 8 to 10".
[[nodiscard]] std::string words_of(const Edit& edit);

// Returns the JSON Pointer of the member of an endpoint that a check reads; empty if it reads
// several or none.
[[nodiscard]] std::string_view member_read_by(std::string_view code);

// Returns the endpoint's name: its tag, else its provider's name, else "(no tag)".
[[nodiscard]] std::string name_of(const service::Endpoint& endpoint);

} // namespace mrctl::explain
