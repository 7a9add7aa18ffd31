#pragma once

#include <span>
#include <string_view>

namespace mrctl::help {

// The JSON Schema of a result or of an error, as docs/schemas/ has it.
struct WrittenSchema {
  std::string_view name; // "endpoints-diff"
  std::string_view text;
};

[[nodiscard]] std::span<const WrittenSchema> written_schemas();

} // namespace mrctl::help
