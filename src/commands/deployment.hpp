#pragma once

#include "mrctl/apply/location.hpp"
#include "mrctl/apply/locked_folder.hpp"
#include "mrctl/apply/outcome.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/plan_report.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/preset.hpp"

#include <cstddef>
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

// By --only-changed.
[[nodiscard]] inline apply::Unchanged unchanged_in(const Context& context) {
  return context.invocation.flags.only_changed ? apply::Unchanged::hidden : apply::Unchanged::shown;
}

// The folders of the records, by their paths.
using LockedFolders = std::map<std::string, std::unique_ptr<apply::LockedFolder>>;

// The workspace that the records are of; nothing if no record says it.
using KnownWorkspace = std::optional<std::string>;

// Returns the workspace of the first record that has one, in any folder of the plan's presets.
// Fails with a usage error if a folder or record cannot be read.
[[nodiscard]] Result<KnownWorkspace> recorded_workspace(const Plans& plans);

// Sends the presets of a plan that have to be sent, and keeps their records true at every moment:
// the pending record is written before its request is created, and the answer replaces it before
// the outcome is reported.
class Deployment final : public service::PresetSource {
public:
  // Called with each preset whose outcome is known, by its position in the plan.
  using Known = std::function<void(std::size_t index, const apply::Outcome& outcome)>;

  Deployment(const Context& context, const Plans& plans, const body::PresetReader& reader,
             const LockedFolders& folders, KnownWorkspace workspace, Known known);

  std::vector<service::NewPreset> next(std::size_t room) override;

  // Gets the outcome of the request at that place.
  void receive(std::size_t place, Result<service::Answer> answer);

  // Returns an outcome for each preset of the plan that has a file.
  [[nodiscard]] std::vector<apply::Outcome> take_outcomes() { return std::move(outcomes_); }

  // Returns what --strict treats as failures although it was recorded, by position in the plan.
  [[nodiscard]] std::map<std::size_t, Error> take_doubts() { return std::move(doubts_); }

private:
  // A request in progress.
  struct Sending {
    std::size_t index = 0; // in the plan
    std::optional<apply::Record> before;
    apply::Hashed hashed;
    JsonText body;
  };

  void queue();
  [[nodiscard]] std::size_t most_to_start(std::size_t room) const;
  [[nodiscard]] Result<service::NewPreset> start(std::size_t index);
  [[nodiscard]] const std::string& folder_of(std::size_t index) const;
  [[nodiscard]] apply::RecordOf record_of(std::size_t index) const;
  [[nodiscard]] Status write(std::size_t index, const std::optional<apply::Record>& record) const;
  void tell(std::size_t index, apply::Outcome outcome, Status written);
  void fail_one(std::size_t index, Error error, Status written);
  void take_answer(const Sending& sending, const service::Answer& answer);
  void take_failure(const Sending& sending, Error error);
  void drop_secret_ids(const Sending& sending, service::Preset& preset);
  void refuse_slug(const Sending& sending, const std::string& slug);
  void refuse_workspace(const Sending& sending, const std::string& workspace);
  void look_at_stored(const Sending& sending, const service::Preset& preset,
                      apply::Outcome& outcome);
  void doubt(std::size_t index, std::string sentence);

  const Context& context_;
  const Plans& plans_;
  const body::PresetReader& reader_;
  const LockedFolders& folders_;
  Known known_;
  std::deque<std::size_t> queue_; // positions in the plan
  std::map<std::size_t, Sending> on_the_way_;
  std::size_t given_ = 0;
  std::vector<apply::Outcome> outcomes_;
  std::map<std::size_t, Error> doubts_;
  KnownWorkspace workspace_;
  bool is_settled_;         // whether no answer is needed to show that the key is of that workspace
  bool is_stopped_ = false; // starts no new requests
};

} // namespace mrctl::commands
