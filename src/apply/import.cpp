#include "mrctl/apply/import.hpp"

#include "mrctl/apply/branch_push.hpp"
#include "mrctl/apply/lease.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

BranchChange import_of(const StateBranch& branch, const std::string& target) {
  const auto& repository = branch.repository();
  return {.entry = {.verb = "import",
                    .target = target,
                    .what = {},
                    .source = repository.head().value_or("none"),
                    .run = name_of_run(repository),
                    .time = time_now()},
          .asks = git::MayAsk::yes};
}

// The records of a folder on their way to a branch.
class Import {
public:
  Import(const std::shared_ptr<const StateBranch>& branch, const std::string& folder,
         const Locking& how)
      : branch_(*branch), pusher_(branch, {}), folder_(folder), how_(how) {}

  Status add(const RecordedTarget& target, const RecordsPlace& from) {
    const TargetRecords there{branch_.folder_of(target.name), &branch_};
    TRY_ASSIGN(const auto held, branch_.lock(target.name, there.folder, how_));
    auto change = import_of(branch_, target.name);
    for (const auto& slug : target.slugs) {
      TRY_ASSIGN(
          auto record,
          read_record(from.records_in(fmt::format("{}/{}", folder_, target.name)), {"", slug}));
      TRY_ASSIGN(const auto known, read_record(there, {"", slug}));
      if (known && known != record) others_.push_back(fmt::format("{}/{}", target.name, slug));
      if (!record || known) continue;
      TRY_ASSIGN(auto blob, pusher_.add(record_text(*record)));
      change.files.emplace(record_name(slug), std::move(blob));
      imported_.emplace(RecordPlace{target.name, slug, there.folder}, *std::move(record));
    }
    if (change.files.empty()) return {};
    change.entry.what = std::to_string(change.files.size());
    if (!branch_.tree().target(target.name).lease.empty()) // of a run that is gone
      change.files.emplace(lease_name, std::string());
    changes_.push_back(std::move(change));
    return {};
  }

  Result<ListedRecords> push() {
    constexpr std::size_t most_named = 20;
    if (!others_.empty())
      return fail(
          Error::conflict(fmt::format("the branch {} has other records; nothing was imported: {}",
                                      branch_.name(), listed(others_, most_named)),
                          "'mrctl preset forget' drops a record"));
    if (!changes_.empty())
      TRY(pusher_.push(changes_).map_error([](Error error) {
        error.message += "; nothing was recorded";
        return error;
      }));
    return std::move(imported_);
  }

private:
  const StateBranch& branch_;
  BranchPusher pusher_;
  const std::string& folder_;
  const Locking& how_;
  std::vector<BranchChange> changes_{};
  std::vector<std::string> others_{};
  ListedRecords imported_{};
};

} // namespace

Result<ListedRecords> import_records(const std::shared_ptr<const StateBranch>& branch,
                                     const std::string& folder, const Locking& how) {
  TRY_ASSIGN(const auto targets, records_in_folders(folder)->list_targets({}));
  if (targets.empty())
    return fail(Error::usage(fmt::format("there are no records in {}", folder),
                             "name a state folder, such as .mrctl"));
  Import records(branch, folder, how);
  for (const auto& target : targets)
    TRY(records.add(target, RecordsPlace{}));
  return records.push();
}

} // namespace mrctl::apply
