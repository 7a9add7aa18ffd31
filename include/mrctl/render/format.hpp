#pragma once

#include "mrctl/base/result.hpp"

#include <span>
#include <string_view>

namespace mrctl::render {

// The forms of a result (-o, --output).
enum class Format { table, wide, json, jsonl, csv, tsv, yaml, markdown, raw };

// The forms of errors and warnings (--error-format).
enum class ErrorFormat { text, json, github };

// The names of the formats, for help and completion, each at the position of its value.
[[nodiscard]] std::span<const std::string_view> format_names();
[[nodiscard]] std::span<const std::string_view> error_format_names();

// Fail with a usage error that names the nearest format.
[[nodiscard]] Result<Format> parse_format(std::string_view name);
[[nodiscard]] Result<ErrorFormat> parse_error_format(std::string_view name);

} // namespace mrctl::render
