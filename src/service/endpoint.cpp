#include "mrctl/service/endpoint.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"

#include "reading.hpp"

#include <algorithm>
#include <array>
#include <forward_list>
#include <type_traits>
#include <utility>

namespace mrctl::service {

namespace {

using Texts = std::vector<std::string_view>;

// Reads values as views of the answer. Of the texts that are written differently there, such as
// those with escapes, it keeps what they stand for.
class ViewReader {
public:
  template <class Value>
  [[nodiscard]] Value as(const JsonView& value) {
    if constexpr (std::is_same_v<Value, std::optional<std::string_view>>)
      return is_text(value) ? Value(kept_text(value)) : Value();
    else if constexpr (std::is_same_v<Value, std::optional<NumberView>>)
      return value.is_number() || value.is_string() ? Value(NumberView{kept_text(value)}) : Value();
    else if constexpr (std::is_same_v<Value, std::optional<Texts>>)
      return value.is_array() ? Value(texts_of(value)) : Value();
    else
      return read_as<Value>(value.text());
  }

  [[nodiscard]] std::forward_list<std::string> decoded() && { return std::move(decoded_); }

private:
  [[nodiscard]] static bool is_text(const JsonView& value) {
    return !value.is_null() && !value.is_structured();
  }

  [[nodiscard]] std::string_view kept_text(const JsonView& value) {
    const auto written = value.text();
    const bool is_plain = written.find('\\') == written.npos;
    if (value.is_string() && is_plain) return written.substr(1, written.size() - 2);
    return is_text(value) && is_plain ? written : decoded_.emplace_front(text_of_value(written));
  }

  [[nodiscard]] Texts texts_of(const JsonView& list) {
    Texts texts;
    texts.reserve(list.size());
    for (const auto& item : list.items())
      texts.push_back(kept_text(item.value));
    return texts;
  }

  std::forward_list<std::string> decoded_;
};

// An object that is read.
template <class Object>
struct Target {
  Object& object;
  ViewReader& reader;
};

template <class Object>
Target(Object&, ViewReader&) -> Target<Object>;

template <auto Part, class Object>
void take_view(Target<Object>& out, const JsonView& value) {
  auto& part = out.object.*Part;
  part = out.reader.template as<std::remove_reference_t<decltype(part)>>(value);
}

// An unreadable price is not the same as a missing one: a missing one means that nothing is
// charged, an unreadable one is unknown.
template <auto Part>
void take_price(Target<Pricing>& out, const JsonView& value) {
  auto& price = out.object.*Part;
  take_view<Part>(out, value);
  if (!price && !value.is_null()) price = NumberView{value.text()};
}

void take_overrides(Target<Pricing>& out, const JsonView& value) {
  const bool is_empty = value.is_null() || (value.is_structured() && value.size() == 0);
  out.object.overrides = is_empty ? std::nullopt : std::optional(value.text());
}

// clang-format off
constexpr std::array pricing_members{
    AnswerMember<Target<Pricing>>{"prompt",     Type::text, "price of prompts",     take_price<&Pricing::prompt>},
    AnswerMember<Target<Pricing>>{"completion", Type::text, "price of completions", take_price<&Pricing::completion>},
    AnswerMember<Target<Pricing>>{"request",    Type::text, "price of requests",    take_price<&Pricing::request>},
    AnswerMember<Target<Pricing>>{"image",      Type::text, "price of images",      take_price<&Pricing::image>},
    AnswerMember<Target<Pricing>>{.name = "input_cache_read", .read = take_price<&Pricing::input_cache_read>},
    AnswerMember<Target<Pricing>>{.name = "input_cache_write", .read = take_price<&Pricing::input_cache_write>},
    AnswerMember<Target<Pricing>>{.name = "input_cache_write_1h", .read = take_price<&Pricing::input_cache_write_1h>},
    AnswerMember<Target<Pricing>>{.name = "web_search", .read = take_price<&Pricing::web_search>},
    AnswerMember<Target<Pricing>>{.name = "overrides", .read = take_overrides},
};

// Both spellings that services use for the forms of a tool choice.
constexpr std::array tool_choice_members{
    AnswerMember<Target<ToolChoices>>{.name = "none",             .read = take_view<&ToolChoices::none>},
    AnswerMember<Target<ToolChoices>>{.name = "auto",             .read = take_view<&ToolChoices::automatic>},
    AnswerMember<Target<ToolChoices>>{.name = "required",         .read = take_view<&ToolChoices::required>},
    AnswerMember<Target<ToolChoices>>{.name = "function",         .read = take_view<&ToolChoices::function>},
    AnswerMember<Target<ToolChoices>>{.name = "literal_none",     .read = take_view<&ToolChoices::none>},
    AnswerMember<Target<ToolChoices>>{.name = "literal_auto",     .read = take_view<&ToolChoices::automatic>},
    AnswerMember<Target<ToolChoices>>{.name = "literal_required", .read = take_view<&ToolChoices::required>},
    AnswerMember<Target<ToolChoices>>{.name = "type_function",    .read = take_view<&ToolChoices::function>},
};

constexpr std::array percentile_members{
    AnswerMember<Target<Percentiles>>{"p50", Type::number, "median",          take_view<&Percentiles::p50>},
    AnswerMember<Target<Percentiles>>{"p75", Type::number, "75th percentile", take_view<&Percentiles::p75>},
    AnswerMember<Target<Percentiles>>{"p90", Type::number, "90th percentile", take_view<&Percentiles::p90>},
    AnswerMember<Target<Percentiles>>{"p99", Type::number, "99th percentile", take_view<&Percentiles::p99>},
};
// clang-format on

// If a key stands twice, only the last one counts.
template <auto Part, const auto& members, class Object>
void take_object(Target<Object>& out, const JsonView& value) {
  auto& part = out.object.*Part = {};
  Target target{part, out.reader};
  read_members(target, value, members);
}

constexpr auto documented_pricing = documented_of<pricing_members>();
constexpr auto documented_percentiles = documented_of<percentile_members>();

// clang-format off
constexpr std::array endpoint_members{
    AnswerMember<Target<Endpoint>>{"name",                      Type::text,    "name of the endpoint for people", take_view<&Endpoint::name>},
    AnswerMember<Target<Endpoint>>{"model_id",                  Type::text,    "identifier of the model", take_view<&Endpoint::model_id>},
    AnswerMember<Target<Endpoint>>{"model_name",                Type::text,    "name of the model for people"},
    AnswerMember<Target<Endpoint>>{"provider_name",             Type::text,    "name of the provider for people", take_view<&Endpoint::provider_name>},
    AnswerMember<Target<Endpoint>>{"tag",                       Type::text,    "tag of the provider, as used in provider.order", take_view<&Endpoint::tag>},
    AnswerMember<Target<Endpoint>>{"context_length",            Type::integer, "length of the context", take_view<&Endpoint::context_length>},
    AnswerMember<Target<Endpoint>>{"max_completion_tokens",     Type::integer, "maximum tokens of an answer", take_view<&Endpoint::max_completion_tokens>},
    AnswerMember<Target<Endpoint>>{"max_prompt_tokens",         Type::integer, "maximum tokens of a prompt", take_view<&Endpoint::max_prompt_tokens>},
    AnswerMember<Target<Endpoint>>{"quantization",              Type::text,    "quantization of the weights", take_view<&Endpoint::quantization>},
    AnswerMember<Target<Endpoint>>{"status",                    Type::integer, "status; its values are not documented", take_view<&Endpoint::status>},
    AnswerMember<Target<Endpoint>>{"supported_parameters",      Type::texts,   "request parameters that the endpoint supports", take_view<&Endpoint::supported_parameters>},
    AnswerMember<Target<Endpoint>>{"supports_implicit_caching", Type::boolean, "whether the endpoint supports implicit caching", take_view<&Endpoint::supports_implicit_caching>},
    AnswerMember<Target<Endpoint>>{.name = "supports_tool_choice", .read = take_object<&Endpoint::supports_tool_choice, tool_choice_members>},
    AnswerMember<Target<Endpoint>>{"pricing",                   Type::object,  "prices, decimal numbers carried as strings; their units are not documented", take_object<&Endpoint::pricing, pricing_members>, documented_pricing},
    AnswerMember<Target<Endpoint>>{"latency_last_30m",          Type::object,  "latency of the last 30 minutes; its unit is not documented", take_object<&Endpoint::latency_last_30m, percentile_members>, documented_percentiles},
    AnswerMember<Target<Endpoint>>{"throughput_last_30m",       Type::object,  "throughput of the last 30 minutes; its unit is not documented", take_object<&Endpoint::throughput_last_30m, percentile_members>, documented_percentiles},
    AnswerMember<Target<Endpoint>>{"uptime_last_5m",            Type::number,  "uptime of the last 5 minutes", take_view<&Endpoint::uptime_last_5m>},
    AnswerMember<Target<Endpoint>>{"uptime_last_30m",           Type::number,  "uptime of the last 30 minutes", take_view<&Endpoint::uptime_last_30m>},
    AnswerMember<Target<Endpoint>>{"uptime_last_1d",            Type::number,  "uptime of the last day", take_view<&Endpoint::uptime_last_1d>},
};

constexpr std::array architecture_members{
    AnswerMember<Target<Model>>{"input_modalities",  Type::texts, "input modalities"},
    AnswerMember<Target<Model>>{"output_modalities", Type::texts, "output modalities"},
    AnswerMember<Target<Model>>{"modality",          Type::text,  "both in one text, input->output", take_view<&Model::modality>},
    AnswerMember<Target<Model>>{"tokenizer",         Type::text,  "name of the tokenizer"},
    AnswerMember<Target<Model>>{"instruct_type",     Type::text,  "format of instructions"},
};
// clang-format on

void take_architecture(Target<Model>& out, const JsonView& value) {
  out.object.modality.reset();
  read_members(out, value, architecture_members);
}

void take_endpoints(Target<Model>& out, const JsonView& value) {
  auto& endpoints = out.object.endpoints;
  endpoints.clear();
  if (!value.is_array()) return;
  endpoints.reserve(value.size());
  for (const auto& item : value.items()) {
    Target target{endpoints.emplace_back(), out.reader};
    target.object.json = item.value.text();
    read_members(target, item.value, endpoint_members);
  }
}

constexpr auto documented_architecture = documented_of<architecture_members>();
constexpr auto documented_endpoint = documented_of<endpoint_members>();

// clang-format off
constexpr std::array model_members{
    AnswerMember<Target<Model>>{"id",           Type::text,    "identifier, author/slug", take_view<&Model::id>},
    AnswerMember<Target<Model>>{"name",         Type::text,    "name for people", take_view<&Model::name>},
    AnswerMember<Target<Model>>{"created",      Type::integer, "when it was created, as Unix time"},
    AnswerMember<Target<Model>>{"description",  Type::text,    "what the model is for"},
    AnswerMember<Target<Model>>{"architecture", Type::object,  "input and output modalities", take_architecture, documented_architecture},
    AnswerMember<Target<Model>>{"endpoints",    Type::list,    "the endpoints of the model; may be empty", take_endpoints, documented_endpoint},
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
  return endpoint.pricing.overrides || (request && !request->is_zero());
}

Model read_model_text(SharedText text) {
  return read_model(JsonText(std::move(text)));
}

Model read_model(const JsonText& json) {
  Model model;
  ViewReader reader;
  Target target{model, reader};
  read_members(target, json.root(), model_members);
  model.text = json.text();
  model.decoded =
      std::make_shared<const std::forward_list<std::string>>(std::move(reader).decoded());
  return model;
}

std::span<const Documented> documented_model() {
  return documented_members;
}

} // namespace mrctl::service
