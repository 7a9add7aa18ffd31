#include "live_presets.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/output/judgement.hpp"
#include "mrctl/spec/command.hpp"

#include <fmt/format.h>

#include <utility>

namespace mrctl::commands {

Result<std::optional<Connection>> choose_live(const spec::FlagValues& flags,
                                              const Context::Service& service) {
  if (!flags.live.value_or(false)) return std::nullopt;
  return service.connect({spec::get_preset.key});
}

Result<apply::KnownWorkspace> known_workspace(const config::Project& project,
                                              const std::string& service,
                                              const std::vector<apply::TargetRecords>& records) {
  const auto* target = config::chosen_target(project);
  if (target != nullptr && !target->workspace.empty()) return target->workspace;
  return apply::recorded_workspace(service, records);
}

Result<apply::KnownWorkspace> known_workspace(const config::Project& project,
                                              const apply::Plans& plans) {
  const auto places =
      mapped(plans.folders, [&](const auto& folder) { return plans.where.records_in(folder); });
  return known_workspace(project, plans.plan.service, places);
}

apply::LiveSource live_source(const Context::Service& service, const body::Input& input,
                              const service::Service& asked, apply::KnownWorkspace workspace) {
  return {.service = asked,
          .workspace = std::move(workspace),
          .hide_secrets = service.hide_secrets,
          .warn = service.warn,
          .begin_activity = input.begin_activity};
}

Status look_at_live(const Context::Service& service, const body::Input& input, apply::Plans& plans,
                    const body::PresetReader& reader, const service::Service& asked,
                    apply::NoneShown none) {
  const auto& flags = reader.invocation().flags;
  TRY_ASSIGN(auto workspace, known_workspace(service.settings.project, plans));
  const auto live = live_source(service, input, asked, std::move(workspace));
  TRY(apply::read_live(plans, reader, live, none));
  if (plans.looked.shows_none && flags.verbose > 0)
    plans.notes.emplace_back("this service does not seem to show presets, so the records alone say "
                             "what is live");
  if (!flags.strict) return {};
  auto failure = output::failure_of_flag(output::strict_result(plans.warnings.size()));
  return failure ? Status(fail(*std::move(failure))) : Status();
}

Status compare_with_live(const Context& context, apply::Plans& plans,
                         const body::PresetReader& reader) {
  const auto& service = context.service;
  TRY_ASSIGN(const auto live, choose_live(context.invocation.flags, service));
  if (!live) return {};
  return look_at_live(service, context.input, plans, reader, live->service,
                      apply::NoneShown::fails);
}

} // namespace mrctl::commands
