#include "compared_presets.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace mrctl::compare {

namespace {

bool is_lost(const ReachChange& change) {
  return change.kind == ReachChange::Kind::lost;
}

// Writes the gained or the lost endpoints. Only lost ones have codes.
void write_endpoints(JsonWriter& out, const PresetReach& preset, ReachChange::Kind kind) {
  out.begin('[');
  for (const auto& change : preset.changes) {
    if (change.kind != kind) continue;
    out.begin('{').member("model", change.model).member("tag", unless_empty(change.tag));
    if (change.tag.empty()) out.member("provider", unless_empty(change.provider));
    if (kind == ReachChange::Kind::lost) out.member("codes", change.codes);
    out.end('}');
  }
  out.end(']');
}

} // namespace

// A sign says which it is, if any gained an endpoint.
void fill_presets(output::Page& page, const std::vector<PresetReach>& presets) {
  const bool has_gains = std::ranges::any_of(presets, [](const PresetReach& preset) {
    return !std::ranges::all_of(preset.changes, is_lost);
  });
  output::Grid grid{.headings = {{"preset", "Preset", output::CellKind::text, true},
                                 {"before", "Before", output::CellKind::number},
                                 {.name = "now",
                                  .title = "Now",
                                  .kind = output::CellKind::number,
                                  .is_toned = true},
                                 {.name = "lost",
                                  .title = has_gains ? "Lost (-), gained (+)" : "Lost",
                                  .is_prose = true}},
                    .indent = 2};
  std::size_t kept = 0;
  for (const auto& preset : presets) {
    if (preset.changes.empty()) {
      ++kept;
      continue;
    }
    std::string moves;
    for (const auto& change : preset.changes)
      moves += fmt::format("{}{}{}: {}", moves.empty() ? "" : "; ",
                           !has_gains        ? ""
                           : is_lost(change) ? "- "
                                             : "+ ",
                           change.endpoint, change.cause);
    grid.rows.push_back({preset.slug, std::to_string(preset.before), std::to_string(preset.after),
                         std::move(moves)});
    grid.tones.push_back(std::ranges::any_of(preset.changes, is_lost) ? output::Tone::bad
                                                                      : output::Tone::good);
  }
  if (!grid.rows.empty()) page.rows({.grid = std::move(grid), .is_beside_records = true});
  if (kept > 0)
    page.sentence(fmt::format("{} {} the same endpoints as before", counted(kept, "preset"),
                              kept == 1 ? "reaches" : "reach"));
}

output::Finding finding_of(const PresetReach& preset, const ReachChange& lost, bool fails) {
  return {.result = fails ? output::CheckResult::failed : output::CheckResult::passed,
          .severity = fails ? Severity::error : Severity::warning,
          .rule = "lost",
          .file = lost.place.file,
          .pointer = pointer_join(pointer_join({}, lost.model), lost.tag),
          .line = lost.place.line,
          .message = fmt::format("{} lost {}: {}", preset.slug, lost.endpoint, lost.cause),
          .suite = preset.slug,
          .name = lost.endpoint + " lost"};
}

void write_presets(JsonWriter& out, const ComparedPresets& presets) {
  out.key("presets").array(presets.reach, [&](const PresetReach& preset) {
    out.begin('{').member("slug", preset.slug).member("file", preset.file);
    if (!preset.slug_prefix.empty()) out.member("slug_prefix", preset.slug_prefix);
    out.member("before", preset.before).member("after", preset.after).key("gained");
    write_endpoints(out, preset, ReachChange::Kind::gained);
    write_endpoints(out.key("lost"), preset, ReachChange::Kind::lost);
    out.end('}');
  });
  out.member("assumed", presets.assumed);
}

} // namespace mrctl::compare
