#include "terminals.hpp"

#include "mrctl/base/ending_signals.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/output/text.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace mrctl::app {

namespace {

using config::variable_of;

bool is_forced(std::string_view value) {
  return !value.empty() && value != "0";
}

output::Colour colour_of(const World& world, spec::WhenColoured when, bool is_terminal) {
  using output::Colour;
  const auto& environment = world.environment;
  if (when == spec::WhenColoured::always) return Colour::on;
  if (when == spec::WhenColoured::never || !variable_of(environment, "NO_COLOR").empty())
    return Colour::off;
  if (is_forced(variable_of(environment, "CLICOLOR_FORCE")) ||
      is_forced(variable_of(environment, "FORCE_COLOR")))
    return Colour::on;
  return is_terminal && variable_of(environment, "TERM") != "dumb" ? Colour::on : Colour::off;
}

// A locale that names another charset, or none at all, gets ASCII; if nothing is said, UTF-8.
output::Charset charset_of(const World& world) {
  for (const auto* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const auto value = lower_case(variable_of(world.environment, name));
    if (value.empty()) continue;
    const bool is_utf8 =
        value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
    return is_utf8 ? output::Charset::utf8 : output::Charset::ascii;
  }
  return output::Charset::utf8;
}

std::optional<int> width_of(const World& world) {
  const auto columns = variable_of(world.environment, "COLUMNS");
  if (const auto width = number_in<int>(columns); width && *width > 0) return width;
  return world.terminal_width;
}

constexpr int usual_width = 80;
constexpr std::string_view erasing = "\r\x1b[K";

// Always one row, because a longer text could not be erased.
std::string progress_line(std::string_view text, const output::Terminal& terminal) {
  const auto ending = " " + std::string(output::ellipsis(terminal));
  const auto width = static_cast<std::size_t>(terminal.width.value_or(usual_width));
  const auto taken = output::display_width(ending) + 1;
  return output::shortened("mrctl: " + output::safe_text(text), width - std::min(width, taken),
                           output::ellipsis(terminal)) +
         ending;
}

} // namespace

spec::WhenColoured when_coloured(const spec::Invocation& invocation) {
  const auto& names = spec::when_coloured_names;
  const auto* const said = spec::given_text(invocation.settings, &spec::SettingValues::color);
  const auto* const name = said != nullptr ? std::ranges::find(names, *said) : names.end();
  return name == names.end() ? spec::WhenColoured::automatically
                             : static_cast<spec::WhenColoured>(name - names.begin());
}

output::Terminal terminal_of(Stream stream, const World& world, spec::WhenColoured when) {
  output::Terminal terminal;
  const bool is_out = stream == Stream::out;
  const bool is_terminal = is_out ? world.output_is_terminal : world.error_is_terminal;
  terminal.colour = colour_of(world, when, is_terminal);
  terminal.charset = charset_of(world);
  if (is_terminal) terminal.width = width_of(world);
  return terminal;
}

output::Terminal with_rule_ids(output::Terminal terminal, const spec::Invocation& invocation) {
  if (invocation.flags.verbose > 0) terminal.rule_ids = output::RuleIds::of_all;
  return terminal;
}

class Progress::Entry final : public Activity {
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

Progress::Progress(Sink err, const output::Terminal& terminal, std::chrono::milliseconds delay)
    : err_(std::move(err)), terminal_(terminal), delay_(delay) {}

Progress::~Progress() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_one();
  if (watch_.joinable()) watch_.join();
}

std::unique_ptr<Activity> Progress::begin(std::string text) {
  start_watch();
  const std::lock_guard lock(mutex_);
  if (activities_.empty()) {
    due_ = Clock::now() + delay_;
    changed_.notify_one();
  }
  activities_.push_back({++last_number_, std::move(text)});
  if (is_shown_) draw();
  return std::make_unique<Entry>(*this, last_number_);
}

void Progress::say(std::uint64_t number, std::string text) {
  const std::lock_guard lock(mutex_);
  const auto activity = std::ranges::find(activities_, number, &ShownActivity::number);
  if (activity == activities_.end() || activity->text == text) return;
  activity->text = std::move(text);
  if (is_shown_ && activity + 1 == activities_.end()) draw();
}

void Progress::end(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  std::erase_if(activities_,
                [&](const ShownActivity& activity) { return activity.number == number; });
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
  // Signals must be delivered to the main thread, whose calls they interrupt.
  const SignalBlock block;
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
  err_((is_shown_ ? std::string(erasing) : "") + progress_line(activities_.back().text, terminal_));
  is_shown_ = true;
}

void Progress::erase() {
  if (is_shown_) err_(erasing);
  is_shown_ = false;
}

} // namespace mrctl::app
