#pragma once

#include "mrctl/apply/plans.hpp"
#include "mrctl/git/repository.hpp"

#include <optional>
#include <string>

namespace mrctl::apply {

// Returns a note on records of a folder that hold a lower version than one of the last commits did:
// git may have reverted them. Nothing where git cannot tell that quickly, or does not trust the
// repository.
[[nodiscard]] std::optional<std::string> note_on_older_records(const Plans& plans,
                                                               const git::Surroundings& with);

} // namespace mrctl::apply
