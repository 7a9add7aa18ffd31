#include "plan_findings.hpp"

#include "mrctl/render/plan.hpp"
#include "mrctl/request/validate.hpp"

#include <cstddef>
#include <string>

namespace mrctl::commands {

namespace {

using session::Context;

// Reads the body again, because a plan keeps none. A change that comes from --base or from a flag
// has no line in the preset's file.
std::size_t line_of(const std::string& pointer, const request::PresetFile& file,
                    const request::PresetReader& reader) {
  const auto body = reader.read(file);
  if (!body) return 0;
  Problems changes(1);
  changes.front().path = pointer;
  request::place_problems(changes, *body);
  const auto& place = changes.front().place;
  return place && place->file == file.path ? place->line : 0;
}

} // namespace

render::Findings plan_findings(const Plans& plans, const request::PresetReader& reader,
                               const Context& context) {
  const auto sent = context.invocation.flags.fail_changed ? render::CheckResult::failed
                                                          : render::CheckResult::passed;
  auto findings = render::plan_findings(plans.plan, sent);
  for (std::size_t i = 0; i < plans.files.size(); ++i)
    if (!findings[i].pointer.empty())
      findings[i].line = line_of(findings[i].pointer, plans.files[i], reader);
  for (const auto& warning : plans.warnings)
    findings.push_back(render::finding_of(warning, render::CheckResult::passed));
  return findings;
}

} // namespace mrctl::commands
