#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/state/record.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
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

// A file to be replaced by another content, or removed where there is none.
struct Change {
  std::string path;
  std::optional<std::string> content;
};

// Replaces files so that each is, whenever the process is killed, whole in its old or its new form.
// Returns what became of each: one that failed is as it was. Only whoever holds the lock of the
// folders may call it.
[[nodiscard]] std::vector<Status> replace_files(std::span<const Change> changes);

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
