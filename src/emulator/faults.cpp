#include "mrctl/emulator/faults.hpp"

#include "target.hpp"

#include <utility>

namespace mrctl::emulator {

namespace {

// Backtracks to the last star only, which then matches one more character: no recursion for any
// pattern.
bool glob_matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t swallowed = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      swallowed = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++swallowed;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

// The distributions of the standard library differ between libraries; the engine does not.
double next_share(std::mt19937_64& luck) {
  constexpr double two_to_the_minus_53 = 1.0 / 9007199254740992.0;
  return static_cast<double>(luck() >> 11U) * two_to_the_minus_53;
}

} // namespace

bool matches(const FaultRule& rule, const Request& request) {
  if (rule.method != "*" && rule.method != request.method) return false;
  const auto path = path_behind_prefix(request.target);
  return glob_matches(rule.pattern, path.value_or(request.target));
}

Faults::Faults(std::vector<FaultRule> rules, std::uint64_t seed) {
  for (auto& rule : rules)
    rules_.push_back({std::move(rule), std::mt19937_64(seed + rules_.size()), 0});
}

std::optional<FaultRule> Faults::draw(const Request& request) {
  const std::lock_guard lock(mutex_);
  for (auto& loaded : rules_)
    if (matches(loaded.rule, request) && fires(loaded)) return loaded.rule;
  return std::nullopt;
}

bool Faults::fires(Loaded& loaded) {
  if (loaded.rule.times && loaded.fired >= *loaded.rule.times) return false;
  if (next_share(loaded.luck) >= loaded.rule.rate) return false;
  ++loaded.fired;
  return true;
}

} // namespace mrctl::emulator
