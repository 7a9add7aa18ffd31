#include "report_files.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/replace_file.hpp"
#include "mrctl/render/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <sys/stat.h>
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

// The content of the file; empty for a device or a pipe.
Result<std::string> old_text(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return std::string();
  auto text = mrctl::read_file(file, largest_summary);
  if (text && !text->empty() && !text->ends_with('\n')) *text += '\n';
  return text;
}

bool is_too_large(const std::string& file) {
  std::error_code error;
  return std::filesystem::is_regular_file(file, error) &&
         std::filesystem::file_size(file, error) > largest_summary;
}

std::string full_note(const std::string& file) {
  return fmt::format("{} is full: a summary has at most {} bytes, and nothing was added", file,
                     largest_summary);
}

// A failure that the totals already state is not repeated.
std::vector<std::string> failures_in(const session::Output& output) {
  std::vector<std::string> failures;
  for (const auto& failure : output.failures)
    if (failure.message != output.summary->digest.totals) failures.push_back(failure.message);
  return failures;
}

void add_summary(const session::Output& output, ReportOutcome& outcome) {
  const auto& file = output.summary->file;
  if (is_too_large(file)) return outcome.notes.push_back(full_note(file));
  auto text = old_text(file);
  if (!text) {
    outcome.failures.push_back(Error::internal(text.error().message));
    return;
  }
  const auto room = largest_summary - std::min(largest_summary, text->size());
  const auto added = render::summary(output.summary->digest, failures_in(output), room);
  if (added.empty()) return outcome.notes.push_back(full_note(file));
  if (auto written = write_file(file, *text + added); !written)
    outcome.failures.push_back(std::move(written.error()));
}

} // namespace

ReportOutcome write_reports(const session::Output& output) {
  ReportOutcome outcome;
  for (const auto& report : output.reports)
    if (auto written = write_file(report.file, report.text); !written)
      outcome.failures.push_back(std::move(written.error()));
  if (output.summary) add_summary(output, outcome);
  return outcome;
}

} // namespace mrctl::app
