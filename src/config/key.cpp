#include "mrctl/config/key.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/list.hpp"
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

Found key_of_command(const std::vector<std::string>& words, const Environment& environment,
                     Asking asking) {
  const auto origin = fmt::format("from credential_command {}", words.front());
  return run_credential_command(words, environment, credential_command_limit, asking)
      .and_then([&](const std::string& text) -> Found { return key_in_text(text, origin); });
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
                                       const ReadStdin& read_stdin, Asking asking) {
  const auto* file = find_value(settings, "api_key_file");
  if (file != nullptr && file->origin.kind == OriginKind::flag) return key_in(*file, read_stdin);
  if (const auto key = variable_of(environment, "MRCTL_API_KEY"); !key.empty())
    return key_in_text(key, "from MRCTL_API_KEY");
  if (file != nullptr) return key_in(*file, read_stdin);
  if (!settings.credential_command.empty())
    return key_of_command(settings.credential_command, environment, asking);
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
  for (const std::string_view variable : {"MRCTL_API_KEY", "MRCTL_API_KEY_FILE"})
    if (contains(settings.empty_variables, variable)) {
      error.message += fmt::format(": {} is empty", variable);
      error.hint = fmt::format("check that the secret exists and that this job may read it; or {}",
                               error.hint);
      return error;
    }
  if (!settings.unread_variables.empty()) error.hint = settings.unread_variables.front();
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
  if (!looks_like_a_key(path)) return error;
  return Error::unauthorized("cannot read the key file",
                             "this looks like a key, not a file: pipe the key in with "
                             "--api-key-file -");
}

} // namespace

Result<Secret> read_key_file(const std::string& path, std::string_view name) {
  if (auto checked = require_private_file(path); !checked) {
    auto error = unreadable_key_file(std::move(checked.error()), path);
    if (error.hint.starts_with("chmod")) // a mounted secret may be on a read-only disk
      error.hint += fmt::format("; where its mode cannot be changed: --api-key-file - <{}", path);
    return fail(std::move(error));
  }
  const auto text = read_file(path, largest_key_file);
  if (!text) return fail(unreadable_key_file(text.error(), path));
  return read_key(*text, name);
}

namespace {

// "MRCTL_API_KEY=" at the beginning of a line for a shell; empty for any other text.
std::string_view assignment_in(std::string_view key) {
  auto name = key.substr(0, key.find('='));
  const auto end = name.size() + 1;
  if (name.starts_with("export ")) name.remove_prefix(std::string_view("export ").size());
  const bool is_name =
      end < key.size() && name.find('_') != std::string_view::npos &&
      std::ranges::all_of(name, [](char c) { return is_upper_case(c) || is_digit(c) || c == '_'; });
  return is_name ? key.substr(0, end) : std::string_view();
}

// "character 34 is U+00A0", "has 2 lines"
std::string fault_at(std::string_view key, std::size_t at) {
  if (key.find('\0') != std::string_view::npos) return "is UTF-16 or binary, not UTF-8";
  if (const auto invalid = find_invalid_utf8(key))
    return fmt::format("is not UTF-8: byte {} is invalid", *invalid + 1);
  if (const auto breaks = std::ranges::count(key, '\n'); breaks > 0)
    return fmt::format("has {} lines", breaks + 1);
  const auto size = length_of_character(key.substr(at));
  auto code = static_cast<unsigned char>(key[at]) & (size == 1 ? 0x7FU : 0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i)
    code = code << 6U | (static_cast<unsigned char>(key[at + i]) & 0x3FU);
  return fmt::format("contains an invalid character: character {} is U+{:04X}",
                     count_characters(key.substr(0, at)) + 1, code);
}

// Says what and where, but shows nothing of what may be the key.
Status check_key(std::string_view key, std::string_view name) {
  const auto refuse = [&](std::string_view fault, std::string hint) {
    return fail(Error::unauthorized(fmt::format("{} {}", name, fault), std::move(hint)));
  };
  if (key.empty()) return refuse("is empty", {});
  if (key.starts_with('{')) return refuse("is JSON", "leave only the key");
  if (key.starts_with("${{"))
    return refuse("is an expression that no CI service replaced",
                  "check the name of the secret, and that the service replaces expressions there");
  if (key.starts_with('$'))
    return refuse("is the name of a variable",
                  "put it in double quotes, so that the shell replaces it");
  if (key.starts_with(byte_order_mark))
    return refuse("begins with a byte order mark", "save it as UTF-8 without a byte order mark");
  if (key.starts_with("\xFF\xFE") || key.starts_with("\xFE\xFF"))
    return refuse("is UTF-16", "save it as UTF-8");
  if (is_quoted(key)) return refuse("is in quotes", "remove the quotes");
  if (key.starts_with("Bearer ")) return refuse("begins with 'Bearer'", "leave out 'Bearer'");
  if (const auto assignment = assignment_in(key); !assignment.empty())
    return refuse("is an assignment, not a key alone", fmt::format("leave out '{}'", assignment));
  if (key.size() > longest_key)
    return refuse(fmt::format("is longer than {} KiB, too long for a key", longest_key / 1024), {});
  const auto bad = std::ranges::find_if_not(key, is_visible_ascii);
  if (bad == key.end()) return {};
  return refuse(fault_at(key, static_cast<std::size_t>(bad - key.begin())),
                "a key is one word of visible ASCII characters without white space");
}

} // namespace

Result<Secret> read_key(std::string_view text, std::string_view name) {
  const auto key = trimmed(text, any_white_space);
  TRY(check_key(key, name));
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
    return fail(Error::usage(
        settings.config_file.empty()
            ? std::string("cannot locate credentials.toml")
            : fmt::format("no key can be stored beside {}, which is not a regular file",
                          settings.config_file),
        settings.config_file.empty() ? "set HOME or XDG_CONFIG_HOME"
                                     : "name a regular file with --config or MRCTL_CONFIG"));
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
  if (!settings.passed_over.empty() && !keys.empty() && (host.empty() || forgotten.empty()))
    return fail(
        Error::usage("the settings do not say which stored key to remove, so none was removed",
                     "name it with --profile and --base-url, or correct the settings"));
  if (forgotten.empty()) return forgotten;
  std::erase_if(keys, is_forgotten);
  return write_stored_keys(settings.credentials_file, keys).map([&] { return forgotten; });
}

} // namespace mrctl::config
