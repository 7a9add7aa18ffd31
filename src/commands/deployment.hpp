#pragma once

#include "mrctl/apply/location.hpp"
#include "mrctl/apply/locked_folder.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/plan_report.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/commands/context.hpp"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mrctl::commands {

// The presets of a command line, and what an apply would do with them.
struct Plans {
  Plans() = default;
  Plans(const Plans&) = delete; // the plan's names are those of the files and orphans
  Plans(Plans&&) = default;
  Plans& operator=(const Plans&) = delete;
  Plans& operator=(Plans&&) = default;
  ~Plans() = default;

  std::vector<body::PresetFile> files; // each at the position of its preset in the plan
  std::vector<std::string> folders;    // of the records, for each argument
  std::vector<std::optional<std::string>> recorded_paths; // of each argument
  std::deque<std::string> orphans;
  apply::Plan plan;
  Problems warnings;              // of the bodies
  std::vector<std::string> notes; // on a place of state that may be wrong
  // Fails once changes were to be shown and could not be found again.
  std::shared_ptr<Status> found_changes = std::make_shared<Status>();
};

// Returns where the records of the settings' service and target are. Fails with a usage error if
// there is no base URL.
[[nodiscard]] Result<apply::Whereabouts> whereabouts_of(const Context& context);

// Looks at a preset while it is planned, on any thread and in any order. What it returns is called
// on the caller's thread, in the order of the files.
using InspectPreset = std::function<std::function<void()>(
    const body::PresetFile& file, const body::Body& body, const apply::Record* record)>;

// Compares the bodies of the files with what is recorded for the service of the settings. Reads
// only, needs no key and takes no lock. Fails with a usage or validation error if there is no base
// URL, something is wrong with the files or a record is broken, and with a condition for warnings
// under --strict. `reader` must outlive the plans.
[[nodiscard]] Result<Plans> make_plan(const Context& context, const body::PresetReader& reader,
                                      const InspectPreset& inspect = {});

// Returns whether the plan was made from this body, by its SHA-256.
[[nodiscard]] bool is_planned(const apply::Planned& preset, const body::Body& body);

// Returns the error for a preset that is not what it was when the plan was made.
[[nodiscard]] Error changed_meanwhile(const std::string& file);

// Returns what judges the plans: the gates of the flags, and what the findings need. The warnings
// are all of the command. Everything must outlive it.
[[nodiscard]] apply::PlanChecks checks_of(const Plans& plans, const Problems& warnings,
                                          const body::PresetReader& reader, const Context& context);

// Returns notes on a place of state that may be wrong: a folder that was named and is not there, or
// one that has records of other targets only.
[[nodiscard]] std::vector<std::string> notes_on_place(const Context& context,
                                                      const apply::Whereabouts& where,
                                                      const std::vector<std::string>& paths);

// Tells people those of a plan before they agree to it, on standard error. Returns what is left to
// tell: programs read it afterwards.
[[nodiscard]] std::vector<std::string> tell_place(const Context& context, const Plans& plans);

// Returns notes on the actions, and on a place of state that may be wrong.
[[nodiscard]] std::vector<std::string> notes_on(const Plans& plans);

// Returns a condition error if a preset would be sent under --fail-changed.
[[nodiscard]] std::optional<Error> failure_of_changes(const apply::Plan& plan,
                                                      const Context& context);

// Returns the path of a file as its record keeps it; nothing if it keeps none. A copy of a
// repository without its .git does not know the whole path; there that of the record before stays
// if it ends so.
[[nodiscard]] std::optional<std::string> recorded_file(const Plans& plans, const Context& context,
                                                       std::size_t index,
                                                       const std::optional<apply::Record>& before);

// Returns the folders that hold the records of the files' presets.
[[nodiscard]] std::set<std::string> record_folders(const Plans& plans);

// By --only-changed.
[[nodiscard]] inline apply::Unchanged unchanged_in(const Context& context) {
  return context.invocation.flags.only_changed ? apply::Unchanged::hidden : apply::Unchanged::shown;
}

// The folders of the records, by their paths.
using LockedFolders = std::map<std::string, std::unique_ptr<apply::LockedFolder>>;

// The locks of the records, or why one failed, which matters only if something is to be written.
struct Locks {
  LockedFolders held{};
  std::optional<Error> failure{};
};

// Locks the folders of the records of all arguments. Fails with a conflict if another process holds
// one, and if the folders cannot be found.
[[nodiscard]] Result<Locks> lock_records(const Context& context);

// Fails if the records of the plan's presets cannot be written.
[[nodiscard]] Status check_records(const Plans& plans, const Locks& locks);

// A question before something is done.
struct Question {
  std::string question;
  std::string purpose;   // for an error: "2 changes to apply"
  std::string otherwise; // what the answer no means: "nothing was sent"
  std::string hint;
};

// Asks on the terminal, unless --yes is given; y and yes in any case agree. Fails with a usage
// error if nobody can be asked, and as declined for any other answer.
[[nodiscard]] Status ask_for(const Context& context, const Question& question);

// The workspace of a target; nothing if it is not known.
using KnownWorkspace = std::optional<std::string>;

// Returns the workspace that the project file gives the target, else that of the first record that
// has one, in any folder of the plan's presets. Fails with a usage error if a folder or record
// cannot be read.
[[nodiscard]] Result<KnownWorkspace> known_workspace(const Context& context, const Plans& plans);

} // namespace mrctl::commands
