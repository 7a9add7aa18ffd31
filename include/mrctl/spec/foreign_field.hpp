#pragma once

#include "mrctl/spec/shape.hpp"

#include <cstdint>
#include <string_view>

namespace mrctl::spec {

// What happens to a top-level field that is not documented but known.
enum class Foreign : std::uint8_t {
  refused,  // the service would drop what was clearly meant
  warned,   // it has no effect anymore, or belongs to another interface
  accepted, // the specification mentions it, but does not show it
};

// A top-level field that people write although it is not documented: it belongs elsewhere, has been
// retired, or comes from another interface. It is never a misspelling of a documented field.
struct ForeignField {
  std::string_view name;
  Foreign foreign;
  std::string_view says{};       // completes "'order' is not a documented field: "
  std::string_view suggestion{}; // what to write instead
};

[[nodiscard]] Rows<ForeignField> foreign_fields();

// Returns the row of a field, regardless of case, '-' and '_'; null if there is none.
[[nodiscard]] const ForeignField* find_foreign_field(std::string_view name);

} // namespace mrctl::spec
