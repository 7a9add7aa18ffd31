#include "mrctl/config/key.hpp"

#include "mrctl/base/duration.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/subprocess.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/json/value.hpp"

#include "config_file.hpp"
#include "stored_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>

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

Error unreadable_key_file(Error error, const std::string& path) {
  error.kind = ErrorKind::unauthorized;
  if (!is_like_key(path, KeyPlace::key_file)) return error;
  return Error::unauthorized("cannot read the key file",
                             "this looks like a key, not a file: pipe the key in with "
                             "--api-key-file -");
}

// Returns "MRCTL_API_KEY=" at the beginning of a line for a shell; empty for any other text.
std::string_view assignment_in(std::string_view key) {
  auto name = key.substr(0, key.find('='));
  const auto end = name.size() + 1;
  if (name.starts_with("export ")) name.remove_prefix(std::string_view("export ").size());
  const bool is_name =
      end < key.size() && name.find('_') != std::string_view::npos &&
      std::ranges::all_of(name, [](char c) { return is_upper_case(c) || is_digit(c) || c == '_'; });
  return is_name ? key.substr(0, end) : std::string_view();
}

// Returns what is wrong at a place of a key: "character 34 is U+00A0", "has 2 lines".
std::string fault_at(std::string_view key, std::size_t at) {
  if (key.find('\0') != std::string_view::npos) return "is UTF-16 or binary, not UTF-8";
  if (const auto invalid = find_invalid_utf8(key))
    return fmt::format("is not UTF-8: byte {} is invalid", *invalid + 1);
  if (const auto breaks = std::ranges::count(key, '\n'); breaks > 0)
    return fmt::format("has {} lines", breaks + 1);
  const auto character = key.substr(at, length_of_character(key.substr(at)));
  return fmt::format("contains an invalid character: character {} is U+{:04X}",
                     count_characters(key.substr(0, at)) + 1, code_point_of(character));
}

struct Beginning {
  std::string_view text;
  std::string_view fault;
  std::string_view hint;
};

// The first that fits counts.
constexpr std::array beginnings_of_no_key{
    Beginning{"{", "is JSON", "leave only the key"},
    Beginning{"${{", "is an expression that no CI service replaced",
              "check the name of the secret, and that the service replaces expressions there"},
    Beginning{"$", "is the name of a variable",
              "a shell replaces it in double quotes; credential_command runs no shell: write "
              "[\"printenv\", \"NAME\"]"},
    Beginning{byte_order_mark, "begins with a byte order mark",
              "save it as UTF-8 without a byte order mark"},
    Beginning{"\xFF\xFE", "is UTF-16", "save it as UTF-8"},
    Beginning{"\xFE\xFF", "is UTF-16", "save it as UTF-8"},
    Beginning{"Bearer ", "begins with 'Bearer'", "leave out 'Bearer'"},
};

// "/run/secrets/key". Base64 has '/' as well, but upper-case letters and digits beside it, and
// names no file.
bool is_path_of_file(std::string_view key) {
  const bool has_letters_of_path = std::ranges::all_of(key, [](char c) {
    return (is_letter(c) && !is_upper_case(c)) ||
           std::string_view("/._-").find(c) != std::string_view::npos;
  });
  return key.starts_with('/') && key.find('/', 1) != key.npos &&
         (has_letters_of_path || kind_of_file(std::string(key)) == FileKind::regular);
}

// Says what and where, but shows nothing of what may be the key.
Status check_key(std::string_view key, std::string_view name) {
  const auto refuse = [&](std::string_view fault, std::string hint) {
    return fail(Error::unauthorized(fmt::format("{} {}", name, fault), std::move(hint)));
  };
  if (key.empty()) return refuse("is empty", {});
  for (const auto& [beginning, fault, hint] : beginnings_of_no_key)
    if (key.starts_with(beginning)) return refuse(fault, std::string(hint));
  if (is_path_of_file(key))
    return refuse("is a path, not a key", "MRCTL_API_KEY_FILE names a file");
  if (is_quoted(key)) return refuse("is in quotes", "remove the quotes");
  if (const auto assignment = assignment_in(key); !assignment.empty())
    return refuse("is an assignment, not a key alone", fmt::format("leave out '{}'", assignment));
  if (key.size() > longest_key)
    return refuse(fmt::format("is longer than {} KiB, too long for a key", longest_key / 1024), {});
  const auto bad = std::ranges::find_if_not(key, is_visible_ascii);
  if (bad == key.end()) return {};
  return refuse(fault_at(key, static_cast<std::size_t>(bad - key.begin())),
                "a key is one word of visible ASCII characters without white space");
}

Result<std::string> bound_host(const Settings& settings) {
  return require_base_url(settings).and_then(
      [](const std::string& url) { return host_of(url).map(identity_of); });
}

bool is_for(const StoredKey& row, std::string_view profile, std::string_view host) {
  return row.profile == profile && row.host == host;
}

// Shorter words of the output occur in sentences by chance.
constexpr std::size_t shortest_word = 8;

std::string without_long_words(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto* end =
        std::ranges::find_if_not(text, [](char c) { return is_alphanumeric(c, "-_+=%"); });
    const auto word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    out += is_like_key(word, KeyPlace::output) ? redacted : word;
    text.remove_prefix(word.size());
    if (text.empty()) break;
    out += text.front();
    text.remove_prefix(1);
  }
  return out;
}

void replace_all(std::string& text, std::string_view what) {
  for (auto at = text.find(what); at != std::string::npos;
       at = text.find(what, at + redacted.size()))
    text.replace(at, what.size(), redacted);
}

std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(any_white_space), text.size()));
  const auto word = text.substr(0, text.find_first_of(any_white_space));
  text.remove_prefix(word.size());
  return word;
}

// Returns a message of a program that handles keys without the words that are like keys, and
// without those of `output`, the program's standard output.
std::string without_possible_keys(std::string_view text, std::string_view output) {
  std::string out(text);
  for (auto word = take_word(output); !word.empty(); word = take_word(output))
    if (word.size() >= shortest_word) replace_all(out, word);
  return without_long_words(out);
}

constexpr std::size_t largest_output = 64 * 1024;
constexpr std::size_t largest_complaint = 64 * 1024;
constexpr std::size_t shown_lines = 3;
constexpr std::size_t most_shown_bytes = 300;

// Returns the first lines of the command's standard error, joined to one line.
std::string complaint_of(std::string_view text) {
  std::string out;
  std::size_t count = 0;
  for (const auto line : lines_in(text)) {
    if (line.empty() || ++count > shown_lines) continue;
    out.append(out.empty() ? ": " : " | ").append(line);
  }
  return abbreviated(out, most_shown_bytes);
}

// The cut may have split a key, and half a key is not recognised as one. Returns the text without
// its last word, of which no more is removed than the longest key has.
std::string_view without_half_key(std::string_view cut) {
  const auto last_word = after_last(cut, any_white_space);
  return cut.substr(0, cut.size() - std::min(last_word.size(), longest_key));
}

} // namespace

Result<std::optional<ApiKey>> find_key(const Settings& settings, const Environment& environment,
                                       const ReadStdin& read_stdin, Asking asking) {
  const auto* file = find_value(settings, "api_key_file");
  if (file != nullptr && file->origin.kind == OriginKind::flag) return key_in(*file, read_stdin);
  if (const auto key = variable_of(environment, "MRCTL_API_KEY"); !key.empty())
    return key_in_text(key, "from MRCTL_API_KEY").map([](std::optional<ApiKey> found) {
      found->is_of_environment = true;
      return found;
    });
  if (file != nullptr) return key_in(*file, read_stdin);
  if (!settings.credential_command.empty())
    return key_of_command(settings.credential_command, environment, asking);
  return stored_key(settings);
}

std::optional<std::string> source_over_stored_key(const Settings& settings,
                                                  const Environment& environment) {
  const auto variable = first_set(environment, {"MRCTL_API_KEY", "MRCTL_API_KEY_FILE"}).name;
  if (!variable.empty()) return std::string(variable);
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
    if (settings.empty_variables.contains(variable)) {
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

Result<Secret> read_key_file(const std::string& path, std::string_view name) {
  if (auto checked = require_private_file(path); !checked) {
    auto& error = checked.error();
    if (error.kind == ErrorKind::unauthorized) // a mounted secret may be on a read-only disk
      error.hint += fmt::format("; where its mode cannot be changed: --api-key-file - <{}", path);
    return fail(unreadable_key_file(std::move(error), path));
  }
  auto text = read_file(path, largest_key_file);
  if (text) return read_key(*text, name);
  return fail(unreadable_key_file(std::move(text.error()), path));
}

Result<Secret> read_key(std::string_view text, std::string_view name) {
  const auto key = trimmed(text, any_white_space);
  TRY(check_key(key, name));
  return Secret(std::string(key));
}

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

Result<std::string> run_credential_command(std::span<const std::string> command,
                                           const Environment& environment, Duration limit,
                                           Asking asking) {
  if (command.empty()) return fail(Error::unauthorized("credential_command is empty"));
  SubprocessStart start{
      .command = {command.begin(), command.end()},
      .limits = {.time = limit, .output = largest_output, .complaint = largest_complaint},
      .terminal = asking == Asking::allowed ? TerminalUse::lent : TerminalUse::none,
      .complaint = ComplaintTo::terminal};
  for (const auto& [name, value] : environment.variables)
    start.environment.push_back(std::string(name).append("=").append(value));
  auto run = run_subprocess(start);
  if (run.is_complaint_cut) run.complaint = std::string(without_half_key(run.complaint));
  const auto refuse = [&](std::string_view what, std::string_view complaint,
                          std::string hint = {}) {
    return fail(
        Error::unauthorized(fmt::format("credential_command {} {}{}", command.front(), what,
                                        complaint_of(without_possible_keys(complaint, run.output))),
                            std::move(hint)));
  };
  switch (run.ending) {
  case Ending::not_started:
    return refuse("could not be started", std::strerror(run.status),
                  command.size() != 1 || command.front().find(' ') == std::string::npos
                      ? std::string()
                      : advice_on_program(command.front()));
  case Ending::too_long:
    return refuse(fmt::format("did not end within {}", duration_text(limit)), run.complaint);
  case Ending::too_large:
    return refuse("wrote more than 64 KiB", {});
  case Ending::interrupted:
    return refuse("was interrupted", {});
  case Ending::signalled:
    return refuse(fmt::format("was killed by signal {}", run.status), run.complaint);
  case Ending::exited:
    break;
  }
  if (run.status != 0)
    return refuse(fmt::format("exited with status {}", run.status), run.complaint);
  if (trimmed(run.output, any_white_space).empty())
    return refuse("printed no key", run.complaint,
                  "run it alone: it must print the key on standard output");
  return std::move(run.output);
}

} // namespace mrctl::config
