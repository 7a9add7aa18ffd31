#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/stored_comparison.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/json/value.hpp"

#include <fmt/format.h>

#include <optional>

namespace mrctl::apply {

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

namespace {

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
