#include "mrctl/apply/import.hpp"

#include "mrctl/apply/record.hpp"
#include "mrctl/apply/record_transaction.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

// The records of a target that are not on the branch.
struct ToImport {
  std::unique_ptr<LockedRecords> records;
  std::vector<Record> missing{};
};

} // namespace

Result<ListedRecords> import_records(const Whereabouts& where, const std::string& folder,
                                     const Locking& how) {
  TRY_ASSIGN(const auto targets, list_targets(folder));
  if (targets.empty())
    return fail(Error::usage(fmt::format("there are no records in {}", folder),
                             "name a state folder, such as .mrctl"));
  std::vector<ToImport> imports;
  std::vector<std::string> others;
  for (const auto& target : targets) {
    auto place = where;
    place.target = target.name;
    const auto there = place.branch->folder_of(target.name);
    TRY_ASSIGN(auto records, lock_target(place, there, how));
    auto& import = imports.emplace_back(ToImport{std::move(records)});
    for (const auto& slug : target.slugs) {
      TRY_ASSIGN(auto record, read_record(fmt::format("{}/{}", folder, target.name), {"", slug}));
      TRY_ASSIGN(const auto known, read_record({there, place.branch.get()}, {"", slug}));
      if (known && known != record) others.push_back(fmt::format("{}/{}", target.name, slug));
      if (record && !known) import.missing.push_back(*std::move(record));
    }
  }
  constexpr std::size_t most_named = 20;
  if (!others.empty())
    return fail(with_http(
        {.kind = ErrorKind::conflict,
         .message = fmt::format("the branch {} has other records; nothing was imported: {}",
                                where.branch->name(), listed(others, most_named)),
         .hint = "'mrctl preset forget' drops a record"},
        {}));
  ListedRecords imported;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (const auto& record : imports[i].missing)
      TRY(write_record(*imports[i].records, record.slug, record));
    TRY(imports[i].records->bring_to_disk());
    for (auto& record : imports[i].missing) {
      RecordPlace place{targets[i].name, record.slug, where.branch->folder_of(targets[i].name)};
      imported.emplace(std::move(place), std::move(record));
    }
  }
  return imported;
}

} // namespace mrctl::apply
