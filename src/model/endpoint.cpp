#include "mrctl/model/endpoint.hpp"

#include "mrctl/json/text.hpp"

#include "object_reading.hpp"
#include "value_texts.hpp"

namespace mrctl::model {

namespace {

template <auto Part, class Object>
void take_text(Object& out, JsonTokens& tokens) {
  out.*Part = read_text(tokens.next_value());
}

template <auto Part, class Object>
void take_number(Object& out, JsonTokens& tokens) {
  out.*Part = read_number(tokens.next_value());
}

// An unreadable price is not the same as a missing one: a missing one means that nothing is
// charged, an unreadable one is unknown.
template <auto Part>
void take_price(Pricing& out, JsonTokens& tokens) {
  const auto value = tokens.next_value();
  out.*Part = read_number(value);
  if (!(out.*Part) && value != "null") out.*Part = Number{std::string(value)};
}

void take_overrides(Pricing& out, JsonTokens& tokens) {
  const auto value = tokens.next_value();
  out.has_overrides = !json_elements(value).empty() || !json_members(value).empty();
}

constexpr Members<Pricing, 5> pricing_members{{{"prompt", take_price<&Pricing::prompt>},
                                               {"completion", take_price<&Pricing::completion>},
                                               {"request", take_price<&Pricing::request>},
                                               {"image", take_price<&Pricing::image>},
                                               {"overrides", take_overrides}}};

constexpr Members<Percentiles, 4> percentile_members{{{"p50", take_number<&Percentiles::p50>},
                                                      {"p75", take_number<&Percentiles::p75>},
                                                      {"p90", take_number<&Percentiles::p90>},
                                                      {"p99", take_number<&Percentiles::p99>}}};

void take_pricing(Endpoint& out, JsonTokens& tokens) {
  out.pricing = read_object(tokens, pricing_members);
}

template <auto Part>
void take_percentiles(Endpoint& out, JsonTokens& tokens) {
  out.*Part = read_object(tokens, percentile_members);
}

void take_parameters(Endpoint& out, JsonTokens& tokens) {
  out.supported_parameters = read_list(tokens.next_value());
}

void take_caching(Endpoint& out, JsonTokens& tokens) {
  out.supports_implicit_caching = read_boolean(tokens.next_value());
}

constexpr Members<Endpoint, 18> endpoint_members{{
    {"name", take_text<&Endpoint::name>},
    {"model_id", take_text<&Endpoint::model_id>},
    {"model_name", take_text<&Endpoint::model_name>},
    {"provider_name", take_text<&Endpoint::provider_name>},
    {"tag", take_text<&Endpoint::tag>},
    {"context_length", take_number<&Endpoint::context_length>},
    {"max_completion_tokens", take_number<&Endpoint::max_completion_tokens>},
    {"max_prompt_tokens", take_number<&Endpoint::max_prompt_tokens>},
    {"quantization", take_text<&Endpoint::quantization>},
    {"status", take_number<&Endpoint::status>},
    {"supported_parameters", take_parameters},
    {"supports_implicit_caching", take_caching},
    {"pricing", take_pricing},
    {"latency_last_30m", take_percentiles<&Endpoint::latency_last_30m>},
    {"throughput_last_30m", take_percentiles<&Endpoint::throughput_last_30m>},
    {"uptime_last_5m", take_number<&Endpoint::uptime_last_5m>},
    {"uptime_last_30m", take_number<&Endpoint::uptime_last_30m>},
    {"uptime_last_1d", take_number<&Endpoint::uptime_last_1d>},
}};

void take_modality(Model& out, JsonTokens& tokens) {
  out.modality = read_text(json_member(tokens.next_value(), "modality").value_or("null"));
}

std::size_t count_elements(JsonTokens ahead) {
  std::size_t count = 0;
  ahead.visit_elements([&] {
    ahead.next_value();
    ++count;
  });
  return count;
}

// Counting takes less memory than growing, and endpoints take most of it.
void take_endpoints(Model& out, JsonTokens& tokens) {
  out.endpoints.clear();
  out.endpoints.reserve(count_elements(tokens));
  tokens.visit_elements([&] { out.endpoints.push_back(read_object(tokens, endpoint_members)); });
}

constexpr Members<Model, 4> model_members{{{"id", take_text<&Model::id>},
                                           {"name", take_text<&Model::name>},
                                           {"architecture", take_modality},
                                           {"endpoints", take_endpoints}}};

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
  JsonTokens tokens(text);
  return read_object(tokens, model_members);
}

Model read_model(const Json& data) {
  return read_model_text(dump_json(data));
}

Model read_model(const Json& /*data*/, std::string_view text) {
  return read_model_text(text);
}

} // namespace mrctl::model
