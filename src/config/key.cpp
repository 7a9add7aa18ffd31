#include "mrctl/config/key.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/config/credential_command.hpp"

#include "config_file.hpp"
#include "stored_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace mrctl::config {

namespace {

constexpr std::size_t largest_key_file = 64 * 1024;

using Found = Result<std::optional<ApiKey>>;

Found with_origin(Result<Secret> key, const std::string& origin) {
  return std::move(key).map([&](Secret secret) {
    auto shown = fmt::format("{} ({})", origin, secret.masked());
    return std::optional(ApiKey{std::move(secret), std::move(shown)});
  });
}

Found key_in_text(std::string_view text, const std::string& origin) {
  return with_origin(read_key(text, fmt::format("the key {}", origin)), origin);
}

Found key_in(const Value& file, const ReadStdin& read_stdin) {
  if (file.text != "-") {
    const auto origin = fmt::format("{}, {}", file.origin.detail, file.text);
    return with_origin(read_key_file(file.text, fmt::format("the key {}", origin)), origin);
  }
  return read_stdin().and_then(
      [](const std::string& text) { return key_in_text(text, "from standard input"); });
}

Found key_of_command(const std::vector<std::string>& words, const Environment& environment) {
  const auto origin = fmt::format("from credential_command {}", words.front());
  return run_credential_command(words, environment).and_then([&](const std::string& text) {
    return key_in_text(text, origin);
  });
}

Found stored_key(const Settings& settings) {
  return find_stored_key(settings).and_then([&](const std::optional<Secret>& secret) -> Found {
    if (!secret) return std::nullopt;
    return key_in_text(secret->reveal(),
                       fmt::format("from auth login, profile {}", settings.profile));
  });
}

} // namespace

Result<std::optional<ApiKey>> find_key(const Settings& settings, const Environment& environment,
                                       const ReadStdin& read_stdin) {
  const auto* file = find_value(settings, "api_key_file");
  if (file != nullptr && file->origin.kind == OriginKind::flag) return key_in(*file, read_stdin);
  if (const auto key = variable_of(environment, "MRCTL_API_KEY"); !key.empty())
    return key_in_text(key, "from MRCTL_API_KEY");
  if (file != nullptr) return key_in(*file, read_stdin);
  if (!settings.credential_command.empty())
    return key_of_command(settings.credential_command, environment);
  return stored_key(settings);
}

bool is_in_environment(const Secret& key, const Environment& environment) {
  const auto own = read_key(variable_of(environment, "MRCTL_API_KEY"), "the key");
  return own && own->reveal() == key.reveal();
}

std::optional<std::string> source_over_stored_key(const Settings& settings,
                                                  const Environment& environment) {
  for (const auto* variable : {"MRCTL_API_KEY", "MRCTL_API_KEY_FILE"})
    if (!variable_of(environment, variable).empty()) return variable;
  for (const auto* key : {"api_key_file", "credential_command"})
    if (const auto* value = find_value(settings, key);
        value != nullptr && value->origin.kind == OriginKind::profile)
      return fmt::format("{} of profile {}", key, settings.profile);
  return std::nullopt;
}

Error missing_key(const Settings& settings) {
  auto error =
      Error::unauthorized("no key", "set MRCTL_API_KEY, name a file with --api-key-file, or run "
                                    "'mrctl auth login'");
  const auto hosts = stored_hosts(settings);
  if (!hosts || hosts->empty()) return error;
  error.message = fmt::format("no key for {}; profile {} has one for {}", settings.base_url,
                              settings.profile, fmt::join(*hosts, ", "));
  return error;
}

namespace {

// A path has at least a folder or an ending.
bool looks_like_a_key(std::string_view path) {
  constexpr std::size_t shortest = 32;
  const bool has_no_path = path.find_first_of("/.") == std::string_view::npos;
  return path.starts_with("sk-") || (has_no_path && path.size() >= shortest);
}

bool is_quoted(std::string_view text) {
  const auto first = text.front();
  return (first == '"' || first == '\'') && text.back() == first;
}

Error unreadable_key_file(Error error, const std::string& path) {
  error.kind = ErrorKind::unauthorized;
  if (looks_like_a_key(path))
    error.hint = "this looks like a key, not a file: pipe the key in with --api-key-file -";
  return error;
}

} // namespace

Result<Secret> read_key_file(const std::string& path, std::string_view name) {
  if (auto checked = require_private_file(path); !checked)
    return fail(unreadable_key_file(checked.error(), path));
  const auto text = read_file(path, largest_key_file);
  if (!text) return fail(unreadable_key_file(text.error(), path));
  return read_key(*text, name);
}

Result<Secret> read_key(std::string_view text, std::string_view name) {
  const auto key = trimmed(text, any_white_space);
  if (key.empty()) return fail(Error::unauthorized(fmt::format("{} is empty", name)));
  if (is_quoted(key))
    return fail(Error::unauthorized(fmt::format("{} is in quotes", name), "remove the quotes"));
  if (key.size() > longest_key)
    return fail(Error::unauthorized(
        fmt::format("{} is longer than {} KiB, too long for a key", name, longest_key / 1024)));
  if (!std::all_of(key.begin(), key.end(), is_visible_ascii))
    return fail(Error::unauthorized(
        fmt::format("{} contains characters that are invalid in a key", name),
        key.starts_with("Bearer ") ? "leave out 'Bearer'"
                                   : "a key is one word of visible ASCII characters without white "
                                     "space"));
  return Secret(std::string(key));
}

namespace {

Result<std::string> bound_host(const Settings& settings) {
  return require_base_url(settings).and_then(
      [](const std::string& url) { return host_of(url).map(identity_of); });
}

bool is_for(const StoredKey& row, std::string_view profile, std::string_view host) {
  return row.profile == profile && row.host == host;
}

} // namespace

Result<std::optional<Secret>> find_stored_key(const Settings& settings) {
  if (settings.base_url.empty()) return std::nullopt;
  TRY_ASSIGN(const auto host, bound_host(settings));
  return read_stored_keys(settings.credentials_file)
      .map([&](const StoredKeys& keys) -> std::optional<Secret> {
        for (const auto& row : keys)
          if (is_for(row, settings.profile, host)) return row.key;
        return std::nullopt;
      });
}

Result<std::vector<std::string>> stored_hosts(const Settings& settings) {
  return read_stored_keys(settings.credentials_file).map([&](const StoredKeys& keys) {
    std::vector<std::string> hosts;
    for (const auto& row : keys)
      if (row.profile == settings.profile) hosts.push_back(row.host);
    return hosts;
  });
}

Status store_key(const Settings& settings, const Secret& key) {
  TRY_ASSIGN(const auto host, bound_host(settings));
  if (settings.credentials_file.empty())
    return fail(Error::usage("cannot locate credentials.toml", "set HOME or XDG_CONFIG_HOME"));
  TRY_ASSIGN([[maybe_unused]] const auto lock, lock_beside(settings.credentials_file));
  TRY_ASSIGN(auto keys, read_stored_keys(settings.credentials_file));
  std::erase_if(keys, [&](const StoredKey& row) { return is_for(row, settings.profile, host); });
  keys.push_back({settings.profile, host, key});
  return write_stored_keys(settings.credentials_file, keys);
}

Result<std::vector<std::string>> forget_keys(const Settings& settings) {
  std::string host;
  if (!settings.base_url.empty()) {
    TRY_ASSIGN(host, bound_host(settings));
  }
  if (kind_of_file(settings.credentials_file) == FileKind::absent)
    return std::vector<std::string>{};
  TRY_ASSIGN([[maybe_unused]] const auto lock, lock_beside(settings.credentials_file));
  TRY_ASSIGN(auto keys, read_stored_keys(settings.credentials_file));
  std::vector<std::string> forgotten;
  const auto is_forgotten = [&](const StoredKey& row) {
    return row.profile == settings.profile && (host.empty() || row.host == host);
  };
  for (const auto& row : keys)
    if (is_forgotten(row)) forgotten.push_back(row.host);
  if (forgotten.empty()) return forgotten;
  std::erase_if(keys, is_forgotten);
  return write_stored_keys(settings.credentials_file, keys).map([&] { return forgotten; });
}

} // namespace mrctl::config
