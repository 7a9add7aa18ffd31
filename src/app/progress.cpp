#include "progress.hpp"

#include "mrctl/base/signal_block.hpp"
#include "mrctl/output/text.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace mrctl::app {

namespace {

constexpr int usual_width = 80;
constexpr std::string_view erasing = "\r\x1b[K";

// Always one row, because a longer text could not be erased.
std::string line_of(std::string_view text, const output::Terminal& terminal) {
  const auto ending = " " + std::string(output::ellipsis(terminal));
  const auto width = static_cast<std::size_t>(terminal.width.value_or(usual_width));
  const auto taken = output::display_width(ending) + 1;
  return output::shortened("mrctl: " + output::safe_text(text), width - std::min(width, taken),
                           output::ellipsis(terminal)) +
         ending;
}

} // namespace

class Progress::Entry final : public commands::Activity {
public:
  Entry(Progress& progress, std::uint64_t number) : progress_(progress), number_(number) {}
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;
  ~Entry() override { progress_.end(number_); }

  void say(std::string text) override { progress_.say(number_, std::move(text)); }

private:
  Progress& progress_;
  std::uint64_t number_;
};

Progress::Progress(Sink err, const output::Terminal& terminal, std::chrono::milliseconds patience)
    : err_(std::move(err)), terminal_(terminal), patience_(patience) {}

Progress::~Progress() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_one();
  if (watch_.joinable()) watch_.join();
}

std::unique_ptr<commands::Activity> Progress::begin(std::string text) {
  start_watch();
  const std::lock_guard lock(mutex_);
  if (activities_.empty()) {
    due_ = Clock::now() + patience_;
    changed_.notify_one();
  }
  activities_.push_back({++last_number_, std::move(text)});
  if (is_shown_) draw();
  return std::make_unique<Entry>(*this, last_number_);
}

void Progress::say(std::uint64_t number, std::string text) {
  const std::lock_guard lock(mutex_);
  const auto told = std::find_if(activities_.begin(), activities_.end(),
                                 [&](const Told& each) { return each.number == number; });
  if (told == activities_.end() || told->text == text) return;
  told->text = std::move(text);
  if (is_shown_ && told + 1 == activities_.end()) draw();
}

void Progress::end(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  std::erase_if(activities_, [&](const Told& told) { return told.number == number; });
  if (!is_shown_) return;
  if (activities_.empty())
    erase();
  else
    draw();
}

void Progress::write(std::string_view lines) {
  const std::lock_guard lock(mutex_);
  const bool was_shown = is_shown_;
  erase();
  err_(lines);
  if (was_shown) draw();
}

// If no thread can be started, there is no progress line, and everything else works.
void Progress::start_watch() {
  if (watch_.joinable()) return;
  const SignalBlock
      block; // signals must be delivered to the main thread, whose calls they interrupt
  try {
    watch_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {
  }
}

void Progress::watch() {
  std::unique_lock lock(mutex_);
  while (!is_over_) {
    if (activities_.empty() || is_shown_)
      changed_.wait(lock);
    else if (Clock::now() < due_)
      changed_.wait_until(lock, due_);
    else
      draw();
  }
}

void Progress::draw() {
  err_((is_shown_ ? std::string(erasing) : "") + line_of(activities_.back().text, terminal_));
  is_shown_ = true;
}

void Progress::erase() {
  if (is_shown_) err_(erasing);
  is_shown_ = false;
}

} // namespace mrctl::app
