#pragma once

#include <functional>
#include <memory>
#include <string>

namespace mrctl {

// Something that may take long. It ends when this object is destroyed.
class Activity {
public:
  Activity() = default;
  Activity(const Activity&) = delete;
  Activity& operator=(const Activity&) = delete;
  virtual ~Activity() = default;

  virtual void say(std::string text) = 0;
};

// Begins what `text` says: "reading big.yaml (50 MB)". App shows activities of more than a second
// on a terminal. Activities may be nested. Returns null if nothing is shown.
using BeginActivity = std::function<std::unique_ptr<Activity>(std::string text)>;

} // namespace mrctl
