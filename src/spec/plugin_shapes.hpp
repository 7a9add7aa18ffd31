#pragma once

#include "mrctl/spec/shape.hpp"

namespace mrctl::spec {

// Plugins by `id` (specification, section 4.1). Engines are not documented: anything is valid.
inline constexpr Member enabled{"enabled", boolean().by_default("true"),
                                "false disables the plugin for the request", Presence::optional,
                                Flagged::yes};
inline constexpr Shape name_list = list_of(any_string).of_names();

inline constexpr std::array auto_router_members{
    enabled,
    Member{"allowed_models", name_list, "model to choose from; wildcards allowed",
           Presence::optional, Flagged::yes},
    Member{"cost_quality_tradeoff", integer().between(0, 10).by_default("7"),
           "0 is best quality, 10 is cheapest; default 7", Presence::optional, Flagged::yes},
};

inline constexpr std::array user_location_members{
    Member{"type", anything(), "kind of location", Presence::required},
    Member{"city", anything(), "city"},
    Member{"country", anything(), "country"},
    Member{"region", anything(), "region"},
    Member{"timezone", anything(), "time zone"},
};
inline constexpr std::array web_members{
    enabled,
    Member{"engine", anything(), "search engine", Presence::optional, Flagged::yes},
    Member{"exclude_domains", name_list, "domain to exclude; wildcards and path filters allowed",
           Presence::optional, Flagged::yes},
    Member{"include_domains", name_list, "domain to search", Presence::optional, Flagged::yes},
    Member{"max_results", integer(), "maximum results", Presence::optional, Flagged::yes},
    Member{"max_uses", integer(), "maximum uses", Presence::optional, Flagged::yes},
    Member{"search_prompt", string(), "prompt for the search", Presence::optional, Flagged::yes},
    Member{"user_location", object_of(user_location_members), "where the user is"},
};

inline constexpr std::array web_fetch_members{
    enabled,
    Member{"allowed_domains", name_list, "domain to allow", Presence::optional, Flagged::yes},
    Member{"blocked_domains", name_list, "domain to block", Presence::optional, Flagged::yes},
    Member{"max_content_tokens", integer(), "longer content is truncated", Presence::optional,
           Flagged::yes},
    Member{"max_uses", integer(), "maximum uses; after that the tool returns an error",
           Presence::optional, Flagged::yes},
};

inline constexpr std::array pdf_members{Member{"engine", anything(), "PDF engine"}};
inline constexpr std::array file_parser_members{
    enabled, Member{"pdf", object_of(pdf_members), "how to read PDF files"}};
inline constexpr std::array response_healing_members{enabled};
inline constexpr std::array context_compression_members{enabled,
                                                        Member{"engine", anything(), "engine"}};

inline constexpr std::array price_sources{std::string_view("prompt"),
                                          std::string_view("weighted_avg")};
inline constexpr std::array pareto_router_members{
    enabled,
    Member{"min_coding_score", number().between(0, 1), "0.66 is the high tier, 0.33 the medium one",
           Presence::optional, Flagged::yes},
    Member{"price_source", choice_of(price_sources).by_default(R"("prompt")"),
           "price to compare; default prompt", Presence::optional, Flagged::yes},
};

inline constexpr std::array fusion_presets{std::string_view("general-high"),
                                           std::string_view("general-budget"),
                                           std::string_view("general-fast")};
inline constexpr std::array fusion_tool_members{
    Member{"type", string(), "kind of tool", Presence::required},
    Member{"parameters", open_object(), "parameters of the tool"},
};
inline constexpr Shape fusion_tool = object_of(fusion_tool_members);
inline constexpr std::array fusion_members{
    enabled,
    Member{"analysis_models", name_list.at_least(1).at_most(8), "models that analyse"},
    Member{"model", string(), "model that answers"},
    Member{"max_tool_calls", integer().between(1, 16).by_default("8"),
           "maximum tool calls; default 8"},
    Member{"preset", choice_of(fusion_presets), "predefined set of models"},
    Member{"tools", list_of(fusion_tool).at_most(8), "tools; an empty array disables them"},
};

inline constexpr std::array plugin_variants{
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
inline constexpr Shape plugin = tagged_by("id", plugin_variants).or_word();

} // namespace mrctl::spec
