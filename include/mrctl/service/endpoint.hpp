#pragma once

#include "mrctl/base/text.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/service/record.hpp"

#include <forward_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::service {

// Prices as given: decimal numbers for one token, request or image. A negative one means "not
// fixed"; text that is not a decimal number means that the price is unknown.
struct Pricing {
  std::optional<NumberView> prompt;
  std::optional<NumberView> completion;
  std::optional<NumberView> request;
  std::optional<NumberView> image;
  // Not documented: prices of prompt tokens that are read from a cache and written to it, and of a
  // web search, and, as JSON, other prices under conditions.
  std::optional<NumberView> input_cache_read;
  std::optional<NumberView> input_cache_write;
  std::optional<NumberView> input_cache_write_1h; // to keep them for an hour
  std::optional<NumberView> web_search;
  std::optional<std::string_view> overrides; // not of an empty list
};

// Which forms of `tool_choice` an endpoint takes; nothing: it is not said. Not documented.
struct ToolChoices {
  std::optional<bool> none;
  std::optional<bool> automatic;
  std::optional<bool> required;
  std::optional<bool> function; // an object that names a tool
};

// Statistics of an endpoint, in an undocumented unit.
struct Percentiles {
  std::optional<NumberView> p50;
  std::optional<NumberView> p75;
  std::optional<NumberView> p90;
  std::optional<NumberView> p99;
};

// One way to reach a model (specification, section 2.3). Every member may be null or missing. Texts
// and numbers are views of what its model was read from.
struct Endpoint {
  std::string_view json; // as the service sent it
  std::optional<std::string_view> name;
  std::optional<std::string_view> model_id;
  std::optional<std::string_view> provider_name;
  std::optional<std::string_view> tag;
  std::optional<NumberView> context_length;
  std::optional<NumberView> max_completion_tokens;
  std::optional<NumberView> max_prompt_tokens;
  std::optional<std::string_view> quantization;
  std::optional<NumberView> status;
  std::optional<std::vector<std::string_view>> supported_parameters;
  std::optional<bool> supports_implicit_caching;
  ToolChoices supports_tool_choice;
  Pricing pricing;
  Percentiles latency_last_30m;
  Percentiles throughput_last_30m;
  std::optional<NumberView> uptime_last_5m;
  std::optional<NumberView> uptime_last_30m;
  std::optional<NumberView> uptime_last_1d;
};

// Whether the endpoint's status is a number other than zero, the only one known to be healthy.
[[nodiscard]] bool is_degraded(const Endpoint& endpoint);

// Whether a request costs something other than its token prices: there are overrides, or a price
// per request.
[[nodiscard]] bool has_further_prices(const Endpoint& endpoint);

// A model with its endpoints (specification, section 2.3): the members that mrctl shows. Copies
// share the texts of the endpoints, which stay valid as long as one of them lives.
struct Model {
  std::optional<std::string> id;
  std::optional<std::string> name;
  std::optional<std::string> modality; // architecture.modality, "<input>-><output>"
  std::vector<Endpoint> endpoints;     // one for each element, in the service's order
  SharedText text;                     // the JSON that it was read from
  std::shared_ptr<const std::forward_list<std::string>> decoded; // texts with escapes
};

// Reads the text of a listing's `data`, which must be JSON. Never fails: every member is optional.
// Numbers keep their spelling. A caller that knows which model was asked for fills in a missing
// `id`.
[[nodiscard]] Model read_model(const JsonText& json);
[[nodiscard]] Model read_model_text(SharedText text);

// The members of a model, in the order of the specification.
[[nodiscard]] std::span<const Documented> documented_model();

} // namespace mrctl::service
