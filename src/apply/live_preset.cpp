#include "mrctl/apply/live_preset.hpp"

#include "mrctl/apply/canonical.hpp"
#include "mrctl/body/stored_comparison.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/service/preset.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

// A number that cannot be hashed counts as a missing answer.
std::string stored_hash_of(const service::Preset& preset) {
  const auto& version = preset.designated_version;
  const auto config = version ? version->spelled_config.text : std::string();
  const auto prompt =
      version && version->system_prompt ? json_quote(*version->system_prompt) : std::string();
  return stored_hash({.config = config, .system_prompt = prompt}).value_or(hash_of("null"));
}

} // namespace

Applied applied_of(const service::Preset& preset, Hashed body) {
  const auto& version = preset.designated_version;
  const auto number = version && version->version ? version->version->value() : std::nullopt;
  return {.workspace_id = preset.workspace_id,
          .preset_id = preset.id,
          .version = number ? version_of(number->text()) : std::nullopt,
          .version_id = version && version->id ? version->id : preset.designated_version_id,
          .applied = std::move(body.hash),
          .stored = stored_hash_of(preset),
          .body = std::move(body.text)};
}

std::optional<Problem> drop_secret_ids(service::Preset& preset, std::string_view slug,
                                       const HideSecrets& hide_secrets) {
  std::vector<std::optional<std::string>*> ids{&preset.id, &preset.workspace_id,
                                               &preset.designated_version_id};
  if (preset.designated_version) ids.push_back(&preset.designated_version->id);
  bool is_dropped = false;
  for (auto* id : ids) {
    if (!*id || hide_secrets(**id) == **id) continue;
    id->reset();
    is_dropped = true;
  }
  if (!is_dropped) return std::nullopt;
  return Problem{.severity = Severity::warning,
                 .rule = "answer.secret",
                 .message = fmt::format(
                     "the answer about {} contains the key as an id, recorded as null", slug)};
}

std::optional<LivePreset> live_preset_of(const service::Preset& preset) {
  if (!preset.designated_version) return std::nullopt;
  constexpr std::string_view usual_status = "active";
  const auto& version = *preset.designated_version;
  LivePreset live{.facts = applied_of(preset, {})};
  live.config = canonical_config(version.spelled_config.text).value_or("{}");
  live.prompt = version.system_prompt.value_or("");
  if (preset.status != usual_status) live.status = preset.status.value_or("");
  return live;
}

bool holds(const LivePreset& live, std::string_view body) {
  const auto config = canonical_config(body);
  return config && *config == live.config &&
         body::system_text_of(JsonText(SharedText(std::string(body)))) == live.prompt;
}

std::string body_of(const LivePreset& live) {
  if (live.prompt.empty()) return live.config;
  const auto messages =
      fmt::format(R"("messages":[{{"role":"system","content":{}}}])", json_quote(live.prompt));
  const auto members = std::string_view(live.config).substr(1);
  return canonical_body(fmt::format("{{{}{}{}", messages, members == "}" ? "" : ",", members))
      .value_or(live.config);
}

bool is_recorded_version(const LivePreset& live, const Applied& last) {
  const auto& now = live.facts;
  if (now.version_id && last.version_id) return *now.version_id == *last.version_id;
  return now.version && now.version == last.version;
}

LiveState compare_live(const LivePreset& live, const Applied& last) {
  if (is_recorded_version(live, last)) return LiveState::recorded;
  const bool is_same = !last.stored || live.facts.stored == last.stored || holds(live, last.body);
  return is_same ? LiveState::renumbered : LiveState::drifted;
}

} // namespace mrctl::apply
