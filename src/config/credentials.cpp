#include "mrctl/config/credentials.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/host.hpp"

#include "stored_keys.hpp"
#include "write_lock.hpp"

#include <algorithm>
#include <iterator>

namespace mrctl::config {

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
  const auto host = bound_host(settings);
  if (!host) return fail(host.error());
  return read_stored_keys(settings.credentials_file)
      .map([&](const StoredKeys& keys) -> std::optional<Secret> {
        for (const auto& row : keys)
          if (is_for(row, settings.profile, *host)) return row.key;
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
  const auto host = bound_host(settings);
  if (!host) return fail(host.error());
  if (settings.credentials_file.empty())
    return fail(Error::usage("cannot locate credentials.toml", "set HOME or XDG_CONFIG_HOME"));
  const auto lock = lock_beside(settings.credentials_file);
  if (!lock) return fail(lock.error());
  auto keys = read_stored_keys(settings.credentials_file);
  if (!keys) return fail(keys.error());
  std::erase_if(*keys, [&](const StoredKey& row) { return is_for(row, settings.profile, *host); });
  keys->push_back({settings.profile, *host, key});
  return write_stored_keys(settings.credentials_file, *keys);
}

Result<std::vector<std::string>> forget_keys(const Settings& settings) {
  std::string host;
  if (!settings.base_url.empty()) {
    auto bound = bound_host(settings);
    if (!bound) return fail(bound.error());
    host = std::move(*bound);
  }
  if (kind_of_file(settings.credentials_file) == FileKind::absent)
    return std::vector<std::string>{};
  const auto lock = lock_beside(settings.credentials_file);
  if (!lock) return fail(lock.error());
  auto keys = read_stored_keys(settings.credentials_file);
  if (!keys) return fail(keys.error());
  std::vector<std::string> forgotten;
  const auto is_forgotten = [&](const StoredKey& row) {
    return row.profile == settings.profile && (host.empty() || row.host == host);
  };
  for (const auto& row : *keys)
    if (is_forgotten(row)) forgotten.push_back(row.host);
  if (forgotten.empty()) return forgotten;
  std::erase_if(*keys, is_forgotten);
  return write_stored_keys(settings.credentials_file, *keys).map([&] { return forgotten; });
}

} // namespace mrctl::config
