#include "mrctl/commands/reports.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/body/lint_report.hpp"
#include "mrctl/commands/files_read.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/spec/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace mrctl::commands {

namespace {

using output::Format;

Status check_file(std::string_view flag, const std::string& file) {
  if (!file.empty() && file != "-") return {};
  return fail(Error::usage(fmt::format("{} needs the name of a file, got '{}'", flag, file),
                           "-o chooses the format of standard output"));
}

Status check_findings(const Context& context, Format format) {
  const auto& command = *context.invocation.command;
  if (!is_of_findings(format) || command.findings == spec::HasFindings::yes) return {};
  return fail(Error::usage(
      fmt::format("'{}' has no findings for --report {}", command.name(), name_of(format)),
      spec::advice_on_format(name_of(format))));
}

Result<ReportFile> read_report(const std::string& text, const Context& context) {
  const auto equals = text.find('=');
  if (equals == std::string::npos)
    return fail(Error::usage(fmt::format("--report must be FORMAT=FILE, got '{}'", text),
                             "for example --report html=report.html"));
  TRY_ASSIGN(const auto format, output::parse_report_format(text.substr(0, equals)));
  TRY(check_findings(context, format));
  auto file = text.substr(equals + 1);
  TRY(check_file("--report", file));
  return ReportFile{format, std::move(file)};
}

// The path without links, as far as the system can say where they lead.
std::filesystem::path whole_path(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code error;
  const auto absolute = fs::absolute(followed_path(file).value_or(file), error);
  if (error) return file;
  const auto whole = fs::weakly_canonical(absolute, error);
  return error ? absolute : whole;
}

// If the system cannot say whether they are, their paths decide; writing them will fail.
bool are_one_file(const std::string& one, const std::string& other) {
  std::error_code error;
  const bool are_same = std::filesystem::equivalent(one, other, error);
  return (!error && are_same) || whole_path(one) == whole_path(other);
}

Status check_once(const std::vector<std::string>& files) {
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (are_one_file(files[i], files[j]))
        return fail(Error::usage(fmt::format("two results go to one file: {}", files[i])));
  return {};
}

bool wants_reports(const Context& context) {
  const auto& flags = context.invocation.flags;
  return !flags.report.empty() || flags.summary;
}

Status check_result(const Context& context) {
  const auto& command = *context.invocation.command;
  if (command.prints != spec::Prints::no_result) return {};
  return fail(Error::usage(fmt::format("'{}' has no result to report", command.name())));
}

Status check_refusal(const Context& context, const spec::Refusal& refusal) {
  if (refusal.refuses == nullptr) return {};
  for (const auto format : formats_with_reports(context))
    if (refusal.refuses(format))
      return fail(Error::usage(fmt::format("-o {} {}", name_of(format), refusal.because),
                               std::string(refusal.hint)));
  return {};
}

Status check_saved(const Context& context, const std::string& file) {
  TRY(check_file("--save", file));
  TRY(check_place_of_output(file));
  return check_not_read(context, {file}, Spared::all_but_arguments);
}

// The file of --save is the first: the command may read it.
Status check_files(const Context& context, std::vector<std::string> files) {
  TRY(check_once(files));
  for (const auto& file : files)
    TRY(check_place_of_output(file));
  if (context.invocation.flags.save) files.erase(files.begin());
  return check_not_read(context, files, Spared::all);
}

} // namespace

Result<std::vector<ReportFile>> read_reports(const Context& context) {
  std::vector<ReportFile> reports;
  std::vector<std::string> files;
  if (const auto& file = context.invocation.flags.save) {
    TRY(check_saved(context, *file));
    files.push_back(*file);
  }
  if (!wants_reports(context)) return reports;
  TRY(check_result(context));
  for (const auto& text : context.invocation.flags.report) {
    TRY_ASSIGN(auto report, read_report(text, context));
    files.push_back(report.file);
    reports.push_back(std::move(report));
  }
  if (const auto& file = context.invocation.flags.summary) {
    TRY(check_file("--summary", *file));
    files.push_back(*file);
  }
  TRY(check_files(context, std::move(files)));
  return reports;
}

std::vector<Format> formats_with_reports(const Context& context) {
  std::vector<Format> formats{context.wanted.target.format};
  for (const auto& report : context.wanted.reports)
    formats.push_back(report.format);
  if (context.invocation.flags.summary) formats.push_back(Format::markdown);
  return formats;
}

Status check_formats(const Context& context) {
  const auto& command = *context.invocation.command;
  TRY(check_refusal(context, command.refusal));
  for (const auto& row : command.format_flags)
    if (is_given(context.invocation, row)) TRY(check_refusal(context, row.refusal));
  return {};
}

namespace {

std::string text_of(const output::Presentation& result, const Context& context) {
  std::string text;
  write_result(result, target_of(context), [&](std::string_view part) { text += part; });
  return text;
}

} // namespace

void add_reports(Output& output, const Context& context, const output::Presentation& result) {
  auto elsewhere = as_on_a_pipe(context);
  for (const auto& report : context.wanted.reports) {
    elsewhere.wanted.target.format = report.format;
    output.reports.push_back({report.file, text_of(result, elsewhere)});
  }
  if (const auto& file = context.invocation.flags.summary)
    output.summary = Summary{*file, digest_of(result, context.invocation.command->name())};
}

Result<Output> refused(const Context& context, Error error) {
  auto elsewhere = context;
  std::erase_if(elsewhere.wanted.reports, [](const ReportFile& report) {
    return !is_of_findings(report.format) && report.format != Format::html;
  });
  const bool has_reports = !elsewhere.wanted.reports.empty() || context.invocation.flags.summary;
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
  add_reports(output, elsewhere, body::present_lint(report));
  output.failures.push_back(std::move(error));
  return output;
}

void present(Output& output, const Context& context, const output::Presentation& result) {
  add_reports(output, context, result);
  if (result.is_long && leaves_in_parts(context))
    write_in_parts(context, [&](const output::Write& write) {
      write_result(result, target_of(context), write);
    });
  else
    output.out = text_of(result, context);
}

} // namespace mrctl::commands
