#pragma once

#include "mrctl/spec/shape.hpp"

namespace mrctl::spec {

inline constexpr std::array cache_control_types{std::string_view("ephemeral")};
inline constexpr std::array cache_control_ttls{std::string_view("5m"), std::string_view("1h")};
inline constexpr std::array cache_control_members{
    Member{"type", choice_of(cache_control_types), "how to cache", Presence::required},
    Member{"ttl", choice_of(cache_control_ttls), "how long to cache"},
};
inline constexpr Shape cache_control = object_of(cache_control_members);

// Tools (specification, section 4.1, below the plugins).
inline constexpr std::array function_members{
    Member{"name", string().as_name().at_most(64), "name of the function", Presence::required},
    Member{"description", string(), "what the function does"},
    Member{"parameters", open_object(), "JSON Schema of the arguments"},
    Member{"strict", boolean().or_null(), "whether arguments must follow the schema"},
};
inline constexpr std::array function_tool_members{
    Member{"function", object_of(function_members), "the function", Presence::required},
    Member{"cache_control", cache_control, "caching of the definition"},
};
inline constexpr std::array tool_variants{
    Variant{"function", function_tool_members},
    Variant{.value = prefixed_name, .unknown = Unknown::accepted},
};
inline constexpr Shape tool = tagged_by("type", tool_variants).or_word();

// Named and server tool choices are not documented: any object is valid.
inline constexpr std::array tool_choice_words{std::string_view("none"), std::string_view("auto"),
                                              std::string_view("required")};
inline constexpr std::array tool_choice_alternatives{choice_of(tool_choice_words), open_object()};
inline constexpr Shape tool_choice = one_of(tool_choice_alternatives);

inline constexpr std::array json_schema_members{
    Member{"json_schema", anything(), "the schema and its name", Presence::required},
};
inline constexpr std::array grammar_members{
    Member{"grammar", string(), "the grammar", Presence::required},
};
inline constexpr std::array response_format_variants{
    Variant{"text"},
    Variant{"json_object"},
    Variant{"json_schema", json_schema_members},
    Variant{"grammar", grammar_members},
    Variant{"python"},
};
inline constexpr Shape response_format = tagged_by("type", response_format_variants).or_word();

} // namespace mrctl::spec
