#include "report_files.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/lock.hpp"
#include "mrctl/base/replace_file.hpp"
#include "mrctl/output/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace mrctl::app {

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
  std::optional<HeldLock> lock; // not on a device or a pipe, which has no content either
  std::string text;
  bool is_too_large = false; // then the text is left out
};

Result<OpenedSummary> open_summary(const std::string& file) {
  OpenedSummary summary;
  const auto kind = kind_of_file(file);
  if (!kind) return fail(kind.error());
  if (*kind != FileKind::regular && *kind != FileKind::absent) return summary;
  auto lock = lock_file(file, mode_of_new());
  if (!lock) return fail(std::move(lock.error()));
  summary.lock = std::move(*lock);
  std::error_code error;
  summary.is_too_large = std::filesystem::file_size(file, error) > largest_summary;
  if (error) return fail(Error::io("cannot read", file, error.value()));
  if (summary.is_too_large) return summary;
  auto text = mrctl::read_file(file, largest_summary);
  if (!text) return fail(std::move(text.error()));
  if (!text->empty() && !text->ends_with('\n')) *text += '\n';
  summary.text = std::move(*text);
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
  if (auto written = write_file(file, old->text + added); !written)
    outcome.failures.push_back(std::move(written.error()));
}

} // namespace

ReportOutcome write_reports(const commands::Output& output) {
  ReportOutcome outcome;
  for (const auto& report : output.reports)
    if (auto written = write_file(report.file, report.text); !written)
      outcome.failures.push_back(std::move(written.error()));
  if (output.summary) add_summary(output, outcome);
  return outcome;
}

} // namespace mrctl::app
