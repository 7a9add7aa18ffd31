#pragma once

#include "mrctl/apply/record.hpp"
#include "mrctl/base/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// Reads the record of a preset in the folder of a target; nothing if there is none. Fails as
// parse_record() does, and with a usage error if the file cannot be read.
[[nodiscard]] Result<std::optional<Record>>
read_record(const std::string& target_folder, RecordOf preset, const Hashed* known = nullptr);

// Returns the slugs that have a record in the folder of a target, those that are wanted, sorted by
// bytes; none if there is no such folder. Fails with a usage error if it cannot be read.
[[nodiscard]] Result<std::vector<std::string>>
list_slugs(const std::string& target_folder,
           const std::function<bool(std::string_view slug)>& is_wanted);

} // namespace mrctl::apply
