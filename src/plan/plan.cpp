#include "mrctl/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::plan {

namespace {

constexpr std::string_view hash_prefix = "h1:";

struct ActionWords {
  std::string_view name;
  std::string_view counted; // after a number
};

// Each at the position of its value.
constexpr std::array words{
    ActionWords{"create", "to create"},      ActionWords{"update", "to update"},
    ActionWords{"retry", "to retry"},        ActionWords{"unchanged", "unchanged"},
    ActionWords{"orphan", "without a file"},
};
static_assert(words.size() == static_cast<std::size_t>(Action::orphan) + 1);

// `digit` is one of 0-9 and a-f.
int value_of(char digit) {
  return digit <= '9' ? digit - '0' : digit - 'a' + 10;
}

std::optional<std::int64_t> version_of(const state::Record& record) {
  if (record.last) return record.last->version;
  return record.pending ? record.pending->version : std::nullopt;
}

} // namespace

std::string_view action_name(Action action) {
  return words.at(static_cast<std::size_t>(action)).name;
}

bool is_sent(Action action) {
  return action == Action::create || action == Action::update || action == Action::retry;
}

Hash::Hash(std::string_view text) {
  text.remove_prefix(hash_prefix.size());
  for (std::size_t i = 0; i < bytes_.size(); ++i)
    bytes_[i] = static_cast<std::uint8_t>(value_of(text[2 * i]) * 16 + value_of(text[2 * i + 1]));
}

std::string Hash::text() const {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out(hash_prefix);
  for (const auto byte : bytes_)
    out.append({digits[byte / 16], digits[byte % 16]});
  return out;
}

std::size_t count_of(const Plan& plan, Action action) {
  return static_cast<std::size_t>(
      std::count_if(plan.presets.begin(), plan.presets.end(),
                    [&](const Planned& preset) { return preset.action == action; }));
}

Planned decide(const std::optional<state::Record>& record, std::string_view hash) {
  Planned planned;
  planned.hash = Hash(hash);
  if (!record) return planned;
  planned.version = version_of(*record);
  planned.is_lost = record->pending.has_value();
  if (record->last) planned.applied = Hash(record->last->applied);
  if (planned.is_lost)
    planned.action = Action::retry;
  else
    planned.action = planned.applied == planned.hash ? Action::unchanged : Action::update;
  return planned;
}

std::string summary_of(const Plan& plan) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (const auto count = count_of(plan, static_cast<Action>(i)); count > 0)
      parts.push_back(fmt::format("{} {}", count, words[i].counted));
  return fmt::format("Plan for {}: {}", plan.service, fmt::join(parts, ", "));
}

} // namespace mrctl::plan
