#pragma once

#include "mrctl/routing/explanation.hpp"

#include "explained.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace mrctl::routing {

// One rule on one body and one endpoint with the tag "x" or, for tiers, "x/TIER".
struct Row {
  std::string_view code;
  std::string_view body;
  std::string_view endpoint;
  std::string_view expected;
  std::string_view fix{};
};

inline void check_rows(std::initializer_list<Row> rows, const Assumptions& assumptions = {}) {
  for (const auto& row : rows) {
    CAPTURE(std::string(row.body));
    CAPTURE(std::string(row.endpoint));
    const auto seen = explained(row.body, "[" + std::string(row.endpoint) + "]", assumptions);
    const auto tag = *seen.group().endpoints.front().endpoint->tag;
    CHECK(seen.check(tag, row.code) == row.expected);
    CHECK(seen.fix(tag) == row.fix);
  }
}

} // namespace mrctl::routing
