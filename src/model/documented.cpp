#include "mrctl/model/documented.hpp"

#include <array>

namespace mrctl::model {

namespace {

// clang-format off
constexpr std::array preset_rows{
    Documented{"id",                               Type::uuid,    "identifier of the preset"},
    Documented{"slug",                             Type::text,    "URL-safe identifier, never empty"},
    Documented{"name",                             Type::text,    "name of the preset"},
    Documented{"description",                      Type::text,    "null when not set"},
    Documented{"status",                           Type::text,    "active is the only documented value"},
    Documented{"status_updated_at",                Type::time,    "null when the status has never changed"},
    Documented{"created_at",                       Type::time,    "when the preset was created"},
    Documented{"updated_at",                       Type::time,    "when the preset was last changed"},
    Documented{"creator_user_id",                  Type::text,    "identifier of the creating user"},
    Documented{"workspace_id",                     Type::uuid,    "owning workspace"},
    Documented{"designated_version_id",            Type::uuid,    "identifier of the designated version"},
    Documented{"designated_version",               Type::object,  "the version that is used"},
    Documented{"designated_version.id",            Type::uuid,    "identifier of the version"},
    Documented{"designated_version.preset_id",     Type::uuid,    "owning preset"},
    Documented{"designated_version.version",       Type::integer, "number of the version, from 1"},
    Documented{"designated_version.config",        Type::object,  "stored settings, for example model and temperature"},
    Documented{"designated_version.system_prompt", Type::text,    "text of the system prompt"},
    Documented{"designated_version.creator_id",    Type::text,    "identifier of the creating user"},
    Documented{"designated_version.created_at",    Type::time,    "when the version was created"},
    Documented{"designated_version.updated_at",    Type::time,    "when the version was last changed"},
};

constexpr std::array model_rows{
    Documented{"id",                                     Type::text,    "identifier, author/slug"},
    Documented{"name",                                   Type::text,    "name for people"},
    Documented{"created",                                Type::integer, "when it was created, as Unix time"},
    Documented{"description",                            Type::text,    "what the model is for"},
    Documented{"architecture",                           Type::object,  "input and output modalities"},
    Documented{"architecture.input_modalities",          Type::texts,   "input modalities"},
    Documented{"architecture.output_modalities",         Type::texts,   "output modalities"},
    Documented{"architecture.modality",                  Type::text,    "both in one text, input->output"},
    Documented{"architecture.tokenizer",                 Type::text,    "name of the tokenizer"},
    Documented{"architecture.instruct_type",             Type::text,    "format of instructions"},
    Documented{"endpoints",                              Type::list,    "the endpoints of the model; may be empty"},
    Documented{"endpoints[].name",                       Type::text,    "name of the endpoint for people"},
    Documented{"endpoints[].model_id",                   Type::text,    "identifier of the model"},
    Documented{"endpoints[].model_name",                 Type::text,    "name of the model for people"},
    Documented{"endpoints[].provider_name",              Type::text,    "name of the provider for people"},
    Documented{"endpoints[].tag",                        Type::text,    "tag of the provider, as used in provider.order"},
    Documented{"endpoints[].context_length",             Type::integer, "length of the context"},
    Documented{"endpoints[].max_completion_tokens",      Type::integer, "maximum tokens of an answer"},
    Documented{"endpoints[].max_prompt_tokens",          Type::integer, "maximum tokens of a prompt"},
    Documented{"endpoints[].quantization",               Type::text,    "quantization of the weights"},
    Documented{"endpoints[].status",                     Type::integer, "status; its values are not documented"},
    Documented{"endpoints[].supported_parameters",       Type::texts,   "request parameters that the endpoint supports"},
    Documented{"endpoints[].supports_implicit_caching",  Type::boolean, "whether the endpoint supports implicit caching"},
    Documented{"endpoints[].pricing",                    Type::object,  "prices, decimal numbers carried as strings; their units are not documented"},
    Documented{"endpoints[].pricing.prompt",             Type::text,    "price of prompts"},
    Documented{"endpoints[].pricing.completion",         Type::text,    "price of completions"},
    Documented{"endpoints[].pricing.request",            Type::text,    "price of requests"},
    Documented{"endpoints[].pricing.image",              Type::text,    "price of images"},
    Documented{"endpoints[].latency_last_30m",           Type::object,  "latency of the last 30 minutes; its unit is not documented"},
    Documented{"endpoints[].latency_last_30m.p50",       Type::number,  "median"},
    Documented{"endpoints[].latency_last_30m.p75",       Type::number,  "75th percentile"},
    Documented{"endpoints[].latency_last_30m.p90",       Type::number,  "90th percentile"},
    Documented{"endpoints[].latency_last_30m.p99",       Type::number,  "99th percentile"},
    Documented{"endpoints[].throughput_last_30m",        Type::object,  "throughput of the last 30 minutes; its unit is not documented"},
    Documented{"endpoints[].throughput_last_30m.p50",    Type::number,  "median"},
    Documented{"endpoints[].throughput_last_30m.p75",    Type::number,  "75th percentile"},
    Documented{"endpoints[].throughput_last_30m.p90",    Type::number,  "90th percentile"},
    Documented{"endpoints[].throughput_last_30m.p99",    Type::number,  "99th percentile"},
    Documented{"endpoints[].uptime_last_5m",             Type::number,  "uptime of the last 5 minutes"},
    Documented{"endpoints[].uptime_last_30m",            Type::number,  "uptime of the last 30 minutes"},
    Documented{"endpoints[].uptime_last_1d",             Type::number,  "uptime of the last day"},
};

constexpr std::array credential_rows{
    Documented{"id",                     Type::uuid,    "identifier of the credential"},
    Documented{"name",                   Type::text,    "name chosen by the owner"},
    Documented{"label",                  Type::text,    "masked form of the key; mrctl masks a label that does not look masked"},
    Documented{"provider",               Type::text,    "slug of the provider"},
    Documented{"workspace_id",           Type::uuid,    "owning workspace"},
    Documented{"created_at",             Type::time,    "when the credential was stored"},
    Documented{"disabled",               Type::boolean, "whether it is disabled"},
    Documented{"is_fallback",            Type::boolean, "whether it is a fallback"},
    Documented{"sort_order",             Type::integer, "position in the order of credentials"},
    Documented{"allowed_api_key_hashes", Type::list,    "hashes of the API keys that may use it; null is no restriction, [] matches nothing"},
    Documented{"allowed_models",         Type::list,    "models it may be used for; null is no restriction, [] matches nothing"},
    Documented{"allowed_user_ids",       Type::list,    "users that may use it; null is no restriction, [] matches nothing"},
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
