#pragma once

#include "mrctl/apply/listed_records.hpp"
#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/body/preset_files.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::apply {

// How adopt() learns what is live already.
struct KnownLive {
  std::optional<std::int64_t> version{};
  std::optional<RecordsPlace> from{}; // of records to copy
  std::optional<LiveSource> source{}; // to look at; nothing without a key
  bool is_overwritten = false;        // another body that is live is recorded, too
};

// Records that were made, and whether the service showed that they are true.
struct Adopted {
  ListedRecords records;
  bool is_verified = false;
};

// Fails if none of the paths has records of the target to copy from.
[[nodiscard]] Status check_source(const RecordsPlace& from, const std::vector<std::string>& paths);

// Gives the records of the target another service, its new address, and returns those that had
// another one. Looks and fails as adopt() does.
[[nodiscard]] Result<Adopted> renew_service(const RecordsPlace& where, const std::string& service,
                                            const KnownLive& live, const Locks& locks);

// Records the bodies of the plans as applied, and returns the records of those that were not
// recorded already. Looks at what is live, if the service shows it. Fails with a conflict that
// names each preset that cannot be adopted, with not_found that names each that is not there, as
// ask_live() does, and if a record cannot be read or written; then none is written.
[[nodiscard]] Result<Adopted> adopt(const Plans& plans, const body::PresetReader& reader,
                                    const KnownLive& live, const Locks& locks);

// Puts the records of a state folder, of all its targets, on the branch, and returns those that
// were not there. Fails with a usage error if the folder has no records or one is broken, and with
// a conflict that names each record that the branch has otherwise; then none is written.
[[nodiscard]] Result<ListedRecords> import_records(const std::shared_ptr<const StateBranch>& branch,
                                                   const std::string& folder, const Locking& how);

} // namespace mrctl::apply
