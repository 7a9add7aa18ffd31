#pragma once

#include "mrctl/apply/location.hpp"
#include "mrctl/apply/locked_records.hpp"
#include "mrctl/base/error.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mrctl::apply {

// What records are changed for.
enum class ChangeOf { apply, forget, adopt, import };

// Whether a run that holds the records of a branch, and is gone, gives them up.
enum class TakeOver { no, yes };

struct Locking {
  ChangeOf change = ChangeOf::apply;
  TakeOver take_over = TakeOver::no;
  std::function<void(std::string sentence)> tell{}; // what a person should know
};

// Locks the records of a target. On a branch, only an apply that sends something holds them. Fails
// with a conflict if another process or run holds them.
[[nodiscard]] Result<std::unique_ptr<LockedRecords>>
lock_target(const Whereabouts& where, const std::string& folder, const Locking& how);

// The locks of folders of records, or why one failed, which matters only if something is to be
// written.
struct Locks {
  std::map<std::string, std::unique_ptr<LockedRecords>> held{}; // by the paths of the folders
  std::optional<Error> failure{};
};

// Locks the folders of the records of presets at the paths. Fails with a conflict if another
// process holds one, and if the folders cannot be found.
[[nodiscard]] Result<Locks> lock_records(const Whereabouts& where,
                                         const std::vector<std::string>& paths,
                                         const Locking& how = {});

// Fails if records in these folders cannot be written.
[[nodiscard]] Status check_records(const Locks& locks, const std::set<std::string>& folders);

} // namespace mrctl::apply
