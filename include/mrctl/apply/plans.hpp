#pragma once

#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/plan_report.hpp"
#include "mrctl/apply/plans.hpp"
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
#include <string_view>
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
  std::set<std::string> folders;       // of the records of the files
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

// Compares the bodies of the reader's command line with what is recorded for the service. The
// bases, on which presets are built, are none. Reads only and takes no lock. Fails with a usage or
// validation error if something is wrong with the files or a record is broken, and with a condition
// for warnings under --strict. `reader` must outlive the plans.
[[nodiscard]] Result<Plans> make_plan(RecordsPlace where, const std::vector<std::string>& bases,
                                      const body::PresetReader& reader, const body::Input& input,
                                      const InspectPreset& inspect = {});

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

// Returns the workspace of the first record of the service that has one, in any of the places.
// Fails with a usage error if records cannot be read.
[[nodiscard]] Result<std::optional<std::string>>
recorded_workspace(const std::string& service, const std::vector<TargetRecords>& places);

// Returns whether the plan was made from this body, by its SHA-256.
[[nodiscard]] bool is_planned(const PlannedPreset& preset, const body::Body& body);

// Returns whether a record still holds the body that the plan was compared with.
[[nodiscard]] bool is_as_planned(const std::optional<Record>& record, const PlannedPreset& preset);

// Returns the body of a preset, kept or read once more. Fails if it is not the planned one.
[[nodiscard]] Result<body::Body> planned_body(const Plans& plans, std::size_t index,
                                              const body::PresetReader& reader);

// Returns the error for a preset that is not what it was when the plan was made.
[[nodiscard]] Error changed_meanwhile(const std::string& file);

// Returns what finds the changes of the plans' presets, which reads files and records once more.
// The reader must outlive it, and so must the plans, which may be moved.
[[nodiscard]] FindChanges changes_in(const Plans& plans, const body::PresetReader& reader);

// Returns the fingerprint in the message of a commit: that of its lines "Plan: TARGET FINGERPRINT";
// if there are none for the target, that of its lines "Plan: FINGERPRINT". Fails as a conflict if
// there is no such line, or if two of them differ. `commit` is its name for people.
[[nodiscard]] Result<std::string> agreed_plan(std::string_view message, std::string_view target,
                                              std::string_view commit);

// What is left to send of an agreed plan.
struct RestOfPlan {
  SendingPlan plan;
  std::string sentence{}; // "continues plan 3f9c…: 2 of 5 left"
};

// Returns the rest of an agreed plan if each preset that would be sent is pending in it with the
// same body; on a branch, it was also begun last, from the same sources. Nothing for another plan.
[[nodiscard]] Result<std::optional<RestOfPlan>>
rest_of_plan(const Plans& plans, const std::string& agreed, const std::string& source);

} // namespace mrctl::apply
