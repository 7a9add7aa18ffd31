#pragma once

#include "mrctl/help/layout.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace mrctl::help {

struct TopicPart {
  std::string_view title; // empty for the first
  std::string_view text;  // one paragraph, or none
  std::vector<HelpLine> lines{};
  bool lists_checks = false; // its lines are Subject::checks
};

// A topic of `mrctl help TOPIC`, generated from the tables if possible.
struct Topic {
  std::string_view name;  // "exit-codes"
  std::string_view title; // its subject, one line
  std::vector<TopicPart> (*parts)();
};

[[nodiscard]] std::span<const Topic> topics();

// Returns the topic of that name, or null.
[[nodiscard]] const Topic* find_topic(std::string_view name);

[[nodiscard]] std::vector<HelpLine> exit_code_lines();

// Returns every variable that mrctl reads. Those that mean the same share a line: "LC_ALL, LANG".
[[nodiscard]] std::vector<TopicPart> variable_parts();

} // namespace mrctl::help
