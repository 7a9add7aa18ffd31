#pragma once

#include "mrctl/base/error.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::apply {

// The folder of a target, locked for one process until this is destroyed. Then empty folders that
// were created for it are removed.
class LockedFolder {
public:
  LockedFolder() = default;
  LockedFolder(const LockedFolder&) = delete;
  LockedFolder& operator=(const LockedFolder&) = delete;
  virtual ~LockedFolder() = default;

  // Replaces the text of a preset's record, or removes the record if there is no text. Even if the
  // process is killed, the file has its complete old or new content; what somebody else has open
  // does not change. Fails with an internal error, also if the folder was moved or replaced since
  // it was locked, and then the record is unchanged.
  [[nodiscard]] virtual Status replace_record(std::string_view slug,
                                              const std::optional<std::string>& text) = 0;

  // Waits until the records survive a power cut. Fails with an internal error.
  [[nodiscard]] virtual Status bring_to_disk() = 0;
};

// Creates the folder if it is missing, locks it, and removes unfinished files of a killed process.
// Fails with a conflict if another process holds it, and with an internal error if it cannot be
// created.
[[nodiscard]] Result<std::unique_ptr<LockedFolder>> lock_folder(const std::string& target_folder);

// Fails with an internal error if files of the folder cannot be replaced.
[[nodiscard]] Status check_writable(const std::string& target_folder);

} // namespace mrctl::apply
