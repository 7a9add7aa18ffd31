#pragma once

#include "mrctl/app/run.hpp"
#include "mrctl/base/secret.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/http/redaction.hpp"
#include "mrctl/output/format.hpp"
#include "mrctl/output/report.hpp"
#include "mrctl/output/terminal.hpp"
#include "mrctl/spec/invocation.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::app {

// The failures of a run that has a result.
struct Failures {
  const std::vector<Error>& of_command; // in the order of the arguments
  const std::vector<Error>& of_reports; // of reports that could not be written
  commands::ReasonIn reason_in;         // about those of the command
};

// Writes everything besides the result: errors, warnings, notes, progress.
class Reporter {
public:
  // The command line may have been understood only in part.
  Reporter(const World& world, const spec::Invocation& invocation);

  [[nodiscard]] output::ErrorFormat format() const { return format_; }
  // Returns the progress display; nothing if nobody would see it or wants it.
  [[nodiscard]] std::optional<output::Terminal> progress_terminal() const;
  // Tells a person at a terminal what to do.
  void prompt(std::string_view text) const;
  // Tells something while the command runs. A line of text is written by the function, which knows
  // the progress display.
  void note(const std::string& text,
            const std::function<void(std::string_view line)>& write_line) const;
  // Returns the exit code of the failure.
  int fail(const Error& error) const;
  // Reports a failure, and warnings that remain valid despite it.
  int fail(Error error, const Problems& warnings) const;
  // Writes the remarks of a run and then its failures, unless the result contains them in the same
  // form. Returns the exit code of the first one; a report that could not be written overrides a
  // condition.
  int conclude(output::Remarks remarks, const Failures& failures) const;

private:
  void annotate(const output::Remarks& remarks, const Failures& failures) const;
  void tell(output::Remarks remarks, const Failures& failures) const;
  void remark(const output::Remarks& remarks) const;
  // JSON keeps every character, but a terminal would act on some, so they are escaped there.
  void write(const std::string& report) const;

  const World& world_;
  output::ErrorFormat format_;
  output::Terminal terminal_;
  bool is_quiet_;
  std::string slug_;     // of the command's preset
  std::string see_help_; // where to read more, for usage errors without a hint
};

// Collects the secrets of a run as they become known, and hides them in all output. Thread-safe,
// because progress is written by a separate thread.
class SecretFilter {
public:
  // Starts with the key of the environment, and with arguments and values of other variables that
  // look like secrets, which do not belong there.
  SecretFilter(const config::Environment& environment, std::span<const std::string> arguments);

  void learn(const Secret& secret);
  void learn_key(const Secret& key);
  [[nodiscard]] std::string hide(std::string_view text) const;
  // Hides the key alone, as results need it: what else looks like a secret may be what is asked
  // for.
  [[nodiscard]] std::string hide_key(std::string_view text) const;

private:
  mutable std::mutex mutex_;
  http::HiddenSecrets secrets_;
  http::HiddenSecrets keys_;
};

// Returns the same world, but with secrets hidden on standard error, through which every error,
// warning, note and trace line of all rooms passes.
[[nodiscard]] World hiding_secrets(const World& world,
                                   const std::shared_ptr<SecretFilter>& secrets);

} // namespace mrctl::app
