#pragma once

#include "mrctl/service/endpoint_columns.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::service {

// Returns the column of any member of an endpoint: "pricing.audio", "limits.rpm". Prices per token
// are shown per million, and with "/M" behind the path given so, too. Nothing if it is no path.
[[nodiscard]] ColumnPointer member_column(std::string_view path);

// Returns the JSON text of a member of an endpoint; nothing if it has none.
[[nodiscard]] std::optional<std::string_view> value_at(const Endpoint& endpoint,
                                                       std::string_view path);

// Returns the two forms of such a column.
[[nodiscard]] std::optional<output::Cell> member_cell(const Column& column,
                                                      const Endpoint& endpoint);
[[nodiscard]] std::optional<std::string> exact_member(const Column& column,
                                                      const Endpoint& endpoint);

} // namespace mrctl::service
