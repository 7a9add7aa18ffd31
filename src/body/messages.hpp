#pragma once

#include "mrctl/json/cut.hpp"
#include "mrctl/json/view.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace mrctl::body {

struct RemovedMessages {
  std::vector<JsonCut> cuts;
  std::vector<std::size_t> kept; // positions of the messages that stay
};

[[nodiscard]] RemovedMessages
removing_messages(const JsonView& messages,
                  const std::function<bool(const JsonView& message)>& is_removed);

} // namespace mrctl::body
