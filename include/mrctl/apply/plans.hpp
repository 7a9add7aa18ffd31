#pragma once

#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/plan_report.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/input.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/spec/invocation.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mrctl::apply {

// A file or folder of presets, as an argument names it.
struct PlannedPath {
  std::string path;
  std::string folder;                  // of the records
  std::optional<std::string> recorded; // as recorded_path() spells it
};

// The presets of a command line, and what an apply would do with them.
struct Plans {
  Plans() = default;
  Plans(const Plans&) = delete; // the plan's names are those of the files and orphans
  Plans(Plans&&) = default;
  Plans& operator=(const Plans&) = delete;
  Plans& operator=(Plans&&) = default;
  ~Plans() = default;

  std::vector<body::PresetFile> files; // each at the position of its preset in the plan
  std::vector<PlannedPath> paths;      // of each argument
  RecordsPlace where;
  std::deque<std::string> orphans;
  std::deque<LivePreset> live; // of the presets that the service shows
  Looked looked{};             // at them
  Plan plan;
  Problems warnings;                   // of the bodies
  std::vector<std::string> notes;      // on a place of state that may be wrong
  std::optional<SendingPlan> agreed{}; // the plan that --plan or --plan-from named
  // Fails once changes were to be shown and could not be found again.
  std::shared_ptr<Status> found_changes = std::make_shared<Status>();

  // Returns the folder of a file's record.
  [[nodiscard]] const std::string& folder_of(const body::PresetFile& file) const {
    return paths.at(file.argument).folder;
  }
  [[nodiscard]] TargetRecords records_of(const body::PresetFile& file) const {
    return where.records_in(folder_of(file));
  }
};

// Looks at a preset while it is planned, on any thread and in any order. What it returns is called
// on the caller's thread, in the order of the files.
using InspectPreset = std::function<std::function<void()>(
    const body::PresetFile& file, const body::Body& body, const Record* record)>;

// What a plan is compared with, and the files that presets are built on, which are none.
struct PlanOf {
  std::string service; // base URL without a slash at its end
  RecordsPlace where;
  std::vector<std::string> bases;
};

// Compares the bodies of the reader's command line with what is recorded for the service. Reads
// only and takes no lock. Fails with a usage or validation error if something is wrong with the
// files or a record is broken, and with a condition for warnings under --strict. `reader` must
// outlive the plans.
[[nodiscard]] Result<Plans> make_plan(PlanOf of, const body::PresetReader& reader,
                                      const body::Input& input, const InspectPreset& inspect = {});

// Returns what judges the plans: the gates of the flags, and what the findings need. The warnings
// are all of the command. Everything must outlive it.
[[nodiscard]] PlanChecks checks_of(const Plans& plans, const Problems& warnings,
                                   const body::PresetReader& reader, const spec::FlagValues& flags);

// Returns the plan that pending records name: the agreed one, which may be larger than what is left
// of it; on a branch also one that nobody named.
[[nodiscard]] SendingPlan sending_plan_of(const Plans& plans);

// Returns "1 preset changed elsewhere, 2 gone"; empty if neither occurs.
[[nodiscard]] std::string words_on_drift(const Plan& plan);

// Returns notes on the actions, and on a place of state that may be wrong.
[[nodiscard]] std::vector<std::string> notes_on(const Plans& plans);

// Returns the path of a file as its record keeps it; nothing if it keeps none. A copy of a
// repository without its .git does not know the whole path; there that of the record before stays
// if it ends so.
[[nodiscard]] std::optional<std::string> recorded_file(const Plans& plans, std::size_t index,
                                                       const std::optional<Record>& before);

// Returns the folders that hold the records of the files' presets.
[[nodiscard]] std::set<std::string> record_folders(const Plans& plans);

// Returns the workspace of the first record of the service that has one, in any of the places.
// Fails with a usage error if records cannot be read.
[[nodiscard]] Result<std::optional<std::string>>
recorded_workspace(const std::string& service, const std::vector<TargetRecords>& places);

// Returns whether the plan was made from this body, by its SHA-256.
[[nodiscard]] bool is_planned(const PlannedPreset& preset, const body::Body& body);

// Returns the body of a preset, kept or read once more. Fails if it is not the planned one.
[[nodiscard]] Result<body::Body> planned_body(const Plans& plans, std::size_t index,
                                              const body::PresetReader& reader);

// Returns the error for a preset that is not what it was when the plan was made.
[[nodiscard]] Error changed_meanwhile(const std::string& file);

// Returns what finds the changes of the plans' presets, which reads files and records once more.
// The reader must outlive it, and so must the plans, which may be moved.
[[nodiscard]] FindChanges changes_in(const Plans& plans, const body::PresetReader& reader);

} // namespace mrctl::apply
