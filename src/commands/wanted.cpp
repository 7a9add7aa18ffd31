#include "mrctl/commands/wanted.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/commands/files_read.hpp"
#include "mrctl/spec/advice.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace mrctl::commands {

namespace {

using output::Format;

// Returns whether the flag of a row was given, with the row's value if it has one.
bool is_given(const spec::FlagValues& flags, const spec::FormatFlag& row) {
  using Text = std::optional<std::string> spec::FlagValues::*;
  return row.value.empty() ? is_given(flags, row.flag)
                           : flags.*std::get<Text>(row.flag) == row.value;
}

Format format_of(const spec::Invocation& invocation, const config::Settings& settings,
                 const output::Target& target) {
  const auto& command = *invocation.command;
  if (invocation.flags.jq) return command.for_programs;
  const auto configured = settings.output.value_or(Format::table);
  if (invocation.gives(&spec::SettingValues::output)) return configured;
  for (const auto& row : command.format_flags)
    if (is_given(invocation.flags, row)) return row.format;
  const bool is_one_text =
      command.prints == spec::Prints::no_result || command.prints == spec::Prints::text;
  if (is_one_text) return Format::table;
  if (target.is_terminal) return configured;
  return command.prints == spec::Prints::judgement ? Format::table : command.for_programs;
}

// The wide format shows every field.
output::Target in_format(output::Target target, Format format, const spec::FlagValues& flags) {
  target.format = format;
  target.shown = flags.wide || format == Format::wide ? output::Shown::wide : output::Shown::always;
  return target;
}

// With --quiet, people see no warnings, unless the warnings cause the failure.
output::Target target_of(const spec::Invocation& invocation, const config::Settings& settings,
                         output::Target target) {
  const auto& flags = invocation.flags;
  target.names = flags.no_header ? output::Names::hidden : output::Names::shown;
  target.has_warnings = !flags.quiet || flags.strict;
  target.command = invocation.command->name();
  const auto format = format_of(invocation, settings, target);
  return in_format(std::move(target), format, flags);
}

Status check_file(std::string_view flag, const std::string& file) {
  if (!file.empty() && file != "-") return {};
  return fail(Error::usage(fmt::format("{} needs the name of a file, got '{}'", flag, file),
                           "-o chooses the format of standard output"));
}

Result<ReportFile> read_report(const std::string& text, const spec::Invocation& invocation,
                               const output::Target& target) {
  const auto equals = text.find('=');
  if (equals == std::string::npos)
    return fail(Error::usage(fmt::format("--report must be FORMAT=FILE, got '{}'", text),
                             "for example --report html=report.html"));
  TRY_ASSIGN(const auto format, output::parse_report_format(text.substr(0, equals)));
  if (is_of_findings(format) && invocation.command->findings != spec::HasFindings::yes)
    return fail(Error::usage(
        fmt::format("'{}' has no findings for --report {}", target.command, name_of(format)),
        spec::advice_on_value("--output", Takes::format, name_of(format))));
  auto file = text.substr(equals + 1);
  TRY(check_file("--report", file));
  auto elsewhere = in_format(as_on_a_pipe(target), format, invocation.flags);
  elsewhere.is_report = true;
  return ReportFile{std::move(elsewhere), std::move(file)};
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

Status check_refusal(const std::vector<Format>& formats, const spec::Refusal& refusal) {
  if (refusal.refuses == nullptr) return {};
  for (const auto format : formats)
    if (refusal.refuses(format))
      return fail(Error::usage(fmt::format("-o {} {}", name_of(format), refusal.because),
                               std::string(refusal.hint)));
  return {};
}

Status check_saved(const std::string& file, const spec::Invocation& invocation,
                   const config::Settings& settings) {
  TRY(check_file("--save", file));
  TRY(check_place_of_output(file));
  return check_not_read(invocation, settings, {file}, Spared::all_but_arguments);
}

// The file of --save is the first: the command may read it.
Status check_files(std::vector<std::string> files, const spec::Invocation& invocation,
                   const config::Settings& settings) {
  TRY(check_once(files));
  for (const auto& file : files)
    TRY(check_place_of_output(file));
  if (invocation.flags.save) files.erase(files.begin());
  return check_not_read(invocation, settings, files, Spared::all);
}

// Reads --report and --summary.
Status add_files(Context::Wanted& wanted, const spec::Invocation& invocation,
                 const config::Settings& settings) {
  const auto& flags = invocation.flags;
  if (flags.save) TRY(check_saved(*flags.save, invocation, settings));
  if (flags.report.empty() && !flags.summary) return {};
  if (invocation.command->prints == spec::Prints::no_result)
    return fail(Error::usage(fmt::format("'{}' has no result to report", wanted.target.command)));
  std::vector<std::string> files;
  if (flags.save) files.push_back(*flags.save);
  for (const auto& text : flags.report) {
    TRY_ASSIGN(auto report, read_report(text, invocation, wanted.target));
    files.push_back(report.file);
    wanted.formats.push_back(report.target.format);
    wanted.reports.push_back(std::move(report));
  }
  if (flags.summary) {
    TRY(check_file("--summary", *flags.summary));
    if (output::parse_report_format(*flags.summary))
      return fail(Error::usage(
          fmt::format("--summary needs the name of a file, got '{}'", *flags.summary),
          fmt::format("a summary is Markdown: --summary summary.md; './{}' is a file of that name",
                      *flags.summary)));
    files.push_back(*flags.summary);
    wanted.formats.push_back(Format::markdown); // a summary has the same requirements
    wanted.summary = flags.summary;
  }
  return check_files(std::move(files), invocation, settings);
}

} // namespace

Result<Context::Wanted> wanted_of(const spec::Invocation& invocation,
                                  const config::Settings& settings, Context::Wanted wanted) {
  wanted.target = target_of(invocation, settings, std::move(wanted.target));
  wanted.formats = {wanted.target.format};
  if (invocation.flags.jq || wanted.target.is_terminal) wanted.write_out = {};
  TRY(add_files(wanted, invocation, settings));
  const auto& command = *invocation.command;
  if (command.noun == "api") wanted.hide_key = Context::Wanted().hide_key;
  TRY(check_refusal(wanted.formats, command.refusal));
  for (const auto& row : command.format_flags)
    if (is_given(invocation.flags, row)) TRY(check_refusal(wanted.formats, row.refusal));
  return wanted;
}

output::Target as_on_a_pipe(output::Target target) {
  target.is_terminal = false;
  target.terminal.width.reset();
  target.terminal.colour = output::Colour::off;
  return target;
}

} // namespace mrctl::commands
