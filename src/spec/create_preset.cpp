#include "mrctl/base/list.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/shape.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace mrctl::spec {

namespace {

// Lists words of a table: word_list("auto", "default").
template <class... Words>
constexpr auto word_list(Words... words) {
  return std::array{std::string_view(words)...};
}

// Plugins by `id` (specification, section 4.1). Engines are not documented: anything is valid.
constexpr ShapeMember enabled{"enabled", boolean().by_default("true"),
                              "false disables the plugin for the request", Presence::optional,
                              Flagged::yes};
constexpr Shape name_list = list_of(any_string).of_names();

constexpr std::array auto_router_members{
    enabled,
    ShapeMember{"allowed_models", name_list, "model to choose from; wildcards allowed",
                Presence::optional, Flagged::yes},
    ShapeMember{"cost_quality_tradeoff", integer().between(0, 10).by_default("7"),
                "0 is best quality, 10 is cheapest; default 7", Presence::optional, Flagged::yes},
};

constexpr std::array user_location_members{
    ShapeMember{"type", anything(), "kind of location", Presence::required},
    ShapeMember{"city", anything(), "city"},
    ShapeMember{"country", anything(), "country"},
    ShapeMember{"region", anything(), "region"},
    ShapeMember{"timezone", anything(), "time zone"},
};
constexpr std::array web_members{
    enabled,
    ShapeMember{"engine", anything(), "search engine", Presence::optional, Flagged::yes},
    ShapeMember{"exclude_domains", name_list,
                "domain to exclude; wildcards and path filters allowed", Presence::optional,
                Flagged::yes},
    ShapeMember{"include_domains", name_list, "domain to search", Presence::optional, Flagged::yes},
    ShapeMember{"max_results", integer(), "maximum results", Presence::optional, Flagged::yes},
    ShapeMember{"max_uses", integer(), "maximum uses", Presence::optional, Flagged::yes},
    ShapeMember{"search_prompt", string(), "prompt for the search", Presence::optional,
                Flagged::yes},
    ShapeMember{"user_location", object_of(user_location_members), "where the user is"},
};

constexpr std::array web_fetch_members{
    enabled,
    ShapeMember{"allowed_domains", name_list, "domain to allow", Presence::optional, Flagged::yes},
    ShapeMember{"blocked_domains", name_list, "domain to block", Presence::optional, Flagged::yes},
    ShapeMember{"max_content_tokens", integer(), "longer content is truncated", Presence::optional,
                Flagged::yes},
    ShapeMember{"max_uses", integer(), "maximum uses; after that the tool returns an error",
                Presence::optional, Flagged::yes},
};

constexpr std::array pdf_members{ShapeMember{"engine", anything(), "PDF engine"}};
constexpr std::array file_parser_members{
    enabled, ShapeMember{"pdf", object_of(pdf_members), "how to read PDF files"}};
constexpr std::array response_healing_members{enabled};
constexpr std::array context_compression_members{enabled,
                                                 ShapeMember{"engine", anything(), "engine"}};

constexpr std::array price_sources{std::string_view("prompt"), std::string_view("weighted_avg")};
constexpr std::array pareto_router_members{
    enabled,
    ShapeMember{"min_coding_score", number().between(0, 1),
                "0.66 is the high tier, 0.33 the medium one", Presence::optional, Flagged::yes},
    ShapeMember{"price_source", choice_of(price_sources).by_default(R"("prompt")"),
                "price to compare; default prompt", Presence::optional, Flagged::yes},
};

constexpr std::array fusion_presets{std::string_view("general-high"),
                                    std::string_view("general-budget"),
                                    std::string_view("general-fast")};
constexpr std::array fusion_tool_members{
    ShapeMember{"type", string(), "kind of tool", Presence::required},
    ShapeMember{"parameters", open_object(), "parameters of the tool"},
};
constexpr Shape fusion_tool = object_of(fusion_tool_members);
constexpr std::array fusion_members{
    enabled,
    ShapeMember{"analysis_models", name_list.at_least(1).at_most(8), "models that analyse"},
    ShapeMember{"model", string(), "model that answers"},
    ShapeMember{"max_tool_calls", integer().between(1, 16).by_default("8"),
                "maximum tool calls; default 8"},
    ShapeMember{"preset", choice_of(fusion_presets), "predefined set of models"},
    ShapeMember{"tools", list_of(fusion_tool).at_most(8), "tools; an empty array disables them"},
};

constexpr std::array plugin_variants{
    Variant{"auto-router", auto_router_members},
    Variant{"moderation"},
    Variant{.value = "web", .members = web_members, .alias = "web-search"},
    Variant{"web-fetch", web_fetch_members},
    Variant{.value = "file-parser", .members = file_parser_members, .alias = "pdf"},
    Variant{"response-healing", response_healing_members},
    Variant{"context-compression", context_compression_members},
    Variant{"pareto-router", pareto_router_members},
    Variant{"fusion", fusion_members},
};
constexpr Shape plugin = tagged_by("id", plugin_variants).or_word();

// Provider routing preferences (specification, section 4.1): no extra keys allowed.
constexpr Shape slugs = list_of(any_string).of_names().or_null();

constexpr std::array data_collection_choices{std::string_view("allow"), std::string_view("deny")};

// Documented as strings; services accept numbers as well.
constexpr std::array price_alternatives{string(), number()};

constexpr Shape price = one_of(price_alternatives);

constexpr std::array max_price_members{
    ShapeMember{"prompt", price, "USD per million prompt tokens", Presence::optional, Flagged::yes},
    ShapeMember{"completion", price, "USD per million completion tokens", Presence::optional,
                Flagged::yes},
    ShapeMember{"image", price, "USD per image", Presence::optional, Flagged::yes},
    ShapeMember{"audio", price, "USD per audio unit", Presence::optional, Flagged::yes},
    ShapeMember{"request", price, "USD per request", Presence::optional, Flagged::yes},
};

constexpr std::array sort_alternatives{string(), open_object()};

constexpr std::array provider_members{
    ShapeMember{"allow_fallbacks", boolean().or_null().by_default("true"),
                "false: use only the primary provider", Presence::optional, Flagged::yes},
    ShapeMember{
        "data_collection", choice_of(data_collection_choices).or_null().by_default(R"("allow")"),
        "deny: use only providers that do not collect user data", Presence::optional, Flagged::yes},
    ShapeMember{"enforce_distillable_text", boolean().or_null(),
                "use only models that allow text distillation", Presence::optional, Flagged::yes},
    ShapeMember{"ignore", slugs, "provider to skip", Presence::optional, Flagged::yes},
    ShapeMember{"only", slugs, "provider to allow", Presence::optional, Flagged::yes},
    ShapeMember{"order", slugs, "provider to try, in this order", Presence::optional, Flagged::yes},
    ShapeMember{"max_price", object_of(max_price_members).meaning_text_as("prompt"),
                "maximum prices", Presence::optional, Flagged::yes},
    ShapeMember{"preferred_max_latency", anything(), "preferred latency", Presence::optional,
                Flagged::yes},
    ShapeMember{"preferred_min_throughput", anything(), "preferred throughput", Presence::optional,
                Flagged::yes},
    ShapeMember{"quantizations", list_of(any_value).of_names().or_null(), "quantization to allow",
                Presence::optional, Flagged::yes},
    ShapeMember{"require_parameters", boolean().or_null(),
                "use only providers that support all given parameters", Presence::optional,
                Flagged::yes},
    ShapeMember{"sort", one_of(sort_alternatives).or_null(),
                "sort order if provider.order is not given", Presence::optional, Flagged::yes},
    ShapeMember{"zdr", boolean().or_null(), "use only endpoints with zero data retention",
                Presence::optional, Flagged::yes},
};

constexpr Shape provider = object_of(provider_members)
                               .refusing_unknown()
                               .meaning_text_as("only")
                               .meaning_list_as("order")
                               .or_null();

constexpr std::array cache_control_types{std::string_view("ephemeral")};

constexpr std::array cache_control_ttls{std::string_view("5m"), std::string_view("1h")};

constexpr std::array cache_control_members{
    ShapeMember{"type", choice_of(cache_control_types), "how to cache", Presence::required},
    ShapeMember{"ttl", choice_of(cache_control_ttls), "how long to cache"},
};

constexpr Shape cache_control = object_of(cache_control_members).meaning_text_as("type");

// Tools (specification, section 4.1, below the plugins).
constexpr std::array function_members{
    ShapeMember{"name", string().naming(Takes::plain_name).at_most(64), "name of the function",
                Presence::required},
    ShapeMember{"description", string(), "what the function does"},
    ShapeMember{"parameters", open_object(), "JSON Schema of the arguments"},
    ShapeMember{"strict", boolean().or_null(), "whether arguments must follow the schema"},
};

constexpr std::array function_tool_members{
    ShapeMember{"function", object_of(function_members), "the function", Presence::required,
                Flagged::no, R"("function": {"name": …, "parameters": …})"},
    ShapeMember{"cache_control", cache_control, "caching of the definition"},
};

constexpr std::array tool_variants{
    Variant{"function", function_tool_members},
    Variant{.value = prefixed_name, .unknown = Unknown::accepted},
};

constexpr Shape tool = tagged_by("type", tool_variants).or_word();

// Named and server tool choices are not documented: any object is valid.
constexpr std::array tool_choice_words{std::string_view("none"), std::string_view("auto"),
                                       std::string_view("required")};

constexpr std::array tool_choice_alternatives{choice_of(tool_choice_words), open_object()};

constexpr Shape tool_choice = one_of(tool_choice_alternatives);

constexpr std::array named_schema_members{
    ShapeMember{"name", string().naming(Takes::plain_name).at_least(1).at_most(64),
                "name of the schema", Presence::required, Flagged::no, R"("name": "answer")"},
    ShapeMember{"schema", open_object(), "JSON Schema of the answer", Presence::required,
                Flagged::no, R"("json_schema": {"name": …, "schema": …})"},
    ShapeMember{"strict", boolean().or_null(), "whether the answer must follow the schema"},
};

constexpr std::array json_schema_members{
    ShapeMember{"json_schema", usually_object_of(named_schema_members), "the schema and its name",
                Presence::required, Flagged::no, R"("json_schema": {"name": …, "schema": …})"},
};

constexpr std::array grammar_members{
    ShapeMember{"grammar", string(), "the grammar", Presence::required},
};

constexpr std::array response_format_variants{
    Variant{"text"},
    Variant{"json_object"},
    Variant{"json_schema", json_schema_members},
    Variant{"grammar", grammar_members},
    Variant{"python"},
};

constexpr Shape response_format = tagged_by("type", response_format_variants).or_word();

// Messages (specification, section 4.1). Content items are not documented, so any array is valid.
constexpr Shape content_parts = list_of(any_value);

constexpr std::array text_or_parts{string(), content_parts};

constexpr Shape text_content = one_of(text_or_parts);

constexpr std::array developer_members{
    ShapeMember{"content", text_content, "the text, as a string or an array of text parts",
                Presence::required},
    ShapeMember{"name", string(), "name of the participant"},
};

constexpr std::array assistant_members{
    ShapeMember{"content", text_content.or_null(), "what the assistant said"},
    ShapeMember{"name", anything(), "name of the participant"},
    ShapeMember{"reasoning", string().or_null(), "reasoning text"},
    ShapeMember{"reasoning_details", anything(), "reasoning in parts"},
    ShapeMember{"refusal", string().or_null(), "why the assistant refused"},
    ShapeMember{"tool_calls", list_of(any_value), "tools the assistant called"},
    ShapeMember{"audio", anything(), "audio output"},
    ShapeMember{"images", anything(), "images the assistant made"},
};

constexpr std::array message_variants{
    Variant{.value = "system", .unknown = Unknown::accepted},
    Variant{.value = "user", .unknown = Unknown::accepted, .alias = "human"},
    Variant{"developer", developer_members},
    Variant{.value = "assistant", .members = assistant_members, .alias = "ai"},
    Variant{.value = "tool", .unknown = Unknown::accepted},
};

constexpr Shape message = tagged_by("role", message_variants);

constexpr std::array stream_options_members{
    ShapeMember{"include_usage", boolean().deprecated(), {}}, // its deprecation says enough
};
constexpr std::array debug_members{
    ShapeMember{"echo_upstream_body", boolean(), "streaming only"},
};
constexpr Shape stop_sequences = list_of(any_string).at_most(4);
constexpr std::array stop_alternatives{string(), stop_sequences};

constexpr std::array reasoning_members{
    ShapeMember{"effort", string().or_null(), "amount of reasoning", Presence::optional,
                Flagged::yes},
    ShapeMember{"summary", anything(), "kind of summary to return", Presence::optional,
                Flagged::yes},
    // The specification does not document these, but services have a guide on them.
    ShapeMember{"enabled", anything(), "whether to reason"},
    ShapeMember{"max_tokens", anything(), "tokens to reason with"},
    ShapeMember{"exclude", anything(), "whether to leave the reasoning out of the answer"},
};

constexpr auto modality_choices = word_list("text", "image", "audio");
constexpr Shape modality = choice_of(modality_choices);

constexpr std::array image_config_alternatives{string(), number(), list_of(any_value)};
constexpr Shape image_config_value = one_of(image_config_alternatives);

constexpr auto prediction_types = word_list("content");
constexpr std::array prediction_members{
    ShapeMember{"type", choice_of(prediction_types), "kind of prediction", Presence::required},
    ShapeMember{"content", text_content, "the predicted text", Presence::required},
};

constexpr auto service_tiers = word_list("auto", "default", "flex", "priority", "scale");
constexpr auto prompt_cache_modes = word_list("explicit");
constexpr std::array prompt_cache_members{
    ShapeMember{"mode", choice_of(prompt_cache_modes), "kind of caching", Presence::required},
    ShapeMember{"ttl", string().or_null(), "lifetime of the cache entry"},
};

constexpr Shape model_name = string().naming(Takes::model);

constexpr Shape metadata_value = string().at_most(512);

constexpr std::array trace_members{
    ShapeMember{"trace_id", string(), "id of the trace"},
    ShapeMember{"trace_name", string(), "name of the trace"},
    ShapeMember{"span_name", string(), "name of the span"},
    ShapeMember{"generation_name", string(), "name of the generation"},
    ShapeMember{"parent_span_id", string(), "id of the parent span"},
};

constexpr auto routes = word_list("fallback", "sort");

// The table of request fields: specification, section 4.1, "Request body fields".
constexpr std::array field_rows{
    Field{"messages", list_of(message).at_least(1), FieldGroup::conversation,
          "messages; the service requires them and keeps only system and developer text",
          R"([{"role":"system","content":"Answer briefly."}])", Kept::no},
    Field{"model", model_name.meaning_list_as("models"), FieldGroup::model, "model to use",
          R"("acme/large")", Kept::yes, Routed::yes},
    Field{"models", list_of(model_name).of_names(), FieldGroup::model,
          "models to try, in order of preference", R"(["acme/large","globex/vision"])", Kept::yes,
          Routed::yes},
    Field{"stream", boolean().by_default("false"), FieldGroup::output,
          "stream the answer; default false", "true", Kept::no},
    Field{"stream_options", object_of(stream_options_members).or_null(), FieldGroup::output,
          "options for streaming", R"({"include_usage":true})", Kept::no},
    Field{"debug", object_of(debug_members), FieldGroup::tracking, "debugging options",
          R"({"echo_upstream_body":true})", Kept::no},
    Field{"max_tokens",
          integer()
              .or_null()
              .deprecated("max_completion_tokens")
              .if_supported("max_completion_tokens"),
          FieldGroup::output, "maximum tokens to generate", "1024"},
    Field{"max_completion_tokens", integer().or_null().if_supported("max_tokens"),
          FieldGroup::output, "maximum tokens to generate", "1024"},
    Field{"temperature", number().between(0, 2).or_null().if_supported(), FieldGroup::sampling,
          "sampling temperature, 0 to 2", "0.2"},
    Field{"top_p", number().between(0, 1).or_null().if_supported(), FieldGroup::sampling,
          "nucleus sampling, 0 to 1", "0.9"},
    Field{"top_k", integer().or_null().if_supported(), FieldGroup::sampling,
          "sample from the k most likely tokens", "40"},
    Field{"min_p", number().or_null().if_supported(), FieldGroup::sampling,
          "minimum probability relative to the most likely token", "0.05"},
    Field{"top_a", number().or_null().if_supported(), FieldGroup::sampling,
          "minimum probability relative to the square of the most likely token's", "0.1"},
    Field{"frequency_penalty", number().between(-2, 2).or_null().if_supported(),
          FieldGroup::sampling, "penalty on frequent tokens, -2 to 2", "0.5"},
    Field{"presence_penalty", number().between(-2, 2).or_null().if_supported(),
          FieldGroup::sampling, "penalty on tokens already present, -2 to 2", "0.5"},
    Field{"repetition_penalty", number().or_null().if_supported(), FieldGroup::sampling,
          "penalty on repeated tokens; 1.0 is none", "1.1"},
    Field{"seed", integer().or_null().if_supported(), FieldGroup::sampling,
          "seed for repeatable sampling", "7"},
    Field{"stop", one_of(stop_alternatives).or_null().if_supported(), FieldGroup::output,
          "stop sequence, up to 4", R"(["END","STOP"])"},
    Field{"logit_bias", map_of(any_number).or_null().if_supported(), FieldGroup::sampling,
          "token bias", R"({"50256":-100})"},
    Field{"logprobs", boolean().or_null().if_supported(), FieldGroup::output,
          "return log probabilities", "true"},
    Field{"top_logprobs", integer().between(0, 20).or_null().if_supported(), FieldGroup::output,
          "number of tokens with log probabilities, 0 to 20", "5"},
    Field{"parallel_tool_calls", boolean().or_null().if_supported(), FieldGroup::tools,
          "allow several tool calls at once", "true"},
    Field{"tools", list_of(tool).if_supported(), FieldGroup::tools,
          "function tools and server tools",
          R"([{"type":"function","function":{"name":"look_up"}}])"},
    Field{"tool_choice", tool_choice.if_supported(), FieldGroup::tools,
          "none, auto, required, or a tool", R"("auto")"},
    Field{"response_format",
          response_format.if_supported("structured_outputs", "json_schema", "text"),
          FieldGroup::output, "format of the answer", R"({"type":"json_object"})"},
    Field{"reasoning",
          object_of(reasoning_members).meaning_text_as("effort").if_supported("reasoning_effort"),
          FieldGroup::reasoning, "reasoning settings", R"({"effort":"high"})"},
    Field{"reasoning_effort", string().or_null().if_supported("reasoning"), FieldGroup::reasoning,
          "shorthand for reasoning.effort", R"("high")"},
    Field{"modalities", list_of(modality).of_names(), FieldGroup::output, "text, image or audio",
          R"(["text"])"},
    Field{"image_config", map_of(image_config_value), FieldGroup::output,
          "provider-specific image settings", R"({"aspect_ratio":"16:9"})"},
    Field{"prediction", object_of(prediction_members).or_null().if_supported(),
          FieldGroup::conversation, "predicted output",
          R"({"type":"content","content":"Dear customer,"})", Kept::no},
    Field{"service_tier", choice_of(service_tiers).or_null(), FieldGroup::routing, "service tier",
          R"("flex")", Kept::yes, Routed::yes},
    Field{"cache_control", cache_control, FieldGroup::conversation, "prompt caching",
          R"({"type":"ephemeral"})", Kept::yes, Routed::yes},
    Field{"prompt_cache_key", string().or_null(), FieldGroup::conversation,
          "key of the prompt cache", R"("support")", Kept::no},
    Field{"prompt_cache_options", object_of(prompt_cache_members).meaning_text_as("mode").or_null(),
          FieldGroup::conversation, "options of the prompt cache", R"({"mode":"explicit"})"},
    Field{"session_id", string().at_most(256), FieldGroup::tracking,
          "session for sticky routing, up to 256 characters", R"("session-1")", Kept::no},
    Field{"metadata", map_of(metadata_value).at_most(16).with_keys_up_to(64), FieldGroup::tracking,
          "up to 16 pairs of strings", R"({"team":"support"})", Kept::no},
    Field{"user", string(), FieldGroup::tracking, "unique user identifier", R"("user-1")",
          Kept::no},
    Field{"trace", object_of(trace_members).accepting_unknown(), FieldGroup::tracking,
          "trace metadata", R"({"trace_id":"t-1"})", Kept::no},
    Field{"provider", provider, FieldGroup::routing, "provider routing preferences",
          R"({"order":["acme-cloud"]})", Kept::yes, Routed::yes},
    Field{"route", choice_of(routes).or_null().deprecated("provider.sort.partition"),
          FieldGroup::routing, "routing strategy", R"("fallback")", Kept::yes, Routed::yes},
    Field{"plugins", list_of(plugin), FieldGroup::tools, "plugins by id",
          R"([{"id":"web","max_results":3}])", Kept::yes, Routed::yes},
    Field{"stop_server_tools_when", list_of(any_value).at_least(1), FieldGroup::tools,
          "conditions that halt the server-tool loop",
          R"([{"type":"step_count_is","step_count":4}])"},
};

static_assert(are_unique(field_rows, &Field::name));

static_assert(std::ranges::none_of(field_rows, [](const Field& row) {
  return row.help.empty() || row.example.empty();
}));

// Fields and members are two views of one thing; shapes are walked as members.
constexpr auto as_members() {
  std::array<ShapeMember, field_rows.size()> members{};
  for (std::size_t i = 0; i < field_rows.size(); ++i)
    members[i] = ShapeMember{field_rows[i].name, field_rows[i].shape, field_rows[i].help,
                             Presence::optional, Flagged::yes};
  return members;
}
constexpr auto body_members = as_members();
constexpr Shape body_shape = object_of(body_members);

} // namespace

Rows<Field> request_fields() {
  return field_rows;
}

const Shape& request_shape() {
  return body_shape;
}

} // namespace mrctl::spec
