#include "apply_progress.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::commands {

ApplyProgress::ApplyProgress(const Context& context, std::size_t all) : all_(all) {
  if (context.input.begin_activity && all > 0)
    activity_ = context.input.begin_activity(text(begin_));
}

void ApplyProgress::count(const apply::Outcome& outcome) {
  constexpr std::chrono::milliseconds interval{100};
  if (!activity_ || outcome.fate == apply::Fate::unchanged) return;
  ++done_;
  failed_ += outcome.fate == apply::Fate::failed ? 1U : 0U;
  const auto now = Clock::now();
  if (now - shown_ < interval) return;
  shown_ = now;
  activity_->say(text(now));
}

std::string ApplyProgress::text(Clock::time_point now) const {
  constexpr std::size_t fewest_for_a_rate = 10;
  auto counts = fmt::format("applied {} of {}, {} failed", done_, all_, failed_);
  if (done_ < fewest_for_a_rate) return counts;
  const std::chrono::duration<double> elapsed = now - begin_;
  const auto rate = static_cast<double>(done_) / std::max(elapsed.count(), 0.001);
  return fmt::format("{}, {:.0f}/s", counts, rate);
}

} // namespace mrctl::commands
