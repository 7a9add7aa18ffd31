#include "mrctl/plan/outcome.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::plan {

namespace {

// Each at the position of its value.
constexpr std::array<std::string_view, 6> names{"created",   "updated", "retried",
                                                "unchanged", "failed",  "not sent"};
static_assert(names.size() == static_cast<std::size_t>(Fate::not_sent) + 1);

} // namespace

std::string_view fate_name(Fate fate) {
  return names.at(static_cast<std::size_t>(fate));
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

std::size_t count_of(const Applied& applied, Fate fate) {
  return static_cast<std::size_t>(
      std::count_if(applied.outcomes.begin(), applied.outcomes.end(),
                    [&](const Outcome& outcome) { return outcome.fate == fate; }));
}

std::string summary_of(const Applied& applied) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (const auto count = count_of(applied, static_cast<Fate>(i)); count > 0)
      parts.push_back(fmt::format("{} {}", count, names[i]));
  return fmt::format("Applied to {}: {}", applied.plan.service, fmt::join(parts, ", "));
}

} // namespace mrctl::plan
