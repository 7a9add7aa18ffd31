#pragma once

#include "mrctl/json/view.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace mrctl::service {

// The prices that `pricing` and its overrides may hold: first those of one token, then the others.
inline constexpr std::array<std::string_view, 11> price_names{
    "prompt",
    "completion",
    "input_cache_read",
    "input_cache_write",
    "input_cache_write_1h",
    "input_audio_cache",
    "internal_reasoning",
    "request",
    "image",
    "web_search",
    "audio",
};

// Returns whether it is the price of one token: people see such prices per million.
[[nodiscard]] bool is_price_per_token(std::string_view name);

// Prices of some requests, in place of those of the endpoint. Not documented.
struct OverrideItems {
  std::vector<JsonItem> prices;     // by the names of `pricing`
  std::vector<JsonItem> conditions; // all must hold; none: it always applies
  std::vector<JsonItem> discounts;  // of which the prices are net
};

// Reads an object of `pricing.overrides`, whose conditions stand beside the prices or in
// `condition`. A member is a price if it is among price_names, or if `pricing` has one of that
// name; `discount` is neither price nor condition. Nulls are left out. The items are views of the
// object's text and index.
[[nodiscard]] OverrideItems read_price_override(const JsonView& object, const JsonView& pricing);

} // namespace mrctl::service
