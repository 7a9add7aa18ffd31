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
};

// A topic of `mrctl help TOPIC`.
struct Topic {
  std::string_view name;  // "exit-codes"
  std::string_view title; // its subject, one line
};

[[nodiscard]] std::span<const Topic> topics();

// Returns the topic of that name, or null.
[[nodiscard]] const Topic* find_topic(std::string_view name);

// Returns the parts of a topic: the rows of src/help/topics.tsv, with the lines that tables have.
// The checks of `preset explain` are known to a room above.
[[nodiscard]] std::vector<TopicPart> parts_of(const Topic& topic,
                                              std::span<const HelpLine> checks = {});

} // namespace mrctl::help
