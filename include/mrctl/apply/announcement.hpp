#pragma once

#include "mrctl/apply/locks.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/base/error.hpp"

#include <functional>

namespace mrctl::apply {

// Says on a branch what will be sent, with all its records pending, and records what is adopted;
// nothing in a folder, where each
// is made pending before its request. Fails as LockedRecords::begin() does.
[[nodiscard]] Status announce(const Plans& plans, const body::PresetReader& reader,
                              const Locks& locks, std::function<bool()> gives_up);

} // namespace mrctl::apply
