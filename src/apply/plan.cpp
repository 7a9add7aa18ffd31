#include "mrctl/apply/plan.hpp"

#include "mrctl/base/sha256.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace mrctl::apply {

namespace {

constexpr std::string_view hash_prefix = "h1:";

using output::Style;
using output::Tone;

// Each at the position of its value.
// clang-format off
constexpr std::array action_rows{
    ActionRow{{"create", Tone::good, 3}, "to create", "+ ", Style::string, {"created", Tone::good, 4}, true},
    ActionRow{{"update", Tone::doubtful, 2}, "to update", "~ ", Style::warning, {"updated", Tone::good, 3}, true},
    ActionRow{{"retry", Tone::doubtful, 0}, "to retry", "? ", Style::warning, {"retried", Tone::doubtful, 2}, true},
    ActionRow{{"adopt", Tone::good, 5}, "to adopt", "= ", Style::string, {"adopted", Tone::good, 5}},
    ActionRow{{"unchanged", Tone::quiet, 4}, "unchanged", "  ", Style::dim, {"unchanged", Tone::quiet, 6}},
    ActionRow{{"orphan", Tone::doubtful, 1}, "orphan", "! ", Style::warning},
    ActionRow{.planned = {}, .done = {"failed", Tone::bad, 0}},
    ActionRow{.planned = {}, .done = {"not sent", Tone::doubtful, 1}},
};
// clang-format on
static_assert(action_rows.size() == static_cast<std::size_t>(Action::not_sent) + 1);

} // namespace

const ActionRow& row_of(Action action) {
  return action_rows.at(static_cast<std::size_t>(action));
}

bool is_sent(Action action) {
  return row_of(action).is_sent;
}

Hash::Hash(std::string_view text) {
  text.remove_prefix(hash_prefix.size());
  for (std::size_t i = 0; i < bytes_.size(); ++i)
    bytes_[i] = static_cast<std::uint8_t>(value_of_hex_digit(text[2 * i]) * 16 +
                                          value_of_hex_digit(text[2 * i + 1]));
}

std::string Hash::text() const {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out(hash_prefix);
  for (const auto byte : bytes_)
    out.append({digits[byte / 16], digits[byte % 16]});
  return out;
}

std::size_t count_sent(const Plan& plan) {
  return static_cast<std::size_t>(
      std::ranges::count_if(plan.presets, is_sent, &PlannedPreset::action));
}

std::size_t count_of(const Plan& plan, Action action) {
  return static_cast<std::size_t>(std::ranges::count(plan.presets, action, &PlannedPreset::action));
}

std::size_t count_of(const Plan& plan, LiveState state) {
  return static_cast<std::size_t>(
      std::ranges::count(plan.presets, state, &PlannedPreset::live_state));
}

PlannedPreset decide(const std::optional<Record>& record, std::string_view hash) {
  PlannedPreset planned;
  planned.hash = Hash(hash);
  if (!record) return planned;
  if (record->last)
    planned.version = record->last->version;
  else if (record->pending)
    planned.version = record->pending->version;
  planned.is_lost = is_lost(record);
  planned.is_left = record->pending && !planned.is_lost;
  if (record->last) planned.applied = Hash(record->last->applied);
  if (planned.is_lost)
    planned.action = Action::retry;
  else if (record->last)
    planned.action = planned.applied == planned.hash ? Action::unchanged : Action::update;
  return planned;
}

void find_renames(Plan& plan) {
  std::multimap<Hash, std::string_view> orphans;
  for (const auto& preset : plan.presets)
    if (preset.action == Action::orphan && preset.applied)
      orphans.emplace(*preset.applied, preset.slug);
  for (auto& preset : plan.presets) {
    const auto orphan = orphans.find(preset.hash);
    if (preset.action != Action::create || orphan == orphans.end()) continue;
    preset.renamed_from = orphan->second;
    orphans.erase(orphan);
  }
}

std::optional<std::string> fingerprint_of(const Plan& plan) {
  if (plan.fingerprint) return plan.fingerprint;
  std::vector<const PlannedPreset*> sent;
  for (const auto& preset : plan.presets)
    if (is_sent(preset.action)) sent.push_back(&preset);
  if (sent.empty()) return std::nullopt;
  std::ranges::sort(sent, {}, &PlannedPreset::slug);
  auto text = fmt::format("{}\n{}\n", plan.service, plan.target);
  for (const auto* preset : sent) {
    const bool is_known = preset->applied && preset->live_state != LiveState::gone;
    text += fmt::format("{} {} {} {}\n", preset->slug, row_of(preset->action).planned.name,
                        is_known ? preset->applied->text() : "-", preset->hash.text());
  }
  return sha256(text).substr(0, fingerprint_digits);
}

bool is_fingerprint(std::string_view text) {
  return text.size() == fingerprint_digits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string counts_of(const Plan& plan) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < action_rows.size(); ++i) {
    const auto action = static_cast<Action>(i);
    const auto words = action_rows[i].counted;
    if (const auto count = count_of(plan, action); count > 0)
      parts.push_back(action == Action::orphan ? counted(count, words)
                                               : fmt::format("{} {}", count, words));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string summary_of(const Plan& plan) {
  const auto fingerprint = fingerprint_of(plan);
  return fmt::format("Plan {}{}for {}: {}", fingerprint.value_or(""), fingerprint ? " " : "",
                     plan.service, counts_of(plan));
}

std::optional<std::string> spelled_version(const std::optional<std::int64_t>& version) {
  return version ? std::optional(std::to_string(*version)) : std::nullopt;
}

} // namespace mrctl::apply
