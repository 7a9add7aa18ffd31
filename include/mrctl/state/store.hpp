#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/state/record.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::state {

// Reads the record of a preset in the folder of a target; nothing if there is none. Fails as
// parse_record() does, and with a usage error if the file cannot be read.
[[nodiscard]] Result<std::optional<Record>>
read_record(const std::string& target_folder, RecordOf preset, const Hashed* known = nullptr);

// Returns the slugs that have a record in the folder of a target, those that are wanted, sorted by
// bytes; none if there is no such folder. Fails with a usage error if it cannot be read.
[[nodiscard]] Result<std::vector<std::string>>
list_slugs(const std::string& target_folder,
           const std::function<bool(std::string_view slug)>& is_wanted);

// Replaces the text of a record's file, or removes the file if there is no text. Even if the
// process is killed, the file has its complete old or new content. Fails with an internal error,
// and then the file is unchanged. Requires the lock of the folder.
[[nodiscard]] Status replace_record(const std::string& path,
                                    const std::optional<std::string>& text);

// Waits until the files of a folder survive a power cut. Fails with an internal error.
[[nodiscard]] Status bring_to_disk(const std::string& folder);

// Locks the folder of a target for one process until it is destroyed. Then empty folders that were
// created for it are removed.
class Lock {
public:
  Lock() = default;
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  virtual ~Lock() = default;
};

// Creates the folder if it is missing, locks it, and removes unfinished files of a killed process.
// Fails with a conflict if another process holds it, and with an internal error if it cannot be
// created.
[[nodiscard]] Result<std::unique_ptr<Lock>> lock_folder(const std::string& target_folder);

// Fails with an internal error if files of the folder cannot be replaced.
[[nodiscard]] Status check_writable(const std::string& target_folder);

} // namespace mrctl::state
