#pragma once

#include "mrctl/spec/shape.hpp"

namespace mrctl::spec {

// Messages (specification, section 4.1). Content items are not documented, so any array is valid.
inline constexpr Shape content_parts = list_of(any_value);
inline constexpr std::array text_or_parts{string(), content_parts};
inline constexpr Shape text_content = one_of(text_or_parts);

inline constexpr std::array developer_members{
    Member{"content", text_content, "the text, as a string or an array of text parts",
           Presence::required},
    Member{"name", string(), "name of the participant"},
};

inline constexpr std::array assistant_members{
    Member{"content", text_content.or_null(), "what the assistant said"},
    Member{"name", anything(), "name of the participant"},
    Member{"reasoning", string().or_null(), "reasoning text"},
    Member{"reasoning_details", anything(), "reasoning in parts"},
    Member{"refusal", string().or_null(), "why the assistant refused"},
    Member{"tool_calls", list_of(any_value), "tools the assistant called"},
    Member{"audio", anything(), "audio output"},
    Member{"images", anything(), "images the assistant made"},
};

inline constexpr std::array message_variants{
    Variant{.value = "system", .unknown = Unknown::accepted},
    Variant{.value = "user", .unknown = Unknown::accepted},
    Variant{"developer", developer_members},
    Variant{"assistant", assistant_members},
    Variant{.value = "tool", .unknown = Unknown::accepted},
};

inline constexpr Shape message = tagged_by("role", message_variants);

} // namespace mrctl::spec
