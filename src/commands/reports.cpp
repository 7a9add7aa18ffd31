#include "mrctl/commands/reports.hpp"

#include "mrctl/body/lint_report.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/context.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace mrctl::commands {

namespace {

// A raw result is what the service sent.
std::string without_key(std::string text, output::Format format, const Context::Wanted& wanted) {
  return format == output::Format::raw ? std::move(text) : wanted.hide_key(text);
}

std::string written_result(const output::Presentation& result, const output::Target& target,
                           const Context::Wanted& wanted) {
  std::string text;
  write_result(result, target, [&](std::string_view part) { text += part; });
  return without_key(std::move(text), target.format, wanted);
}

} // namespace

void present(Output& output, const Context::Wanted& wanted, const output::Presentation& result) {
  add_reports(output, wanted, result);
  if (!result.is_long || !wanted.write_out) {
    output.out = written_result(result, wanted.target, wanted);
    return;
  }
  constexpr std::size_t bytes_per_call = 65536;
  std::string parts;
  const auto write = [&] {
    wanted.write_out(without_key(std::exchange(parts, {}), wanted.target.format, wanted));
  };
  write_result(result, wanted.target, [&](std::string_view part) {
    parts += part;
    if (parts.size() >= bytes_per_call) write();
  });
  if (!parts.empty()) write();
}

void add_reports(Output& output, const Context::Wanted& wanted,
                 const output::Presentation& result) {
  for (const auto& report : wanted.reports)
    output.reports.push_back({report.file, written_result(result, report.target, wanted)});
  if (wanted.summary)
    output.summary =
        Summary{*wanted.summary, digest_of(result, wanted.target.command), wanted.hide_key};
}

void present_if_asked(Output& output, const Context::Wanted& wanted,
                      const spec::Invocation& invocation, const output::Presentation& result) {
  if (invocation.gives(&spec::SettingValues::output) || invocation.flags.jq)
    present(output, wanted, result);
}

void add_findings(output::Findings& findings, const Problems& problems,
                  const spec::FlagValues& flags) {
  for (const auto& problem : problems) {
    const bool fails = problem.severity == Severity::error || flags.strict;
    findings.push_back(output::finding_of(problem, fails ? output::CheckResult::failed
                                                         : output::CheckResult::passed));
  }
}

output::Write live_lines(const Context::Wanted& wanted) {
  if (wanted.target.format != output::Format::jsonl || !wanted.write_out) return {};
  return [&](std::string_view record) { wanted.write_out(wanted.hide_key(record) + "\n"); };
}

Result<Output> refused(const Context& context, Error error) {
  auto wanted = context.wanted;
  std::erase_if(wanted.reports, [](const ReportFile& report) {
    const auto format = report.target.format;
    return !is_of_findings(format) && format != output::Format::html;
  });
  const bool has_reports = !wanted.reports.empty() || wanted.summary;
  if (error.problems.empty() || !has_reports) return fail(std::move(error));
  body::LintReport report;
  report.problems = without_secrets(error.problems, context.service);
  report.sum = error.message;
  report.is_strict = context.invocation.flags.strict;
  std::set<std::string> files;
  for (const auto& problem : report.problems)
    if (problem.place) files.insert(problem.place->file);
  report.files = files.size();
  Output output;
  add_reports(output, wanted, body::present_lint(report));
  output.failures.push_back(std::move(error));
  return output;
}

Problems without_secrets(Problems problems, const Context::Service& service) {
  const auto hide = [&](std::string& text) {
    if (text.empty()) return;
    text = service.hide_secrets(body::without_found_secrets(text));
  };
  for (auto& problem : problems) {
    hide(problem.message);
    hide(problem.suggestion.text);
    if (!problem.place) continue;
    hide(problem.place->line_text);
    hide(problem.place->file); // a key may have been given in its place
  }
  return problems;
}

} // namespace mrctl::commands
