#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/lint_report.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"

#include "checked_body.hpp"
#include "commands.hpp"

#include <fmt/format.h>

#include <deque>
#include <optional>
#include <utility>

namespace mrctl::commands {

namespace {

// A problem of a whole file, without line and column.
Place place_without_line(const std::string& path) {
  return {.file = name_of_input(path)};
}

// The name of the file is already in front: "a.yaml: error: cannot be read: Permission denied".
std::string without_path(const std::string& message, const std::string& path) {
  const auto beginning = fmt::format("cannot read {}: ", path);
  return message.starts_with(beginning) ? "cannot be read: " + message.substr(beginning.size())
                                        : message;
}

// Checks one path after another. A body is freed as soon as it is checked.
class Lint {
public:
  Lint(const Context& context, const body::PresetReader& reader)
      : flags_(context.invocation.flags), input_(context.input), service_(context.service),
        reader_(reader), search_(context.invocation.arguments.size()),
        is_of_project_(context.invocation.arguments == context.service.settings.project.presets) {}

  void look_at(const std::string& path) {
    const auto found = search_.look_at(path);
    const auto activity =
        body::is_folder(path) ? body::begin_checking(input_, found.size(), path) : nullptr;
    if (found.empty() && body::is_empty_folder(path)) // a misspelt folder would pass every check
      note({.severity = Severity::warning,
            .rule = "folder.empty",
            .place = place_without_line(path),
            .message = "this folder contains no *.json, *.yaml or *.yml file"});
    for (const auto& each : found) {
      if (each.failure)
        note_unreadable(each.path, *each.failure);
      else
        check_file(each.path, each.path == path ? "" : path);
    }
  }

  [[nodiscard]] body::LintReport report() && {
    report_.problems = without_secrets(std::move(report_.problems), service_);
    return std::move(report_);
  }

  // Returns the reason for the exit code, in one sentence.
  [[nodiscard]] std::optional<Error> failure() const {
    auto error = with_http({.message = body::lint_summary(report_)}, {});
    if (first_failure_) {
      error.kind = *first_failure_;
      return error;
    }
    if (report_.problems.empty() || !flags_.strict) return std::nullopt;
    error.kind = ErrorKind::condition;
    error.message += ", and --strict is in effect";
    return error;
  }

  // Returns what is worth knowing about bodies beside their problems.
  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    if (has_curl_) notes.emplace_back(body::curl_note);
    if (placeholders_ > 0 && flags_.verbose > 0)
      notes.push_back(fmt::format("{} without messages: {}", counted(placeholders_, "file"),
                                  body::placeholder_note));
    return notes;
  }

private:
  void check_file(const std::string& path, const std::string& folder) {
    ++report_.files;
    const auto activity = body::begin_reading(input_, path);
    const auto curl = folder.empty() ? body::CurlCommand::taken : body::CurlCommand::refused;
    auto body = reader_.assemble({path, folder, curl});
    if (!body) return note_unreadable(path, body.error());
    complete_body(*body, flags_, service_);
    has_curl_ |= body->is_of_curl;
    placeholders_ += body->has_placeholder ? 1U : 0U;
    if (!has_errors(body->problems)) body::warn_of_nothing_to_store(*body);
    if (!folder.empty() ||
        is_of_project_) { // another file may be no preset, but a base or a request
      const auto& file =
          files_.emplace_back(body::preset_file(path, flags_.slug_prefix.value_or("")));
      if (auto problem = slugs_.check(file)) body->problems.push_back(*std::move(problem));
    }
    if (body->problems.empty()) report_.clean.push_back(name_of_input(path));
    for (auto& problem : body->problems) {
      if (!is_new(problem, path)) continue;
      // A problem of a whole file has no place in it, so it gets the name of the file. A problem of
      // a flag names that flag.
      if (!problem.place && problem.flag.empty()) problem.place = place_without_line(path);
      note(std::move(problem));
    }
  }

  // Returns whether a problem was not reported yet: those of bases and flags come again with every
  // file.
  [[nodiscard]] bool is_new(const Problem& problem, const std::string& path) {
    const bool is_own =
        problem.flag.empty() && (!problem.place || problem.place->file == name_of_input(path));
    if (is_own) return true;
    if (contains(shared_, problem)) return false;
    shared_.push_back(problem);
    return true;
  }

  void note(Problem problem, ErrorKind kind = ErrorKind::validation) {
    if (problem.severity == Severity::error && !first_failure_) first_failure_ = kind;
    report_.problems.push_back(std::move(problem));
  }

  void note_unreadable(const std::string& path, const Error& error) {
    note({.rule = "file.unreadable",
          .place = place_without_line(path),
          .message = without_path(error.message, path),
          .suggestion = {error.hint.empty() ? "" : nearest_path(path), Does::meant}},
         error.kind);
  }

  const spec::FlagValues& flags_;
  const body::Input& input_;
  const Context::Service& service_;
  const body::PresetReader& reader_;
  body::LintReport report_;
  body::BodySearch search_;
  bool is_of_project_; // the project file names what is checked
  std::deque<body::PresetFile> files_;
  body::KnownSlugs slugs_;
  Problems shared_; // of bases and flags, each once
  std::optional<ErrorKind> first_failure_;
  std::size_t placeholders_ = 0;
  bool has_curl_ = false;
};

// Problems are reported once, on standard output. They are repeated on standard error only in an
// explicitly requested form that differs from the report's.
bool is_told_twice(output::Format format, const config::Settings& settings) {
  if (is_drawn(format)) return settings.error_format != ErrorFormat::text;
  const auto* given = config::find_value(settings, "error_format");
  return given->origin.kind != config::OriginKind::fallback;
}

} // namespace

Result<Output> preset_lint(const Context& context) {
  const auto& paths = context.invocation.arguments;
  if (contains(paths, "")) // of an unset variable of a script
    return fail(Error::usage("a path is empty", "name a file, a folder, or - for standard input"));
  TRY_ASSIGN(const auto reader,
             body::PresetReader::make(context.invocation, context.input.read_file));
  Lint lint(context, reader);
  for (const auto& path : paths)
    lint.look_at(path);

  Output output;
  output.notes = lint.notes();
  auto failure = lint.failure();
  auto report = std::move(lint).report();
  report.sum = failure ? failure->message : body::lint_summary(report);
  report.is_strict = context.invocation.flags.strict;
  present(output, context.wanted, body::present_lint(report));
  const auto& target = context.wanted.target;
  if (is_drawn(target.format)) output.reason_in = ReasonIn::result;
  if (!target.has_warnings)
    std::erase_if(report.problems,
                  [](const Problem& problem) { return problem.severity == Severity::warning; });
  if (is_told_twice(target.format, context.service.settings))
    (failure ? failure->problems : output.warnings) = std::move(report.problems);
  if (failure) output.failures.push_back(*std::move(failure));
  return output;
}

} // namespace mrctl::commands
