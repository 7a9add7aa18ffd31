#pragma once

#include "mrctl/app/run.hpp"
#include "mrctl/output/terminal.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace mrctl::app {

// A line on a terminal that says what takes long. It appears after a delay, shows the innermost
// activity, and disappears with the outermost one. Other lines are written above it.
class Progress {
public:
  Progress(Sink err, const output::Terminal& terminal, std::chrono::milliseconds patience);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  // Activities must end before this object. The first one starts the thread that keeps time.
  [[nodiscard]] std::unique_ptr<commands::Activity> begin(std::string text);

  // Writes whole lines to the terminal.
  void write(std::string_view lines);

private:
  using Clock = std::chrono::steady_clock;
  class Entry;
  struct Told {
    std::uint64_t number;
    std::string text;
  };

  void say(std::uint64_t number, std::string text);
  void end(std::uint64_t number);
  void start_watch();
  void watch();
  void draw();
  void erase();

  Sink err_;
  output::Terminal terminal_;
  std::chrono::milliseconds patience_;

  std::mutex mutex_; // guards the members below, and the terminal
  std::condition_variable changed_;
  std::vector<Told> activities_; // the innermost one last
  std::uint64_t last_number_ = 0;
  Clock::time_point due_{};
  bool is_shown_ = false;
  bool is_over_ = false;

  std::thread watch_;
};

} // namespace mrctl::app
