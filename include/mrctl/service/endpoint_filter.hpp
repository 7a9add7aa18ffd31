#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/service/endpoint_table.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mrctl::service {

enum class ComparisonOperator { equal, not_equal, less, at_most, greater, at_least, contains };

struct Null {};     // null or missing
struct NotFixed {}; // a price that varies
using Operand = std::variant<Null, NotFixed, Decimal, std::string>;

// A condition that a row must meet.
struct Condition {
  ColumnPointer column;
  ComparisonOperator comparison;
  Operand operand;
};

using Conditions = std::vector<Condition>;

// Reads "COLUMN OP VALUE": "prompt<=0.5", "supports = tools". Spaces around OP and quotes around
// VALUE are optional; in quotes, null is text.
//   = !=        every column: the whole value with its case; whether a list holds it; null;
//               "varies" or -1 for a price that is not fixed; "ok" and "degraded" for a status
//   < <= > >=   columns of numbers
// Numbers may end in k (1,000) or M (1,000,000), in any case.
//   ~           text, or an item of a list, that contains the value in any case of ASCII letters
// A member without a column is compared by the type of its value in each endpoint.
// Fails with a usage error that names the place and, for a column, the nearest one; for a value
// that joins conditions by "and", "or", "&&" or "||", unless it is in quotes; and for a number that
// must be in another unit than the column: an uptime of up to 1, which is in percent, and a price
// per million tokens below 0.001.
[[nodiscard]] Result<Condition> parse_condition(std::string_view text);

// Returns whether a cell meets the condition. Numbers are compared exactly, in the unit of the
// column. A missing value matches only "= null". A value without a number, such as a variable
// price, matches no comparison with a number.
[[nodiscard]] bool holds(const Condition& condition, const std::optional<output::Cell>& cell);

// Returns the rows that meet all conditions, in their order.
[[nodiscard]] EndpointRows matching(EndpointRows rows, const Conditions& conditions);

// Returns a sentence for each condition that compares by = or != with a text or an item of a list
// that no row has, and for each one with a number that no row meets. It names the nearest text that
// one has: "no endpoint has supports=tool; did you mean 'tools'?", or the range of the column: "no
// endpoint has latency_p50<2; latency_p50 here is 295 to 2410". Also a sentence for a small number
// of tokens: "context here is 65536 to 262144; is 128k meant?". Nothing if there are no rows.
[[nodiscard]] std::vector<std::string> unknown_values(const EndpointRows& rows,
                                                      const Conditions& conditions);

} // namespace mrctl::service
