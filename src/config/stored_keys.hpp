#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/secret.hpp"

#include <string>
#include <vector>

namespace mrctl::config {

// One row of credentials.toml: the key of a profile for a host as host_of() spells it.
struct StoredKey {
  std::string profile;
  std::string host;
  Secret key;
};

using StoredKeys = std::vector<StoredKey>;

// Returns the credentials.toml of the same folder; empty for an empty path, and if the file is not
// regular: we do not write to /dev.
[[nodiscard]] std::string credentials_file_beside(const std::string& config_file);

// Reads the file; no keys if there is none. Fails with an unauthorized error if others can read it
// or it does not have the form that mrctl writes.
[[nodiscard]] Result<StoredKeys> read_stored_keys(const std::string& path);

// Writes the whole file, a new one with mode 0600. Fails with a usage error if it would be larger
// than read_stored_keys() accepts.
[[nodiscard]] Status write_stored_keys(const std::string& path, const StoredKeys& keys);

// Returns the profiles that have a key; ignores faults of the file.
[[nodiscard]] std::vector<std::string> profiles_with_keys(const std::string& path);

} // namespace mrctl::config
