#pragma once

#include "mrctl/apply/plans.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/routing/gates.hpp"
#include "mrctl/routing/preset_check.hpp"

#include <string>
#include <vector>

namespace mrctl::commands {

// What the presets of a plan name, seen while it is made. It must outlive the making.
struct NamedByPresets {
  routing::NamedModels models;
  routing::BaseEntries entries;

  [[nodiscard]] apply::InspectPreset inspect();
};

// What presets are judged by.
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

} // namespace mrctl::commands
