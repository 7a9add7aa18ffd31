#pragma once

#include "mrctl/app/run.hpp"
#include "mrctl/args/invocation.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/render/format.hpp"
#include "mrctl/render/report.hpp"
#include "mrctl/render/terminal.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::app {

// What went wrong in a run that has a result.
struct Failures {
  const std::vector<Error>& of_command; // in the order of the arguments
  const std::vector<Error>& of_reports; // that could not be written beside the result
  commands::Verdict verdict;            // on those of the command
};

// Tells the person, or the script, what happened besides the result.
class Reporter {
public:
  // `flags` may be those of a command line that was understood only in part.
  Reporter(const World& world, const args::Invocation& flags);

  // Returns what can be shown of what takes long; nothing where nobody would see it, or wants to.
  [[nodiscard]] std::optional<render::Terminal> progress_terminal() const;
  // Tells whoever sits at a terminal what is expected of them.
  void prompt(std::string_view text) const;
  // Returns the exit code of the failure.
  int fail(const Error& error) const;
  // The same, with warnings that the failure does not make untrue.
  int fail(Error error, const Problems& warnings) const;
  // Tells the remarks of a run and then its failures, unless the result has told them in the same
  // form. Returns the exit code of the first one; a report that could not be written goes over a
  // condition.
  int conclude(render::Remarks remarks, const Failures& failures) const;

private:
  void annotate(const render::Remarks& remarks, const Failures& failures) const;
  void tell(render::Remarks remarks, const Failures& failures) const;
  void remark(const render::Remarks& remarks) const;
  // JSON keeps every character, and a terminal would act on some: there they are escaped.
  void write(const std::string& report) const;

  const World& world_;
  render::ErrorFormat format_;
  render::Terminal terminal_;
  bool is_quiet_;
  std::string slug_;     // of the preset that the command is about
  std::string see_help_; // where to read more, for usage errors that have no hint of their own
};

// Returns the global flags of a command line as config takes them: by the keys of the settings.
[[nodiscard]] config::FlagValues flag_values(const args::Invocation& invocation);

} // namespace mrctl::app
