#pragma once

#include <functional>
#include <memory>
#include <string>

namespace mrctl::commands {

// Something that may take long. It lasts for as long as this lives.
class Activity {
public:
  Activity() = default;
  Activity(const Activity&) = delete;
  Activity& operator=(const Activity&) = delete;
  virtual ~Activity() = default;

  // Says something else from now on.
  virtual void say(std::string text) = 0;
};

// Begins what `text` says: "reading big.yaml (50 MB)". App tells people on a terminal of what takes
// more than a second. An activity may have others inside. Returns null where nobody is told.
using BeginActivity = std::function<std::unique_ptr<Activity>(std::string text)>;

} // namespace mrctl::commands
