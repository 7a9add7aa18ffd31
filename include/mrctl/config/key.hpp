#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/secret.hpp"
#include "mrctl/config/settings.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::config {

// Bytes; more than any server accepts as a header.
inline constexpr std::size_t longest_key = 16 * 1024;

// Reads standard input to its end; called for an explicit "-" only.
using ReadStdin = std::function<Result<std::string>()>;

// Whether a credential_command may ask on the terminal.
enum class Asking { refused, allowed };

// Finds the key: --api-key-file, MRCTL_API_KEY, MRCTL_API_KEY_FILE, the profile's api_key_file, its
// credential_command, and what `auth login` stored for the base URL's host. Returns nothing if none
// of these gives one. Fails with an unauthorized error if one of them is set but unusable: a file
// that others can read, a command that fails, a text that is not a key.
[[nodiscard]] Result<std::optional<ApiKey>> find_key(const Settings& settings,
                                                     const Environment& environment,
                                                     const ReadStdin& read_stdin,
                                                     Asking asking = Asking::refused);

// Returns the source that find_key() prefers to the stored key, except flags: "MRCTL_API_KEY",
// "api_key_file of profile work". Nothing if the stored key is used.
[[nodiscard]] std::optional<std::string> source_over_stored_key(const Settings& settings,
                                                                const Environment& environment);

// Returns the error for a command that needs a key and found none. It says how to provide one, and
// for which other hosts the profile has a key.
[[nodiscard]] Error missing_key(const Settings& settings);

// Returns the text as a key, white space around it removed. Fails with an unauthorized error if
// nothing is left, more than 16 KiB are, or a character is not visible ASCII. `name` begins the
// message ("the key from the prompt"), which says what is wrong and where, and never shows the key.
[[nodiscard]] Result<Secret> read_key(std::string_view text, std::string_view name);

// Returns the key in a file; fails like read_key(), and if the file cannot be read, is larger than
// 64 KiB, or can be read by others.
[[nodiscard]] Result<Secret> read_key_file(const std::string& path, std::string_view name);

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
// Returns the hosts whose keys were removed. Fails with a usage error if settings were passed over
// and no base URL is set, or nothing would be removed from a store that has keys.
[[nodiscard]] Result<std::vector<std::string>> forget_keys(const Settings& settings);

inline constexpr Duration credential_command_limit = std::chrono::seconds(10);

// Runs a program without a shell and with empty standard input, and returns its standard output.
// Fails with an unauthorized error if it cannot be started, ends with another status than 0, writes
// nothing but white space or more than 64 KiB, or runs longer than the limit (then its whole
// process group is killed). The error shows a few lines of its standard error, with possible keys
// hidden, and nothing of its standard output.
//
// A program that may ask is in the foreground of the terminal that this process is in the
// foreground of, and its standard error goes there if that of this process does. Any other one has
// no terminal.
[[nodiscard]] Result<std::string> run_credential_command(std::span<const std::string> command,
                                                         const Environment& environment,
                                                         Duration limit = credential_command_limit,
                                                         Asking asking = Asking::refused);

} // namespace mrctl::config
