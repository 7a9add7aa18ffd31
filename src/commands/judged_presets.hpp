#pragma once

#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/routing/gates.hpp"
#include "mrctl/routing/preset_check.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mrctl::commands {

// What the presets of a plan name, seen while it is made. It must outlive the making.
struct NamedByPresets {
  routing::NamedModels models;
  routing::BaseEntries entries;

  [[nodiscard]] apply::InspectPreset inspect();
};

// The rules by which presets are judged, and the models that they name.
struct JudgedBy {
  const NamedByPresets& named;
  routing::GateRules rules;
  std::string today;                         // for waivers: 2026-12-31
  const service::Service* service = nullptr; // lists the models; null: that of the settings
  Problems warnings{};                       // of bodies, to which those of the check are added
};

// What presets reach, and what the gates of the project make of it.
struct JudgedPresets {
  routing::GateRules rules; // the gates of `checked` are those
  routing::ListingsToExplain listings{};
  routing::CheckedPresets checked{};          // its names are those of the plan
  std::vector<routing::Gate> not_evaluated{}; // because the listings were refused
  std::vector<std::string> notes{};
};

// Lists the models, explains the presets of the plan once more, one by one, and judges them. Fails
// if a file was changed meanwhile, or if nothing could be asked.
[[nodiscard]] Result<JudgedPresets> judge_presets(const Context& context, const apply::Plans& plans,
                                                  const body::PresetReader& reader, JudgedBy by);

// How the gates of the project file bind an apply.
enum class Gates : std::uint8_t { absent, passed_over, binding };

// Gates bind by --gates, or if the target needs them.
[[nodiscard]] Gates gates_of(const spec::FlagValues& flags, const config::Project& project);

// Returns notes on gates that are not evaluated, and on --gates without any.
[[nodiscard]] std::vector<std::string> notes_on_gates(const spec::FlagValues& flags,
                                                      const config::Project& project);

// Returns why nothing may be sent: failures of presets that would be sent, after those of the
// listings that they need.
[[nodiscard]] std::vector<Error> failures_of_sent(const JudgedPresets& judged,
                                                  const apply::Plan& plan);

// Returns notes on failures that stop nothing, because their presets are unchanged.
[[nodiscard]] std::vector<std::string> failures_of_unchanged(const JudgedPresets& judged,
                                                             const apply::Plan& plan);

// Adds the gates to the presentation of an apply; `judged` must outlive it.
[[nodiscard]] output::Presentation with_gates(output::Presentation result,
                                              const JudgedPresets& judged);

} // namespace mrctl::commands
