#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/base/secret.hpp"
#include "mrctl/config/settings.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::config {

// The keys that `auth login` stores: credentials.toml, mode 0600, one key for each profile and host
// (scheme, host and port). A key stored for one host is never returned for another.

// Returns the key stored for the current profile and the base URL's host, or nothing. Fails with an
// unauthorized error if others can read the file.
[[nodiscard]] Result<std::optional<Secret>> find_stored_key(const Settings& settings);

// Returns the hosts for which the current profile has a key: "https://router.example:443".
[[nodiscard]] Result<std::vector<std::string>> stored_hosts(const Settings& settings);

// Stores the key for the current profile and the base URL's host, replacing an older one.
[[nodiscard]] Status store_key(const Settings& settings, const Secret& key);

// Removes the current profile's key for the base URL's host, or all its keys if no base URL is set.
// Returns the hosts whose keys were removed.
[[nodiscard]] Result<std::vector<std::string>> forget_keys(const Settings& settings);

} // namespace mrctl::config
