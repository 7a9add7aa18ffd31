#pragma once

#include "mrctl/json/view.hpp"
#include "mrctl/service/preset.hpp"

#include <string>

namespace mrctl::apply {

// Returns the body of a live preset as a person would write it over a base, which may be empty: its
// members in the order of the table of fields, without those that are null, [] or {} or that the
// base gives with the same value; the system prompt is a system message. Numbers and texts stay as
// the service spells them. What a file has already with the same value stays as it is there, and so
// do members that a preset does not keep.
[[nodiscard]] std::string pulled_body(const service::PresetVersion& version, const JsonText& base,
                                      const JsonText& file = {});

} // namespace mrctl::apply
