#pragma once

#include "mrctl/body/validate.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace mrctl::body {

// What validation says of a body, as a drawing: "error temperature.range /temperature", one a line.
[[nodiscard]] inline std::string findings_in(const Json& body,
                                             Undocumented undocumented = Undocumented::refused) {
  std::string out;
  for (const auto& problem : validate(body, undocumented))
    out += (out.empty() ? "" : "\n") + std::string(severity_name(problem.severity)) + " " +
           problem.rule + " " + problem.path;
  return out;
}

[[nodiscard]] inline std::string findings(const std::string& body,
                                          Undocumented undocumented = Undocumented::refused) {
  return findings_in(Json::parse(body), undocumented);
}

[[nodiscard]] inline Problem only_finding(const std::string& body) {
  const auto problems = validate(Json::parse(body), Undocumented::refused);
  REQUIRE(problems.size() == 1);
  return problems.front();
}

} // namespace mrctl::body
