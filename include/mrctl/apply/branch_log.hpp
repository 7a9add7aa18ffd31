#pragma once

#include "mrctl/apply/state_branch.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/git/objects.hpp"
#include "mrctl/git/repository.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// What a commit of a state branch says. What it does not say, or not in its form, is empty.
struct LogEntry {
  std::string verb; // "begin", "apply", "forget", "adopt" or "import"
  std::string target;
  std::string what;     // "1 created, 2 updated"
  std::string source{}; // 40 or 64 hexadecimal digits with an optional "-dirty", or "none"
  std::string plan{};   // a fingerprint
  std::string run{};
  std::int64_t time = 0;
  std::string commit{};
  std::string tree{};

  // Whether the sources were sent, or are about to be.
  [[nodiscard]] bool is_of_apply() const { return verb == "begin" || verb == "apply"; }
  // The commit of the sources without "-dirty"; empty if it is not known.
  [[nodiscard]] std::string source_commit() const;
};

// Returns the message of a commit: "apply production: 1 created", and trailers.
[[nodiscard]] std::string message_of(const LogEntry& entry);

// Reads a commit; nothing if it is none of mrctl's.
[[nodiscard]] std::optional<LogEntry> read_entry(const git::Commit& commit);

// Visits the commits of mrctl from a commit back, along first parents, until the function returns
// false or the clone has no more.
[[nodiscard]] Status visit_log(const StateBranch& branch,
                               const std::function<Result<bool>(const LogEntry& entry)>& visit);

// What was last done with a target.
struct LastApplied {
  std::optional<LogEntry> newest{}; // begin or apply
  std::optional<LogEntry> begin{};
};
[[nodiscard]] Result<LastApplied> last_applied(const StateBranch& branch, std::string_view target);

// Returns how people find this run, and the next attempt of it: CI_JOB_URL and, if CI_PIPELINE_ID
// is set, " (pipeline ID, job NAME, ID)"; else the URL of the GITHUB_* variables, ".../runs/ID" and
// "/attempts/N"; else HOST:PID.
[[nodiscard]] std::string name_of_run(const git::Repository& repository);

} // namespace mrctl::apply
