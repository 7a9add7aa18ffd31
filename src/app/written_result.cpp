#include "written_result.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/output/summary.hpp"

#include "terminals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace mrctl::app {

Error after(const std::optional<HttpFacts>& done, Error error) {
  return done && !error.http ? with_http(std::move(error), *done) : error;
}

void ResultStream::write(std::string_view text) {
  if (error_ == 0 && !text.empty()) error_ = world_.out(text);
}

bool ResultStream::is_complete() {
  if (error_ == 0 && world_.flush_out) error_ = world_.flush_out();
  return error_ == 0;
}

std::optional<Error> ResultStream::end() {
  if (is_complete() || error_ == EPIPE || is_interrupted()) return std::nullopt;
  return after(done_, Error::io("cannot write", "standard output", error_));
}

namespace {

// The maximum size of a job's summary in CI services, in bytes.
constexpr std::size_t largest_summary = 1'000'000;

// The usual mode of new files.
unsigned mode_of_new() {
  constexpr mode_t for_all = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;
  const auto mask = ::umask(0);
  ::umask(mask);
  return for_all & ~mask;
}

Status write_file(const std::string& file, std::string_view text) {
  return replace_file(file, text,
                      {mode_of_new(), Durability::end_of_process, MissingFolders::refuse});
}

// The file of a summary while no other mrctl appends to it.
struct OpenedSummary {
  std::optional<HeldLock> lock; // not on a stream, a device or a pipe, which have no content
  std::string text;
  bool is_too_large = false; // then the text is left out
};

Result<OpenedSummary> open_summary(const std::string& file) {
  OpenedSummary summary;
  if (own_stream(file)) return summary;
  TRY_ASSIGN(const auto kind, kind_of_file(file));
  if (kind != FileKind::regular && kind != FileKind::absent) return summary;
  TRY_ASSIGN(summary.lock, lock_file(file, mode_of_new()));
  std::error_code error;
  summary.is_too_large = std::filesystem::file_size(file, error) > largest_summary;
  if (error) return fail(Error::io("cannot read", file, error.value()));
  if (summary.is_too_large) return summary;
  TRY_ASSIGN(auto text, mrctl::read_file(file, largest_summary));
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  summary.text = std::move(text);
  return summary;
}

std::string full_note(const std::string& file) {
  return fmt::format("{} is full: a summary has at most {} bytes, and nothing was added", file,
                     largest_summary);
}

// A failure that the totals already state is not repeated.
std::vector<std::string> failures_in(const commands::Output& output) {
  std::vector<std::string> failures;
  for (const auto& failure : output.failures)
    if (failure.message != output.summary->digest.totals) failures.push_back(failure.message);
  return failures;
}

void add_summary(const commands::Output& output, ReportOutcome& outcome) {
  const auto& file = output.summary->file;
  const auto old = open_summary(file);
  if (!old) return outcome.failures.push_back(Error::internal(old.error().message));
  if (old->is_too_large) return outcome.notes.push_back(full_note(file));
  const auto room = largest_summary - std::min(largest_summary, old->text.size());
  const auto added = output::summary(output.summary->digest, failures_in(output), room);
  if (added.empty()) return outcome.notes.push_back(full_note(file));
  if (auto written = write_file(file, old->text + output.summary->hide_key(added)); !written)
    outcome.failures.push_back(std::move(written.error()));
}

void add_report(const commands::Report& report, ReportOutcome& outcome) {
  if (auto written = write_file(report.file, report.text); !written)
    outcome.failures.push_back(std::move(written.error()));
}

} // namespace

ReportOutcome write_reports(const commands::Output& output, ResultStream& out) {
  ReportOutcome outcome;
  for (const auto& report : output.reports)
    add_report(report, outcome);
  if (output.summary) add_summary(output, outcome);
  if (!output.saved) return outcome;
  if (out.is_complete())
    add_report(*output.saved, outcome);
  else
    outcome.notes.push_back(
        fmt::format("{} was not saved, because the result was not printed", output.saved->file));
  return outcome;
}

} // namespace mrctl::app
