#pragma once

#include "mrctl/spec/command.hpp"

#include <string_view>

namespace mrctl::help {

// What overviews of mrctl begin with: help, the manual page, the description for programs.
inline constexpr std::string_view introduction =
    "mrctl manages presets, endpoints and provider credentials of a model-routing service.";

inline constexpr std::string_view general_usage = "[global flags] COMMAND [arguments] [flags]";

// Returns what to try first.
[[nodiscard]] spec::Rows<spec::Example> first_examples();

} // namespace mrctl::help
