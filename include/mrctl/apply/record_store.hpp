#pragma once

#include "mrctl/apply/record.hpp"
#include "mrctl/base/error.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// The command that changes records.
enum class ChangeOf { apply, forget, adopt, import };

// Whether a run that holds the records of a branch, and is gone, gives them up.
enum class TakeOver { no, yes };

struct Locking {
  ChangeOf change = ChangeOf::apply;
  TakeOver take_over = TakeOver::no;
  std::function<void(std::string sentence)> tell{}; // what a person should know
};

// What an apply says to everybody before its first request.
struct BeginningPlan {
  std::string fingerprint;
  std::size_t presets = 0;          // that will be sent
  std::function<bool()> gives_up{}; // returns whether even the records are given up
};

// The records of a target, locked for one process until this is destroyed.
class LockedRecords {
public:
  LockedRecords() = default;
  LockedRecords(const LockedRecords&) = delete;
  LockedRecords& operator=(const LockedRecords&) = delete;
  virtual ~LockedRecords() = default;

  // Replaces the text of a preset's record, or removes the record if there is no text. In a folder,
  // the file has its complete old or new content even if the process is killed; what somebody else
  // has open does not change. Fails with an internal error, also if the folder was moved or
  // replaced since it was locked, and then the record is unchanged.
  [[nodiscard]] virtual Status replace_record(std::string_view slug,
                                              const std::optional<std::string>& text) = 0;

  // Waits until the records survive a power cut, or are on the remote. Fails with an internal
  // error; on a branch also with no_response and a conflict.
  [[nodiscard]] virtual Status bring_to_disk() = 0;

  // Fails with an internal error if records cannot be replaced.
  [[nodiscard]] virtual Status check_writable() const = 0;

  // The following functions are for an apply, and do something on a branch only.

  // Says to everybody that a plan begins: all records that it makes pending were replaced before.
  // Fails with no_response, and with a conflict if the records have changed.
  [[nodiscard]] virtual Status begin_run(const BeginningPlan& /*plan*/) { return {}; }
  // Returns whether a new request may start.
  [[nodiscard]] virtual bool may_start() const { return true; }
  // Ends what begin_run() began: bring_to_disk(), with what was done in words: "1 created, 2
  // updated".
  [[nodiscard]] virtual std::vector<Error> end_run(std::string_view) {
    auto written = bring_to_disk();
    return written ? std::vector<Error>() : std::vector{std::move(written.error())};
  }
  // Notes that nothing was to be sent of these sources.
  [[nodiscard]] virtual Status note_nothing_to_send() { return {}; }
  // Sets the commit of the sources, for the log.
  virtual void set_source(const std::string& /*commit*/) {}
};

struct RecordedTarget {
  std::string name;
  std::vector<std::string> slugs; // at least one, sorted
};

// The commit that is checked out.
struct Source {
  std::string commit{}; // as the log names it: with "-dirty" if files that were read differ from it
                        // or are not in it; "none" before the first one; empty without a log
  std::vector<std::string> uncommitted{}; // those files
};

// How a source stands to the one that was applied last.
enum class Standing {
  same,
  newer,  // it contains that one, or nothing was applied
  behind, // it does not contain it: older, beside it, or of a clone that lacks it
  unknown // the clone is too short to tell
};
struct OrderOfSources {
  Standing standing = Standing::same;
  std::string sentence{}; // for people, if it is behind or unknown
};

// A plan that a run began to send.
struct BegunPlan {
  std::string target;
  std::string plan; // its fingerprint
  std::string source;
};

// Where records are kept: in folders beside the presets, or on a branch. What they hold is read as
// it was when the store was opened; `folder` is one that folders_of() returns.
class RecordStore {
public:
  RecordStore() = default;
  RecordStore(const RecordStore&) = delete;
  RecordStore& operator=(const RecordStore&) = delete;
  virtual ~RecordStore() = default;

  // Returns the folder that holds the state of presets at a path, for all targets; of a branch, the
  // one that would be at the top of the repository.
  [[nodiscard]] virtual Result<std::string> state_folder_of(const std::string& path) const = 0;

  // Returns the folders of the target that hold the records of presets at the paths, one for each.
  // A folder that several paths lead to has one spelling. A branch has one: "BRANCH:TARGET". Fails
  // as state_folder_of() does, and if the folder of the target is a link.
  [[nodiscard]] virtual Result<std::vector<std::string>>
  folders_of(const std::string& target, const std::vector<std::string>& paths) const = 0;

  // Fails with a usage error if a search of the paths for presets would find the records.
  [[nodiscard]] virtual Status check_not_searched(const std::vector<std::string>&) const {
    return {};
  }

  // Fails with a conflict if nothing is recorded of the target here, but in a folder that is not
  // looked at because of a branch.
  [[nodiscard]] virtual Status
  check_not_left_in_folders(const std::string& /*target*/,
                            const std::vector<std::string>& /*paths*/) const {
    return {};
  }

  // Returns the text of a preset's record; nothing if there is none. Fails with a usage error.
  [[nodiscard]] virtual Result<std::optional<std::string>> read(const std::string& folder,
                                                                std::string_view slug) const = 0;

  // Returns the slugs that have a record, sorted by bytes; none if there is no such folder. Fails
  // with a usage error if it cannot be read.
  [[nodiscard]] virtual Result<std::vector<std::string>>
  list_slugs(const std::string& folder) const = 0;

  // Returns the targets that have records of presets at a path, sorted by name.
  [[nodiscard]] virtual Result<std::vector<RecordedTarget>>
  list_targets(const std::string& path) const = 0;

  // Returns notes on a place of records that may be wrong: a folder or branch that is not there, or
  // has records of other targets only; and on another run that holds it.
  [[nodiscard]] virtual std::vector<std::string>
  notes_on(const std::string& target, const std::vector<std::string>& paths) const = 0;

  // Locks the records of a target. On a branch, only an apply that sends something holds them.
  // Fails with a conflict if another process or run holds them.
  [[nodiscard]] virtual Result<std::unique_ptr<LockedRecords>>
  lock(const std::string& target, const std::string& folder, const Locking& how) const = 0;

  // Returns whether all records of an apply are pending before its first request: they are pushed.
  [[nodiscard]] virtual bool announces() const { return false; }

  // The following functions read the log of a branch; a folder has none.

  // Returns the commit that is checked out, of which these files were read.
  [[nodiscard]] virtual Result<Source> describe_source(const std::set<std::string>&) const {
    return Source{};
  }
  // Looks for the last source at the remote if the clone lacks it.
  [[nodiscard]] virtual Result<OrderOfSources> order_of(const std::string& /*target*/,
                                                        const std::string& /*source*/) const {
    return OrderOfSources{};
  }
  // Returns "last applied 3 minutes ago from 0123456789ab (RUN)"; empty if it is not known.
  [[nodiscard]] virtual std::string words_on_last(const std::string& /*target*/) const {
    return {};
  }
  // Returns whether a run may go on with a plan: on a branch, if it is the one that was begun last;
  // in a folder, the records alone decide.
  [[nodiscard]] virtual Result<bool> may_go_on_with(const BegunPlan& /*begun*/) const {
    return true;
  }
};

// Returns records in folders: in the one that is named, else in those that state_folder_of() finds.
[[nodiscard]] std::shared_ptr<const RecordStore> records_in_folders(std::string named = {});

// The records of one target, which must not outlive their store.
struct TargetRecords {
  std::string folder; // "presets/.mrctl/production"; of a branch "mrctl-state:production"
  const RecordStore* store;
};

struct RecordsPlace {
  std::string target;
  std::shared_ptr<const RecordStore> store = records_in_folders();
  std::string service{}; // the base URL; empty for the records of all targets

  [[nodiscard]] TargetRecords records_in(std::string folder) const {
    return {std::move(folder), store.get()};
  }
};

// Reads the record of a preset among those of a target, of any service if none is named; nothing if
// there is none. Fails as parse_record() does, and with a usage error if the file cannot be read.
[[nodiscard]] Result<std::optional<Record>>
read_record(const TargetRecords& records, RecordOf preset, const Hashed* known = nullptr);

// Returns a note if a place has records of other targets only; empty if not.
[[nodiscard]] std::string note_on_target(const std::string& target, std::string_view place,
                                         const std::vector<RecordedTarget>& targets);

// Creates the folder of a target if it is missing, locks it, and removes unfinished files of a
// killed process. Empty folders that were created for it are removed when the lock is released.
// Fails with a conflict if another process holds it, and with an internal error if it cannot be
// created.
[[nodiscard]] Result<std::unique_ptr<LockedRecords>> lock_folder(const std::string& target_folder);

// The locks of folders of records, or why one failed, which matters only if something is to be
// written.
struct Locks {
  std::map<std::string, std::unique_ptr<LockedRecords>> held{}; // by the paths of the folders
  std::optional<Error> failure{};
};

// Locks the folders of the records of presets at the paths. Fails with a conflict if another
// process holds one, and if the folders cannot be found.
[[nodiscard]] Result<Locks> lock_records(const RecordsPlace& where,
                                         const std::vector<std::string>& paths,
                                         const Locking& how = {});

// Fails if records in these folders cannot be written.
[[nodiscard]] Status check_records(const Locks& locks, const std::set<std::string>& folders);

// Replaces the record of a preset, or removes it; fails as LockedRecords::replace_record() does.
[[nodiscard]] Status write_record(LockedRecords& folder, std::string_view slug,
                                  const std::optional<Record>& record);

// Changes several records: all, or none if one cannot be written.
class RecordTransaction {
public:
  // At least one of both is there. A failure takes back what was done before.
  [[nodiscard]] Status put(LockedRecords& folder, const std::optional<Record>& before,
                           const std::optional<Record>& after);
  // Takes back what was done. If a record cannot be restored, the next command that reads it
  // reports that.
  void undo();

private:
  struct Done {
    LockedRecords* folder;
    std::string slug;
    std::optional<Record> before;
  };

  std::vector<Done> done_;
};

} // namespace mrctl::apply
