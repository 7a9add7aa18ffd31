#include "mrctl/model/documented.hpp"

#include <array>

namespace mrctl::model {

namespace {

using Row = Documented;

// clang-format off
constexpr std::array preset_rows{
    Row{"id",                               Type::uuid,    "identifier of the preset"},
    Row{"slug",                             Type::text,    "URL-safe identifier, never empty"},
    Row{"name",                             Type::text,    "name of the preset"},
    Row{"description",                      Type::text,    "null when not set"},
    Row{"status",                           Type::text,    "active is the only documented value"},
    Row{"status_updated_at",                Type::time,    "null when the status has never changed"},
    Row{"created_at",                       Type::time,    "when the preset was created"},
    Row{"updated_at",                       Type::time,    "when the preset was last changed"},
    Row{"creator_user_id",                  Type::text,    "identifier of the creating user"},
    Row{"workspace_id",                     Type::uuid,    "owning workspace"},
    Row{"designated_version_id",            Type::uuid,    "identifier of the designated version"},
    Row{"designated_version",               Type::object,  "the version that is used"},
    Row{"designated_version.id",            Type::uuid,    "identifier of the version"},
    Row{"designated_version.preset_id",     Type::uuid,    "owning preset"},
    Row{"designated_version.version",       Type::integer, "number of the version, from 1"},
    Row{"designated_version.config",        Type::object,  "stored settings, for example model and temperature"},
    Row{"designated_version.system_prompt", Type::text,    "text of the system prompt"},
    Row{"designated_version.creator_id",    Type::text,    "identifier of the creating user"},
    Row{"designated_version.created_at",    Type::time,    "when the version was created"},
    Row{"designated_version.updated_at",    Type::time,    "when the version was last changed"},
};

constexpr std::array model_rows{
    Row{"id",                                     Type::text,    "identifier, author/slug"},
    Row{"name",                                   Type::text,    "name for people"},
    Row{"created",                                Type::integer, "when it was created, as Unix time"},
    Row{"description",                            Type::text,    "what the model is for"},
    Row{"architecture",                           Type::object,  "input and output modalities"},
    Row{"architecture.input_modalities",          Type::texts,   "input modalities"},
    Row{"architecture.output_modalities",         Type::texts,   "output modalities"},
    Row{"architecture.modality",                  Type::text,    "both in one text, input->output"},
    Row{"architecture.tokenizer",                 Type::text,    "name of the tokenizer"},
    Row{"architecture.instruct_type",             Type::text,    "format of instructions"},
    Row{"endpoints",                              Type::list,    "the endpoints of the model; may be empty"},
    Row{"endpoints[].name",                       Type::text,    "name of the endpoint for people"},
    Row{"endpoints[].model_id",                   Type::text,    "identifier of the model"},
    Row{"endpoints[].model_name",                 Type::text,    "name of the model for people"},
    Row{"endpoints[].provider_name",              Type::text,    "name of the provider for people"},
    Row{"endpoints[].tag",                        Type::text,    "tag of the provider, as used in provider.order"},
    Row{"endpoints[].context_length",             Type::integer, "length of the context"},
    Row{"endpoints[].max_completion_tokens",      Type::integer, "maximum tokens of an answer"},
    Row{"endpoints[].max_prompt_tokens",          Type::integer, "maximum tokens of a prompt"},
    Row{"endpoints[].quantization",               Type::text,    "quantization of the weights"},
    Row{"endpoints[].status",                     Type::integer, "status; its values are not documented"},
    Row{"endpoints[].supported_parameters",       Type::texts,   "request parameters that the endpoint supports"},
    Row{"endpoints[].supports_implicit_caching",  Type::boolean, "whether the endpoint supports implicit caching"},
    Row{"endpoints[].pricing",                    Type::object,  "prices, decimal numbers carried as strings; their units are not documented"},
    Row{"endpoints[].pricing.prompt",             Type::text,    "price of prompts"},
    Row{"endpoints[].pricing.completion",         Type::text,    "price of completions"},
    Row{"endpoints[].pricing.request",            Type::text,    "price of requests"},
    Row{"endpoints[].pricing.image",              Type::text,    "price of images"},
    Row{"endpoints[].latency_last_30m",           Type::object,  "latency of the last 30 minutes; its unit is not documented"},
    Row{"endpoints[].latency_last_30m.p50",       Type::number,  "median"},
    Row{"endpoints[].latency_last_30m.p75",       Type::number,  "75th percentile"},
    Row{"endpoints[].latency_last_30m.p90",       Type::number,  "90th percentile"},
    Row{"endpoints[].latency_last_30m.p99",       Type::number,  "99th percentile"},
    Row{"endpoints[].throughput_last_30m",        Type::object,  "throughput of the last 30 minutes; its unit is not documented"},
    Row{"endpoints[].throughput_last_30m.p50",    Type::number,  "median"},
    Row{"endpoints[].throughput_last_30m.p75",    Type::number,  "75th percentile"},
    Row{"endpoints[].throughput_last_30m.p90",    Type::number,  "90th percentile"},
    Row{"endpoints[].throughput_last_30m.p99",    Type::number,  "99th percentile"},
    Row{"endpoints[].uptime_last_5m",             Type::number,  "uptime of the last 5 minutes"},
    Row{"endpoints[].uptime_last_30m",            Type::number,  "uptime of the last 30 minutes"},
    Row{"endpoints[].uptime_last_1d",             Type::number,  "uptime of the last day"},
};

constexpr std::array credential_rows{
    Row{"id",                     Type::uuid,    "identifier of the credential"},
    Row{"name",                   Type::text,    "name chosen by the owner"},
    Row{"label",                  Type::text,    "masked form of the key; mrctl masks a label that does not look masked"},
    Row{"provider",               Type::text,    "slug of the provider"},
    Row{"workspace_id",           Type::uuid,    "owning workspace"},
    Row{"created_at",             Type::time,    "when the credential was stored"},
    Row{"disabled",               Type::boolean, "whether it is disabled"},
    Row{"is_fallback",            Type::boolean, "whether it is a fallback"},
    Row{"sort_order",             Type::integer, "position in the order of credentials"},
    Row{"allowed_api_key_hashes", Type::list,    "hashes of the API keys that may use it; null is no restriction, [] matches nothing"},
    Row{"allowed_models",         Type::list,    "models it may be used for; null is no restriction, [] matches nothing"},
    Row{"allowed_user_ids",       Type::list,    "users that may use it; null is no restriction, [] matches nothing"},
};
// clang-format on

} // namespace

std::span<const Documented> documented_preset() {
  return preset_rows;
}

std::span<const Documented> documented_model() {
  return model_rows;
}

std::span<const Documented> documented_credential() {
  return credential_rows;
}

} // namespace mrctl::model
