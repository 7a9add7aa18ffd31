#include "mrctl/service/endpoint.hpp"

#include "mrctl/json/text.hpp"

#include "object_reading.hpp"
#include "value_texts.hpp"

#include <array>

namespace mrctl::service {

namespace {

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

// clang-format off
constexpr std::array pricing_members{
    Member<Pricing>{"prompt",     Type::text, "price of prompts",     take_price<&Pricing::prompt>},
    Member<Pricing>{"completion", Type::text, "price of completions", take_price<&Pricing::completion>},
    Member<Pricing>{"request",    Type::text, "price of requests",    take_price<&Pricing::request>},
    Member<Pricing>{"image",      Type::text, "price of images",      take_price<&Pricing::image>},
    Member<Pricing>{.name = "overrides", .read = take_overrides},
};

constexpr std::array percentile_members{
    Member<Percentiles>{"p50", Type::number, "median",          take<&Percentiles::p50>},
    Member<Percentiles>{"p75", Type::number, "75th percentile", take<&Percentiles::p75>},
    Member<Percentiles>{"p90", Type::number, "90th percentile", take<&Percentiles::p90>},
    Member<Percentiles>{"p99", Type::number, "99th percentile", take<&Percentiles::p99>},
};
// clang-format on

void take_pricing(Endpoint& out, JsonTokens& tokens) {
  out.pricing = read_object(tokens, pricing_members);
}

template <auto Part>
void take_percentiles(Endpoint& out, JsonTokens& tokens) {
  out.*Part = read_object(tokens, percentile_members);
}

constexpr auto documented_pricing = documented_of<pricing_members>();
constexpr auto documented_percentiles = documented_of<percentile_members>();

// clang-format off
constexpr std::array endpoint_members{
    Member<Endpoint>{"name",                      Type::text,    "name of the endpoint for people", take<&Endpoint::name>},
    Member<Endpoint>{"model_id",                  Type::text,    "identifier of the model", take<&Endpoint::model_id>},
    Member<Endpoint>{"model_name",                Type::text,    "name of the model for people"},
    Member<Endpoint>{"provider_name",             Type::text,    "name of the provider for people", take<&Endpoint::provider_name>},
    Member<Endpoint>{"tag",                       Type::text,    "tag of the provider, as used in provider.order", take<&Endpoint::tag>},
    Member<Endpoint>{"context_length",            Type::integer, "length of the context", take<&Endpoint::context_length>},
    Member<Endpoint>{"max_completion_tokens",     Type::integer, "maximum tokens of an answer", take<&Endpoint::max_completion_tokens>},
    Member<Endpoint>{"max_prompt_tokens",         Type::integer, "maximum tokens of a prompt", take<&Endpoint::max_prompt_tokens>},
    Member<Endpoint>{"quantization",              Type::text,    "quantization of the weights", take<&Endpoint::quantization>},
    Member<Endpoint>{"status",                    Type::integer, "status; its values are not documented", take<&Endpoint::status>},
    Member<Endpoint>{"supported_parameters",      Type::texts,   "request parameters that the endpoint supports", take<&Endpoint::supported_parameters>},
    Member<Endpoint>{"supports_implicit_caching", Type::boolean, "whether the endpoint supports implicit caching", take<&Endpoint::supports_implicit_caching>},
    Member<Endpoint>{"pricing",                   Type::object,  "prices, decimal numbers carried as strings; their units are not documented", take_pricing, documented_pricing},
    Member<Endpoint>{"latency_last_30m",          Type::object,  "latency of the last 30 minutes; its unit is not documented", take_percentiles<&Endpoint::latency_last_30m>, documented_percentiles},
    Member<Endpoint>{"throughput_last_30m",       Type::object,  "throughput of the last 30 minutes; its unit is not documented", take_percentiles<&Endpoint::throughput_last_30m>, documented_percentiles},
    Member<Endpoint>{"uptime_last_5m",            Type::number,  "uptime of the last 5 minutes", take<&Endpoint::uptime_last_5m>},
    Member<Endpoint>{"uptime_last_30m",           Type::number,  "uptime of the last 30 minutes", take<&Endpoint::uptime_last_30m>},
    Member<Endpoint>{"uptime_last_1d",            Type::number,  "uptime of the last day", take<&Endpoint::uptime_last_1d>},
};

constexpr std::array architecture_members{
    Member<Model>{"input_modalities",  Type::texts, "input modalities"},
    Member<Model>{"output_modalities", Type::texts, "output modalities"},
    Member<Model>{"modality",          Type::text,  "both in one text, input->output", take<&Model::modality>},
    Member<Model>{"tokenizer",         Type::text,  "name of the tokenizer"},
    Member<Model>{"instruct_type",     Type::text,  "format of instructions"},
};
// clang-format on

void take_architecture(Model& out, JsonTokens& tokens) {
  out.modality.reset();
  read_members(out, tokens, architecture_members);
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

constexpr auto documented_architecture = documented_of<architecture_members>();
constexpr auto documented_endpoint = documented_of<endpoint_members>();

// clang-format off
constexpr std::array model_members{
    Member<Model>{"id",           Type::text,    "identifier, author/slug", take<&Model::id>},
    Member<Model>{"name",         Type::text,    "name for people", take<&Model::name>},
    Member<Model>{"created",      Type::integer, "when it was created, as Unix time"},
    Member<Model>{"description",  Type::text,    "what the model is for"},
    Member<Model>{"architecture", Type::object,  "input and output modalities", take_architecture, documented_architecture},
    Member<Model>{"endpoints",    Type::list,    "the endpoints of the model; may be empty", take_endpoints, documented_endpoint},
};
// clang-format on

constexpr auto documented_members = documented_of<model_members>();

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

std::span<const Documented> documented_model() {
  return documented_members;
}

} // namespace mrctl::service
