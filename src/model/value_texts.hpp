#pragma once

#include "mrctl/model/number.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::model {

// Read the text of a JSON value like the functions of reading.hpp. Parsed values would take many
// times the memory, and numbers would lose their spelling.
[[nodiscard]] std::optional<std::string> read_text(std::string_view value);
[[nodiscard]] std::optional<Number> read_number(std::string_view value);
[[nodiscard]] std::optional<bool> read_boolean(std::string_view value);
[[nodiscard]] std::optional<std::vector<std::string>> read_list(std::string_view value);

} // namespace mrctl::model
