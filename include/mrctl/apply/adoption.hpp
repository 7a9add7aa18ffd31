#pragma once

#include "mrctl/apply/locks.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/body/preset_files.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::apply {

// What is known of bodies that are live already.
struct KnownLive {
  std::optional<std::int64_t> version{};
  std::optional<Whereabouts> from{}; // of records to copy
};

// Fails if none of the paths has records of the target to copy from.
[[nodiscard]] Status check_source(const Whereabouts& from, const std::vector<std::string>& paths);

// Gives the records of the target another service, its new address, and returns the slugs of those
// that had another one. Fails as read_record() does, and if one cannot be written; then none is.
[[nodiscard]] Result<std::vector<std::string>>
renew_service(const Whereabouts& where, const std::string& service, const Locks& locks);

// Records the bodies of the plans as applied, and returns the slugs of those that were not recorded
// already. Fails with a conflict that names each preset that cannot be adopted, and if a record
// cannot be read or written; then none is written.
[[nodiscard]] Result<std::vector<std::string>> adopt(const Plans& plans,
                                                     const body::PresetReader& reader,
                                                     const KnownLive& live, const Locks& locks);

} // namespace mrctl::apply
