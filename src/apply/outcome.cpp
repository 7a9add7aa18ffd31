#include "mrctl/apply/outcome.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::apply {

namespace {

using output::Tone;

struct FateRow {
  std::string_view name;
  Tone tone;
  int rank;
};

// Each at the position of its value.
constexpr std::array fate_rows{
    FateRow{"created", Tone::good, 4},     FateRow{"updated", Tone::good, 3},
    FateRow{"retried", Tone::doubtful, 2}, FateRow{"unchanged", Tone::quiet, 5},
    FateRow{"failed", Tone::bad, 0},       FateRow{"not sent", Tone::doubtful, 1},
};
static_assert(fate_rows.size() == static_cast<std::size_t>(Fate::not_sent) + 1);

} // namespace

std::string_view fate_name(Fate fate) {
  return fate_rows.at(static_cast<std::size_t>(fate)).name;
}

Tone tone_of(Fate fate) {
  return fate_rows.at(static_cast<std::size_t>(fate)).tone;
}

int rank_of(Fate fate) {
  return fate_rows.at(static_cast<std::size_t>(fate)).rank;
}

bool is_applied(Fate fate) {
  return fate == Fate::created || fate == Fate::updated || fate == Fate::retried;
}

Fate fate_of(Action action) {
  switch (action) {
  case Action::create:
    return Fate::created;
  case Action::update:
    return Fate::updated;
  case Action::retry:
    return Fate::retried;
  case Action::unchanged:
  case Action::orphan:
    break;
  }
  return Fate::unchanged;
}

std::size_t count_of(const AppliedPlan& applied, Fate fate) {
  return static_cast<std::size_t>(std::ranges::count(applied.outcomes, fate, &Outcome::fate));
}

std::string summary_of(const AppliedPlan& applied) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < fate_rows.size(); ++i)
    if (const auto count = count_of(applied, static_cast<Fate>(i)); count > 0)
      parts.push_back(fmt::format("{} {}", count, fate_rows[i].name));
  return fmt::format("Applied to {}: {}", applied.plan.service, fmt::join(parts, ", "));
}

} // namespace mrctl::apply
