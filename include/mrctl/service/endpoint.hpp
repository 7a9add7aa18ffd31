#pragma once

#include "mrctl/service/documented.hpp"
#include "mrctl/service/number.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::service {

// Prices as given: decimal numbers for one token, request or image. A negative one means "not
// fixed"; text that is not a decimal number means that the price is unknown.
struct Pricing {
  std::optional<Number> prompt;
  std::optional<Number> completion;
  std::optional<Number> request;
  std::optional<Number> image;
  bool has_overrides = false; // other prices under conditions that the specification does not name
};

// In an undocumented unit.
struct Percentiles {
  std::optional<Number> p50;
  std::optional<Number> p75;
  std::optional<Number> p90;
  std::optional<Number> p99;
};

// One way to reach a model (specification, section 2.3). Every member may be null or missing.
struct Endpoint {
  std::optional<std::string> name;
  std::optional<std::string> model_id;
  std::optional<std::string> provider_name;
  std::optional<std::string> tag;
  std::optional<Number> context_length;
  std::optional<Number> max_completion_tokens;
  std::optional<Number> max_prompt_tokens;
  std::optional<std::string> quantization;
  std::optional<Number> status;
  std::optional<std::vector<std::string>> supported_parameters;
  std::optional<bool> supports_implicit_caching;
  Pricing pricing;
  Percentiles latency_last_30m;
  Percentiles throughput_last_30m;
  std::optional<Number> uptime_last_5m;
  std::optional<Number> uptime_last_30m;
  std::optional<Number> uptime_last_1d;
};

// Whether the endpoint's status is a number other than zero, the only one known to be healthy.
[[nodiscard]] bool is_degraded(const Endpoint& endpoint);

// Whether a request costs something other than its token prices: there are overrides, or a price
// per request.
[[nodiscard]] bool has_further_prices(const Endpoint& endpoint);

// A model with its endpoints (specification, section 2.3), as far as mrctl shows it.
struct Model {
  std::optional<std::string> id;
  std::optional<std::string> name;
  std::optional<std::string> modality; // architecture.modality, "<input>-><output>"
  std::vector<Endpoint> endpoints;     // one for each element, in the service's order
};

// Reads the text of a listing's `data`, which must be JSON. Never fails: every member is optional.
// Numbers keep their spelling. A caller that knows which model was asked for fills in a missing
// `id`.
[[nodiscard]] Model read_model_text(std::string_view text);

// The members of a model, in the order of the specification.
[[nodiscard]] std::span<const Documented> documented_model();

} // namespace mrctl::service
