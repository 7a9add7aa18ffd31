#pragma once

#include "mrctl/base/text.hpp"
#include "mrctl/json/rows.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/service/record.hpp"

#include <array>
#include <forward_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace mrctl::service {

// Prices as given: decimal numbers for one token, request or image. A negative one means "not
// fixed"; text that is not a decimal number means that the price is unknown.
struct Pricing {
  std::optional<PriceView> prompt;
  std::optional<PriceView> completion;
  std::optional<PriceView> request;
  std::optional<PriceView> image;
  // Not documented: prices of prompt tokens that are read from a cache and written to it, and of a
  // web search.
  std::optional<PriceView> input_cache_read;
  std::optional<PriceView> input_cache_write;
  std::optional<PriceView> input_cache_write_1h; // to keep them for an hour
  std::optional<PriceView> web_search;
  std::optional<CompactJson> overrides; // other prices under conditions; not of an empty list
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

// Returns whether the endpoint's status is a number other than zero, the only one known to be
// healthy.
[[nodiscard]] bool is_degraded(const Endpoint& endpoint);

// Returns whether a request costs something other than its token prices: there are overrides, or a
// price per request.
[[nodiscard]] bool has_further_prices(const Endpoint& endpoint);

struct Architecture {
  std::optional<std::string> modality; // "<input>-><output>"
};

// A model with its endpoints (specification, section 2.3): the members that mrctl shows. Copies
// share the texts of the endpoints, which stay valid as long as one of them lives.
struct Model {
  std::optional<std::string> id;
  std::optional<std::string> name;
  Architecture architecture;
  std::vector<Endpoint> endpoints; // one for each element, in the service's order
  SharedText text;                 // the JSON that it was read from
  std::shared_ptr<const std::forward_list<std::string>> decoded; // texts with escapes
};

// Reads the text of a listing's `data`, which must be JSON. Never fails: every member is optional.
// Numbers keep their spelling. A caller that knows which model was asked for fills in a missing
// `id`.
[[nodiscard]] Model read_model(const JsonText& json);
[[nodiscard]] Model read_model_text(SharedText text);

// A member that is documented and not kept.
template <class Value>
inline constexpr auto not_kept = [](const auto& /*record*/) { return std::optional<Value>(); };

// In the order of the specification. Without a description a member is not documented there.
// clang-format off
constexpr auto rows_of(const Pricing* /*record*/) {
  return std::tuple{
      ResultMember{"prompt", &Pricing::prompt, {"price of prompts"}},
      ResultMember{"completion", &Pricing::completion, {"price of completions"}},
      ResultMember{"request", &Pricing::request, {"price of requests"}},
      ResultMember{"image", &Pricing::image, {"price of images"}},
      ResultMember{"input_cache_read", &Pricing::input_cache_read},
      ResultMember{"input_cache_write", &Pricing::input_cache_write},
      ResultMember{"input_cache_write_1h", &Pricing::input_cache_write_1h},
      ResultMember{"web_search", &Pricing::web_search},
      ResultMember{"overrides", &Pricing::overrides},
  };
}

// Services spell them in two ways.
constexpr auto rows_of(const ToolChoices* /*record*/) {
  return std::tuple{
      ResultMember{"none", &ToolChoices::none},
      ResultMember{"auto", &ToolChoices::automatic},
      ResultMember{"required", &ToolChoices::required},
      ResultMember{"function", &ToolChoices::function},
      ResultMember{"literal_none", &ToolChoices::none},
      ResultMember{"literal_auto", &ToolChoices::automatic},
      ResultMember{"literal_required", &ToolChoices::required},
      ResultMember{"type_function", &ToolChoices::function},
  };
}

constexpr auto rows_of(const Percentiles* /*record*/) {
  return std::tuple{
      ResultMember{"p50", &Percentiles::p50, {.says = "median", .types = {ValueType::number}}},
      ResultMember{"p75", &Percentiles::p75, {.says = "75th percentile", .types = {ValueType::number}}},
      ResultMember{"p90", &Percentiles::p90, {.says = "90th percentile", .types = {ValueType::number}}},
      ResultMember{"p99", &Percentiles::p99, {.says = "99th percentile", .types = {ValueType::number}}},
  };
}

constexpr auto rows_of(const Endpoint* /*record*/) {
  return std::tuple{
      ResultMember{"name", &Endpoint::name, {"name of the endpoint for people"}},
      ResultMember{"model_id", &Endpoint::model_id, {"identifier of the model"}},
      ResultMember{"model_name", not_kept<std::string>, {"name of the model for people"}},
      ResultMember{"provider_name", &Endpoint::provider_name, {"name of the provider for people"}},
      ResultMember{"tag", &Endpoint::tag, {"tag of the provider, as used in provider.order"}},
      ResultMember{"context_length", &Endpoint::context_length, {.says = "length of the context", .types = {ValueType::integer}}},
      ResultMember{"max_completion_tokens", &Endpoint::max_completion_tokens, {.says = "maximum tokens of an answer", .types = {ValueType::integer}}},
      ResultMember{"max_prompt_tokens", &Endpoint::max_prompt_tokens, {.says = "maximum tokens of a prompt", .types = {ValueType::integer}}},
      ResultMember{"quantization", &Endpoint::quantization, {"quantization of the weights"}},
      ResultMember{"status", &Endpoint::status, {.says = "status; its values are not documented", .types = {ValueType::integer}}},
      ResultMember{"supported_parameters", &Endpoint::supported_parameters, {"request parameters that the endpoint supports"}},
      ResultMember{"supports_implicit_caching", &Endpoint::supports_implicit_caching, {"whether the endpoint supports implicit caching"}},
      ResultMember{"supports_tool_choice", &Endpoint::supports_tool_choice},
      ResultMember{"pricing", &Endpoint::pricing, {"prices, decimal numbers carried as strings; their units are not documented"}},
      ResultMember{"latency_last_30m", &Endpoint::latency_last_30m, {"latency of the last 30 minutes; its unit is not documented"}},
      ResultMember{"throughput_last_30m", &Endpoint::throughput_last_30m, {"throughput of the last 30 minutes; its unit is not documented"}},
      ResultMember{"uptime_last_5m", &Endpoint::uptime_last_5m, {.says = "uptime of the last 5 minutes", .types = {ValueType::number}}},
      ResultMember{"uptime_last_30m", &Endpoint::uptime_last_30m, {.says = "uptime of the last 30 minutes", .types = {ValueType::number}}},
      ResultMember{"uptime_last_1d", &Endpoint::uptime_last_1d, {.says = "uptime of the last day", .types = {ValueType::number}}},
  };
}

constexpr auto rows_of(const Architecture* /*record*/) {
  return std::tuple{
      ResultMember{"input_modalities", not_kept<std::vector<std::string>>, {"input modalities"}},
      ResultMember{"output_modalities", not_kept<std::vector<std::string>>, {"output modalities"}},
      ResultMember{"modality", &Architecture::modality, {"both in one text, input->output"}},
      ResultMember{"tokenizer", not_kept<std::string>, {"name of the tokenizer"}},
      ResultMember{"instruct_type", not_kept<std::string>, {"format of instructions"}},
  };
}

constexpr auto rows_of(const Model* /*record*/) {
  return std::tuple{
      ResultMember{"id", &Model::id, {"identifier, author/slug"}},
      ResultMember{"name", &Model::name, {"name for people"}},
      ResultMember{"created", not_kept<long>, {"when it was created, as Unix time"}},
      ResultMember{"description", not_kept<std::string>, {"what the model is for"}},
      ResultMember{"architecture", &Model::architecture, {"input and output modalities"}},
      ResultMember{"endpoints", &Model::endpoints, {"the endpoints of the model; may be empty"}},
  };
}
// clang-format on

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

// Reads an object of `pricing.overrides`, whose conditions are beside the prices or in
// `condition`. A member is a price if it is among price_names, or if `pricing` has one of that
// name; `discount` is neither price nor condition. Nulls are left out. The items are views of the
// object's text and index.
[[nodiscard]] OverrideItems read_price_override(const JsonView& object, const JsonView& pricing);

} // namespace mrctl::service
