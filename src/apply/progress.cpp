#include "mrctl/apply/progress.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::apply {

Progress::Progress(const BeginActivity& begin, std::size_t all) : all_(all) {
  if (begin && all > 0) activity_ = begin(text(begin_));
}

void Progress::count(const Outcome& outcome) {
  constexpr std::chrono::milliseconds interval{100};
  if (!activity_ || outcome.done == Done::unchanged || outcome.done == Done::adopted) return;
  ++done_;
  failed_ += outcome.done == Done::failed ? 1U : 0U;
  const auto now = Clock::now();
  if (now - shown_ < interval) return;
  shown_ = now;
  activity_->say(text(now));
}

std::string Progress::text(Clock::time_point now) const {
  constexpr std::size_t fewest_for_a_rate = 10;
  auto counts = fmt::format("applied {} of {}, {} failed", done_, all_, failed_);
  if (done_ < fewest_for_a_rate) return counts;
  const std::chrono::duration<double> elapsed = now - begin_;
  const auto rate = static_cast<double>(done_) / std::max(elapsed.count(), 0.001);
  return fmt::format("{}, {:.0f}/s", counts, rate);
}

} // namespace mrctl::apply
