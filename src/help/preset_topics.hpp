#pragma once

#include "mrctl/help/topics.hpp"

#include <vector>

namespace mrctl::help {

// The parts of topics on presets.
[[nodiscard]] std::vector<TopicPart> preset_parts();
[[nodiscard]] std::vector<TopicPart> project_parts();
[[nodiscard]] std::vector<TopicPart> gate_parts();
[[nodiscard]] std::vector<TopicPart> state_parts();
[[nodiscard]] std::vector<TopicPart> plugin_parts();
[[nodiscard]] std::vector<TopicPart> routing_parts();

} // namespace mrctl::help
