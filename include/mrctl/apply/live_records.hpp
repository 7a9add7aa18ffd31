#pragma once

#include "mrctl/apply/listed_records.hpp"
#include "mrctl/apply/live_answers.hpp"
#include "mrctl/base/error.hpp"

#include <string>

namespace mrctl::apply {

// Returns the workspace of the first record of the service that has one.
[[nodiscard]] KnownWorkspace workspace_of(const ListedRecords& records, const std::string& service);

// Requests the presets of the records that are of the service. Fails as ask_live() does.
[[nodiscard]] Result<LiveRecords> read_live_records(const ListedRecords& records,
                                                    const LiveSource& source);

} // namespace mrctl::apply
