#include "mrctl/apply/plan.hpp"

#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/sha256.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/stored_comparison.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

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

// The system prompt last, because it is the longest.
std::vector<output::Change> changes_since(const Json& before, const body::Body& body) {
  auto changes = output::changes_between(before, body.json.value());
  for (auto& change : changes) {
    const bool may_be_prompt = change.path == "/messages";
    change.text_file =
        body::text_file_of(may_be_prompt ? "/messages/0/content" : change.path, body);
    change.origin = body::outer_origin_of(change.path, body);
  }
  std::stable_partition(changes.begin(), changes.end(), [](const output::Change& change) {
    return !is_within(change.path, "/messages");
  });
  return changes;
}

// Insists on what the plan was made from: nothing, or the body that was recorded last.
Result<std::vector<output::Change>> read_changes(const PlannedPreset& preset,
                                                 const body::Body& body,
                                                 const std::optional<Record>& record) {
  const bool is_new = preset.action == Action::create;
  const bool is_unchanged = is_planned(preset, body) && (is_new || is_as_planned(record, preset));
  if (!is_unchanged) return fail(changed_meanwhile(std::string(preset.file)));
  if (is_new) return changes_since(Json::object(), body);
  const auto before = parse_json(record->last->body, Reading::strict);
  if (!before) return fail(changed_meanwhile(std::string(preset.file)));
  return changes_since(*before, body);
}

bool is_nothing(const std::optional<Json>& value) {
  return !value || value->is_null() || (value->is_structured() && value->empty());
}

// Returns a live value with its secrets masked, because nobody has looked for any in it.
Json without_secrets(const Json& value) {
  if (value.is_string()) return body::without_found_secrets(value.get_ref<const std::string&>());
  if (!value.is_structured()) return value;
  auto out = value.is_object() ? Json::object() : Json::array();
  for (const auto& [key, inner] : value.items())
    if (value.is_object())
      out[body::without_found_secrets(key)] = without_secrets(inner);
    else
      out.push_back(without_secrets(inner));
  return out;
}

// Where both prompts are equal, it does not matter of how many messages they are.
std::vector<output::Change> changes_from_live(const LivePreset& live, const body::Body& body) {
  auto before = parse_json(body_of(live), Reading::tolerant).value_or(Json::object());
  if (body::system_text_of(body.json) == live.prompt) {
    before.erase("messages");
    if (const auto messages = find_member(body.json.root(), "messages"))
      before["messages"] = messages->value();
  }
  auto changes = changes_since(before, body);
  std::erase_if(changes, [](const output::Change& change) {
    const bool is_of_body = change.path.find('/', 1) == std::string::npos;
    return is_of_body && is_nothing(change.from) && is_nothing(change.to);
  });
  for (auto& change : changes) {
    change.path = body::without_found_secrets(change.path);
    if (change.from) change.from = without_secrets(*change.from);
  }
  return changes;
}

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

bool is_planned(const PlannedPreset& preset, const body::Body& body) {
  const auto hashed = hashed_body(body.json.text());
  return hashed && hashed->hash == preset.hash.text();
}

bool is_as_planned(const std::optional<Record>& record, const PlannedPreset& preset) {
  return record && record->last && Hash(record->last->applied) == preset.applied;
}

Result<body::Body> planned_body(const Plans& plans, std::size_t index,
                                const body::PresetReader& reader) {
  const auto& file = plans.files[index];
  const auto kept = reader.kept(file);
  auto body = kept ? Result<body::Body>(*kept) : reader.read(file);
  if (body && !kept && !is_planned(plans.plan.presets[index], *body))
    return fail(changed_meanwhile(file.path));
  return body;
}

Error changed_meanwhile(const std::string& file) {
  return Error::usage(
      fmt::format("{} or its state file changed while the plan was made; nothing was sent", file),
      "run the command again");
}

FindChanges changes_in(const Plans& plans, const body::PresetReader& reader) {
  // The data of the plans keeps its address when they are moved.
  return [&reader, first = plans.plan.presets.data(), files = std::span(plans.files),
          paths = std::span(plans.paths), where = plans.where, service = plans.plan.service,
          found = plans.found_changes](const PlannedPreset& preset) -> std::vector<output::Change> {
    const bool is_sent_again = preset.action == Action::update || preset.action == Action::retry;
    const bool is_new = preset.action == Action::create;
    if (!is_new && (!is_sent_again || !(preset.applied || preset.is_made_elsewhere()))) return {};
    const auto& file = files[static_cast<std::size_t>(&preset - first)];
    auto changes = reader.read(file).and_then(
        [&](const body::Body& body) -> Result<std::vector<output::Change>> {
          if (is_new) return read_changes(preset, body, {});
          if (preset.is_made_elsewhere() && !is_planned(preset, body))
            return fail(changed_meanwhile(std::string(preset.file)));
          if (preset.is_made_elsewhere()) return changes_from_live(*preset.live, body);
          return read_record(where.records_in(paths[file.argument].folder), {service, file.slug})
              .and_then([&](const auto& record) { return read_changes(preset, body, record); });
        });
    if (!changes && *found) *found = fail(changes.error());
    return changes.value_or(std::vector<output::Change>());
  };
}

} // namespace mrctl::apply
