#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/explain/explain.hpp"
#include "mrctl/json/value.hpp"

#include "entries.hpp"

#include <optional>
#include <string_view>

namespace mrctl::explain {

// The strict sort order of the service. `undecidable`: by something that listings do not show.
enum class Sort : std::uint8_t { none, price, latency, throughput, undecidable };

// A body's routing preferences, read once.
struct Question {
  const Json& body;
  const Usage& usage;
  Entries only;
  Entries ignore;
  Entries order;
  Entries quantizations;
  Sort sort = Sort::none;
  bool may_fall_back = true;
};

[[nodiscard]] Question read_question(const Json& body, const Usage& usage);

// Returns the value that a JSON Pointer leads to, or null if it is not set: missing, null, an empty
// list or an empty object.
[[nodiscard]] const Json* set_member(const Json& body, std::string_view pointer);

// Returns a decimal that is a JSON number or a JSON string, else nothing.
[[nodiscard]] std::optional<Decimal> decimal_in(const Json& value);

// Returns whether the sort can be decided from a listing.
[[nodiscard]] bool is_known(Sort sort);
[[nodiscard]] std::string_view sort_name(Sort sort); // "price"; empty where it is not known

} // namespace mrctl::explain
