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

// Reads the record of a preset in the folder of a target; nothing where there is none. Fails as
// parse_record() does, and with a usage error where the file cannot be read.
[[nodiscard]] Result<std::optional<Record>>
read_record(const std::string& target_folder, RecordOf preset, const Hashed* known = nullptr);

// Returns the slugs that have a record in the folder of a target, those that are wanted, sorted by
// bytes; none where there is no such folder. Fails with a usage error where it cannot be read.
[[nodiscard]] Result<std::vector<std::string>>
list_slugs(const std::string& target_folder,
           const std::function<bool(std::string_view slug)>& is_wanted);

// Gives the file of a record another text, or removes it where there is none. Whenever the process
// is killed, the file is whole in its old or its new form. Fails with an internal error, and the
// file is as it was. Only whoever holds the lock of the folder may call it.
[[nodiscard]] Status replace_record(const std::string& path,
                                    const std::optional<std::string>& text);

// Waits until the files of a folder survive a power cut. Fails with an internal error.
[[nodiscard]] Status bring_to_disk(const std::string& folder);

// Holds the folder of a target for one process, until it is destroyed. Folders that were made for
// it, and hold nothing, go with it.
class Lock {
public:
  Lock() = default;
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  virtual ~Lock() = default;
};

// Makes the folder where it is missing, locks it, and removes what a killed process may have left
// unfinished. Fails with a conflict where another process holds it, and with an internal error
// where it cannot be made.
[[nodiscard]] Result<std::unique_ptr<Lock>> lock_folder(const std::string& target_folder);

// Fails with an internal error where files of the folder cannot be replaced.
[[nodiscard]] Status check_writable(const std::string& target_folder);

} // namespace mrctl::state
