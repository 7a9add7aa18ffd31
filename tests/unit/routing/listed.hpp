#pragma once

#include "mrctl/json/value.hpp"
#include "mrctl/routing/listing_comparison.hpp"

#include <string>
#include <vector>

namespace mrctl::routing {

// A listing of one model "a/b" with these endpoints, as JSON text.
inline std::vector<service::Model> listed(const std::string& endpoints,
                                          const std::string& id = "a/b") {
  return {service::read_model_text(R"({"id":")" + id + R"(","endpoints":)" + endpoints + "}")};
}

inline std::string line_of(std::string_view name, const RecordChange& change) {
  return std::string(change.kind->name) + " " + std::string(name) + " " + change.path + " " +
         change.from + " " + change.to + (change.percent ? " " + *change.percent : "") + "\n";
}

// One change a line: kind, tag, path, from, to, percent.
inline std::string lines_of(const EndpointComparison& comparison) {
  std::string out;
  for (const auto& endpoint : comparison.endpoints)
    for (const auto& change : endpoint.changes)
      out += line_of(endpoint.tag(), change);
  return out;
}

} // namespace mrctl::routing
