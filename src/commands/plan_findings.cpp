#include "plan_findings.hpp"

#include "mrctl/apply/plan_report.hpp"
#include "mrctl/body/validate.hpp"

#include <cstddef>
#include <string>

namespace mrctl::commands {

namespace {

// Reads the body again, because a plan keeps none. A change that comes from --base or from a flag
// has no line in the preset's file.
std::size_t line_of(const std::string& pointer, const body::PresetFile& file,
                    const body::PresetReader& reader) {
  const auto body = reader.read(file);
  if (!body) return 0;
  Problems changes(1);
  changes.front().path = pointer;
  body::place_problems(changes, *body);
  const auto& place = changes.front().place;
  return place && place->file == file.path ? place->line : 0;
}

} // namespace

output::Findings plan_findings(const Plans& plans, const body::PresetReader& reader,
                               const Context& context) {
  const auto sent = context.invocation.flags.fail_changed ? output::CheckResult::failed
                                                          : output::CheckResult::passed;
  auto findings = apply::plan_findings(plans.plan, sent);
  for (std::size_t i = 0; i < plans.files.size(); ++i)
    if (!findings[i].pointer.empty())
      findings[i].line = line_of(findings[i].pointer, plans.files[i], reader);
  for (const auto& warning : plans.warnings)
    findings.push_back(output::finding_of(warning, output::CheckResult::passed));
  return findings;
}

} // namespace mrctl::commands
