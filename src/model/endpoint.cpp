#include "mrctl/model/endpoint.hpp"

#include "mrctl/json/text.hpp"

#include "member_texts.hpp"

namespace mrctl::model {

namespace {

// An unreadable price is not the same as a missing one: a missing one means that nothing is
// charged, an unreadable one is unknown.
std::optional<Number> read_price(const MemberTexts& data, std::string_view key) {
  const auto value = data.value(key);
  if (!value || *value == "null") return std::nullopt;
  if (auto number = data.number(key)) return number;
  return Number{std::string(*value)};
}

bool has_overrides(const MemberTexts& data) {
  const auto value = data.value("overrides");
  return value && (!json_elements(*value).empty() || !json_members(*value).empty());
}

Pricing read_pricing(const MemberTexts& data) {
  return {read_price(data, "prompt"), read_price(data, "completion"), read_price(data, "request"),
          read_price(data, "image"), has_overrides(data)};
}

Percentiles read_percentiles(const MemberTexts& data) {
  return {data.number("p50"), data.number("p75"), data.number("p90"), data.number("p99")};
}

Endpoint read_endpoint(const MemberTexts& data) {
  Endpoint out;
  out.name = data.text("name");
  out.model_id = data.text("model_id");
  out.model_name = data.text("model_name");
  out.provider_name = data.text("provider_name");
  out.tag = data.text("tag");
  out.context_length = data.number("context_length");
  out.max_completion_tokens = data.number("max_completion_tokens");
  out.max_prompt_tokens = data.number("max_prompt_tokens");
  out.quantization = data.text("quantization");
  out.status = data.number("status");
  out.supported_parameters = data.list("supported_parameters");
  out.supports_implicit_caching = data.boolean("supports_implicit_caching");
  out.pricing = read_pricing(MemberTexts(data.value("pricing")));
  out.latency_last_30m = read_percentiles(MemberTexts(data.value("latency_last_30m")));
  out.throughput_last_30m = read_percentiles(MemberTexts(data.value("throughput_last_30m")));
  out.uptime_last_5m = data.number("uptime_last_5m");
  out.uptime_last_30m = data.number("uptime_last_30m");
  out.uptime_last_1d = data.number("uptime_last_1d");
  return out;
}

} // namespace

bool is_degraded(const Endpoint& endpoint) {
  const auto status = endpoint.status ? endpoint.status->value() : std::nullopt;
  return status && !status->is_zero();
}

bool has_further_prices(const Endpoint& endpoint) {
  const auto request = endpoint.pricing.request ? endpoint.pricing.request->value() : std::nullopt;
  return endpoint.pricing.has_overrides || (request && !request->is_zero());
}

Model read_model_text(std::string_view text) {
  const MemberTexts data(text);
  Model model;
  model.id = data.text("id");
  model.name = data.text("name");
  model.modality = MemberTexts(data.value("architecture")).text("modality");
  const auto endpoints = json_elements(data.value("endpoints").value_or(""));
  model.endpoints.reserve(endpoints.size());
  for (const auto endpoint : endpoints)
    model.endpoints.push_back(read_endpoint(MemberTexts(endpoint)));
  return model;
}

Model read_model(const Json& data) {
  return read_model_text(dump_json(data));
}

Model read_model(const Json& /*data*/, std::string_view text) {
  return read_model_text(text);
}

} // namespace mrctl::model
