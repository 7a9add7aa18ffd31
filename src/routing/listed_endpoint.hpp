#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/routing/explain.hpp"
#include "mrctl/service/endpoint.hpp"

#include "routing_request.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::routing {

// A price of an endpoint. It is known if it is present, decimal and not negative.
struct ListedPrice {
  bool is_missing = true;
  std::optional<Decimal> known{};   // in USD for one token, image or request
  std::optional<Decimal> in_unit{}; // in the unit of a body: USD per million tokens, or as above
  std::string json{};               // the same
};

// Prices for some requests, in place of those of the endpoint.
struct PriceOverride {
  std::optional<Decimal> above{}; // holds for more prompt tokens only
  std::string when{};             // conditions on the time, as JSON; empty: at any time
  std::vector<std::pair<std::string, ListedPrice>> prices{}; // by the names of a listing
};

// What the rules read of an endpoint, in the forms in which they compare it and say it.
struct ListedEndpoint {
  const service::Endpoint* endpoint = nullptr;
  std::string tag{};      // in lower case, as the next one; empty if there is none
  std::string provider{}; // its name
  // The provider with which it fails: the first part of the tag, or else the name.
  std::string fails_with{};
  // The tier of a tier endpoint: its tag has several segments, the last of which is a tier.
  std::optional<std::string_view> tier{};
  ListedPrice prompt{};
  ListedPrice completion{};
  ListedPrice image{};
  ListedPrice request{};
  ListedPrice cached{};     // of prompt tokens that are read from a cache
  ListedPrice written{};    // of those that are written to one
  ListedPrice written_1h{}; // of those that are written to one that keeps them for an hour
  ListedPrice web_search{}; // of one
  std::vector<PriceOverride> overrides{};
  std::optional<Decimal> context_length{};
  std::optional<Decimal> max_prompt_tokens{};
  std::optional<Decimal> max_output{};
  std::optional<Decimal> longest_output{}; // the smaller one of the last and the context
  std::optional<Decimal> latency{};
  std::optional<Decimal> throughput{};
  std::optional<Supported> supported{}; // none: the listing does not say
  bool is_degraded = false;
  // JSON: what checks find.
  std::string identity_json{}; // bodies name the tag; without one, the provider's name
  std::string quantization_json{};
  std::string longest_output_json{};
  std::string context_json{};
};

[[nodiscard]] inline bool is_taken_out(const ListedEndpoint& endpoint, const Listing& listing) {
  return !listing.without.empty() && endpoint.fails_with == listing.without;
}

// A listing as the rules read it.
struct ListedModel {
  std::vector<ListedEndpoint> endpoints; // in the order of the listing
  // The names that advice suggests for misspelled entries of bodies.
  Vocabulary names;
  Vocabulary quantizations;
};

// Returns the provider with which an endpoint fails, as the listing spells it; empty if it has
// neither tag nor name.
[[nodiscard]] std::string_view provider_of(const service::Endpoint& endpoint);

// Return what entries of a body may have meant and would match, each word once, in the order of the
// listings. Slugs of providers come first, because people mistype them most; then tags and names of
// providers.
[[nodiscard]] std::vector<std::string> names_in(std::span<const Listing> listings);
[[nodiscard]] std::vector<std::string> quantizations_in(std::span<const Listing> listings);

} // namespace mrctl::routing
