#pragma once

#include "mrctl/spec/shape.hpp"

namespace mrctl::spec {

// Provider routing preferences (specification, section 4.1): no extra keys allowed.
inline constexpr Shape slugs = list_of(any_string).or_null();

inline constexpr std::array data_collection_choices{std::string_view("allow"),
                                                    std::string_view("deny")};

// Documented as strings; services accept numbers as well.
inline constexpr std::array price_alternatives{string(), number()};
inline constexpr Shape price = one_of(price_alternatives);
inline constexpr std::array max_price_members{
    Member{"prompt", price, "USD per million prompt tokens", Presence::optional, Flagged::yes},
    Member{"completion", price, "USD per million completion tokens", Presence::optional,
           Flagged::yes},
    Member{"image", price, "USD per image", Presence::optional, Flagged::yes},
    Member{"audio", price, "USD per audio unit", Presence::optional, Flagged::yes},
    Member{"request", price, "USD per request", Presence::optional, Flagged::yes},
};

inline constexpr std::array sort_alternatives{string(), open_object()};

inline constexpr std::array provider_members{
    Member{"allow_fallbacks", boolean().or_null().by_default("true"),
           "false: use only the primary provider", Presence::optional, Flagged::yes},
    Member{"data_collection", choice_of(data_collection_choices).or_null().by_default(R"("allow")"),
           "deny: use only providers that do not collect user data", Presence::optional,
           Flagged::yes},
    Member{"enforce_distillable_text", boolean().or_null(),
           "use only models that allow text distillation", Presence::optional, Flagged::yes},
    Member{"ignore", slugs, "provider to skip", Presence::optional, Flagged::yes},
    Member{"only", slugs, "provider to allow", Presence::optional, Flagged::yes},
    Member{"order", slugs, "provider to try, in this order", Presence::optional, Flagged::yes},
    Member{"max_price", object_of(max_price_members), "maximum prices", Presence::optional,
           Flagged::yes},
    Member{"preferred_max_latency", anything(), "preferred latency", Presence::optional,
           Flagged::yes},
    Member{"preferred_min_throughput", anything(), "preferred throughput", Presence::optional,
           Flagged::yes},
    Member{"quantizations", list_of(any_value).or_null(), "quantization to allow",
           Presence::optional, Flagged::yes},
    Member{"require_parameters", boolean().or_null(),
           "use only providers that support all given parameters", Presence::optional,
           Flagged::yes},
    Member{"sort", one_of(sort_alternatives).or_null(), "sort order if provider.order is not given",
           Presence::optional, Flagged::yes},
    Member{"zdr", boolean().or_null(), "use only endpoints with zero data retention",
           Presence::optional, Flagged::yes},
};
inline constexpr Shape provider =
    object_of(provider_members).refusing_unknown().meaning_text_as("only").or_null();

} // namespace mrctl::spec
