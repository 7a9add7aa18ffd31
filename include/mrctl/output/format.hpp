#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/output_format.hpp"

#include <functional>
#include <string_view>

namespace mrctl::output {

using mrctl::ErrorFormat;
using mrctl::Format;

// Takes a text part by part: that of 100,000 presets must not be in memory as a whole.
using Write = std::function<void(std::string_view part)>;

// Fail with a usage error that names the nearest format.
[[nodiscard]] Result<Format> parse_report_format(std::string_view name);
[[nodiscard]] Result<ErrorFormat> parse_error_format(std::string_view name);

} // namespace mrctl::output
