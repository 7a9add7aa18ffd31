#include "mrctl/apply/import.hpp"

#include "mrctl/apply/branch_push.hpp"
#include "mrctl/apply/lease.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/apply/store.hpp"
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

} // namespace

Result<ListedRecords> import_records(const Whereabouts& where, const std::string& folder,
                                     const Locking& how) {
  TRY_ASSIGN(const auto targets, list_targets(folder));
  if (targets.empty())
    return fail(Error::usage(fmt::format("there are no records in {}", folder),
                             "name a state folder, such as .mrctl"));
  const auto& branch = *where.branch;
  std::vector<BranchChange> changes;
  std::vector<std::string> others;
  ListedRecords imported;
  for (const auto& target : targets) {
    auto place = where;
    place.target = target.name;
    const auto there = branch.folder_of(target.name);
    TRY_ASSIGN(const auto held, lock_target(place, there, how));
    auto change = import_of(branch, target.name);
    for (const auto& slug : target.slugs) {
      TRY_ASSIGN(auto record, read_record(fmt::format("{}/{}", folder, target.name), {"", slug}));
      TRY_ASSIGN(const auto known, read_record({there, &branch}, {"", slug}));
      if (known && known != record) others.push_back(fmt::format("{}/{}", target.name, slug));
      if (!record || known) continue;
      change.files.emplace(record_name(slug), record_text(*record));
      imported.emplace(RecordPlace{target.name, slug, there}, *std::move(record));
    }
    if (change.files.empty()) continue;
    change.entry.what = std::to_string(change.files.size());
    if (!branch.tree().target(target.name).lease.empty()) // of a run that is gone
      change.files.emplace(std::string(lease_name), std::nullopt);
    changes.push_back(std::move(change));
  }
  constexpr std::size_t most_named = 20;
  if (!others.empty())
    return fail(with_http(
        {.kind = ErrorKind::conflict,
         .message = fmt::format("the branch {} has other records; nothing was imported: {}",
                                branch.name(), listed(others, most_named)),
         .hint = "'mrctl preset forget' drops a record"},
        {}));
  if (changes.empty()) return imported;
  TRY(BranchPusher(where.branch, {}).push(changes).map_error([](Error error) {
    error.message += "; nothing was recorded";
    return error;
  }));
  return imported;
}

} // namespace mrctl::apply
