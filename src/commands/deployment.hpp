#pragma once

#include "mrctl/apply/location.hpp"
#include "mrctl/apply/locked_folder.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/commands/context.hpp"

#include <deque>
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
  std::deque<std::string> orphans;
  apply::Plan plan;
  Problems warnings; // of the bodies
  // Fails once changes were to be shown and could not be found again.
  std::shared_ptr<Status> found_changes = std::make_shared<Status>();
};

// Returns where the records of the settings' service and target are. Fails with a usage error if
// there is no base URL.
[[nodiscard]] Result<apply::Whereabouts> whereabouts_of(const Context& context);

// Compares the bodies of the files with what is recorded for the service of the settings. Reads
// only, needs no key and takes no lock. Fails with a usage or validation error if there is no base
// URL, something is wrong with the files or a record is broken, and with a condition for warnings
// under --strict. `reader` must outlive the plans.
[[nodiscard]] Result<Plans> make_plan(const Context& context, const body::PresetReader& reader);

// Returns the folders that hold the records of the files' presets.
[[nodiscard]] std::set<std::string> record_folders(const Plans& plans);

// The folders of the records, by their paths.
using LockedFolders = std::map<std::string, std::unique_ptr<apply::LockedFolder>>;

// The locks of the records, or why one failed, which matters only if something is to be sent.
struct Locks {
  LockedFolders held;
  std::optional<Error> failure;
};

// Locks the folders of the records, and creates those that are missing. Fails with a conflict if
// another process holds one, and with a usage error if there is no base URL.
[[nodiscard]] Result<Locks> lock_records(const Context& context);

// Fails with an internal error if a record of the plan's presets could not be written.
[[nodiscard]] Status check_records(const Plans& plans, const Locks& locks);

// The workspace that the records are of; nothing if no record says it.
using KnownWorkspace = std::optional<std::string>;

// Returns the workspace of the first record that has one, in any folder of the plan's presets.
// Fails with a usage error if a folder or record cannot be read.
[[nodiscard]] Result<KnownWorkspace> recorded_workspace(const Plans& plans);

} // namespace mrctl::commands
