#pragma once

#include "mrctl/app/run.hpp"
#include "mrctl/output/terminal.hpp"
#include "mrctl/spec/invocation.hpp"
#include "mrctl/spec/setting.hpp"

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

enum class Stream { out, err };

// Returns what --color asks for, for texts that are shown before the settings are loaded.
[[nodiscard]] spec::WhenColoured when_coloured(const spec::Invocation& invocation);

// Returns what a stream can show. Colour depends on `when`, NO_COLOR,
// CLICOLOR_FORCE and FORCE_COLOR, TERM=dumb, and whether the stream is a terminal, in this order.
[[nodiscard]] output::Terminal terminal_of(Stream stream, const World& world,
                                           spec::WhenColoured when);

// Returns the terminal as --verbose changes it: problems show their rules.
[[nodiscard]] output::Terminal with_rule_ids(output::Terminal terminal,
                                             const spec::Invocation& invocation);

// A line on a terminal that says what takes long. It appears after a delay, shows the innermost
// activity, and disappears with the outermost one. Other lines are written above it.
class Progress {
public:
  Progress(Sink err, const output::Terminal& terminal, std::chrono::milliseconds delay);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  // Activities must end before this object. The first one starts the thread that keeps time.
  [[nodiscard]] std::unique_ptr<Activity> begin(std::string text);

  // Writes whole lines to the terminal.
  void write(std::string_view lines);

private:
  using Clock = std::chrono::steady_clock;
  class Entry;
  struct ShownActivity {
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
  std::chrono::milliseconds delay_;

  std::mutex mutex_; // guards the members below, and the terminal
  std::condition_variable changed_;
  std::vector<ShownActivity> activities_; // the innermost one last
  std::uint64_t last_number_ = 0;
  Clock::time_point due_{};
  bool is_shown_ = false;
  bool is_over_ = false;

  std::thread watch_;
};

} // namespace mrctl::app
