#include "mrctl/model/endpoint.hpp"

#include "reading.hpp"
#include "spelling.hpp"

#include <utility>

namespace mrctl::model {

namespace {

// A price that is there but cannot be read is not the same as none: where none is charged for, it
// is not known what is.
std::optional<Number> read_price(const Json& data, std::string_view key) {
  const auto& value = member_or_null(data, key);
  if (value.is_null()) return std::nullopt;
  if (auto number = read_number(data, key)) return number;
  return Number{text_of(value), std::nullopt};
}

Pricing read_pricing(const Json& data) {
  return {read_price(data, "prompt"), read_price(data, "completion"), read_price(data, "request"),
          read_price(data, "image")};
}

Percentiles read_percentiles(const Json& data) {
  return {read_number(data, "p50"), read_number(data, "p75"), read_number(data, "p90"),
          read_number(data, "p99")};
}

Endpoint read_endpoint(const Json& data) {
  Endpoint out;
  out.name = read_text(data, "name");
  out.model_id = read_text(data, "model_id");
  out.model_name = read_text(data, "model_name");
  out.provider_name = read_text(data, "provider_name");
  out.tag = read_text(data, "tag");
  out.context_length = read_number(data, "context_length");
  out.max_completion_tokens = read_number(data, "max_completion_tokens");
  out.max_prompt_tokens = read_number(data, "max_prompt_tokens");
  out.quantization = read_text(data, "quantization");
  out.status = read_number(data, "status");
  out.supported_parameters = read_list(data, "supported_parameters");
  out.supports_implicit_caching = read_boolean(data, "supports_implicit_caching");
  out.pricing = read_pricing(member_or_null(data, "pricing"));
  out.latency_last_30m = read_percentiles(member_or_null(data, "latency_last_30m"));
  out.throughput_last_30m = read_percentiles(member_or_null(data, "throughput_last_30m"));
  out.uptime_last_5m = read_number(data, "uptime_last_5m");
  out.uptime_last_30m = read_number(data, "uptime_last_30m");
  out.uptime_last_1d = read_number(data, "uptime_last_1d");
  return out;
}

} // namespace

bool is_degraded(const Endpoint& endpoint) {
  const auto& status = endpoint.status;
  return status && status->value && !status->value->is_zero();
}

Model read_model(const Json& data) {
  Model model;
  model.id = read_text(data, "id");
  model.name = read_text(data, "name");
  model.modality = read_text(member_or_null(data, "architecture"), "modality");
  const auto& endpoints = member_or_null(data, "endpoints");
  if (!endpoints.is_array()) return model;
  model.endpoints.reserve(endpoints.size());
  for (const auto& endpoint : endpoints)
    model.endpoints.push_back(read_endpoint(endpoint));
  return model;
}

Model read_model(Json data, std::string_view text) {
  return read_model(as_spelled(std::move(data), text));
}

} // namespace mrctl::model
