#include "mrctl/base/error.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/config/key.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/service/operations.hpp"

#include "commands.hpp"

#include <fmt/format.h>

namespace mrctl::commands {

namespace {

// The result of storing or removing a key.
struct StoredKey {
  std::string profile;
  std::string service;               // the base URL, or the host of a removed key; may be empty
  std::optional<std::string> masked; // nothing if no key is stored now
};

// clang-format off
constexpr auto rows_of(const StoredKey* /*record*/) {
  return std::tuple{
      ResultMember{"profile", &StoredKey::profile, {"profile that the key is for"}},
      ResultMember{"service", [](const auto& key) { return unless_empty(key.service); }, {"base URL, or the host that the key was for"}},
      ResultMember{"key", &StoredKey::masked, {"the masked key; null if it was removed"}},
      ResultMember{"stored", [](const auto& key) { return key.masked.has_value(); }, {"whether the key is stored now"}},
  };
}
// clang-format on

// Returns what adds a hint to an error that has none.
auto otherwise(std::string hint) {
  return [hint = std::move(hint)](Error error) {
    return error.hint.empty() ? std::move(error).with_hint(hint) : error;
  };
}

// --api-key-file, a prompt on a terminal, else standard input.
Result<Secret> read_new_key(const spec::Invocation& invocation, const config::Settings& settings,
                            const body::Input& input, const std::string& host) {
  const bool has_file = invocation.gives(&spec::SettingValues::api_key_file);
  if (!has_file && input.is_terminal) {
    if (invocation.flags.no_input)
      return fail(Error::usage("no key: --no-input prevents the prompt",
                               "pipe it in: 'mrctl auth login < FILE'"));
    TRY_ASSIGN(const auto line, input.ask_secret(fmt::format("Management key for {} (profile {}): ",
                                                             host, settings.profile)));
    return config::read_key(line, "the key from the prompt")
        .map_error(otherwise("nothing was stored"));
  }
  const auto& file = settings.api_key_file;
  if (has_file && file != "-") return config::read_key_file(file, "the key in " + file);
  TRY_ASSIGN(const auto text, input.read_file("-"));
  return config::read_key(text, "the key from standard input")
      .map_error(otherwise("pipe the key in: 'mrctl auth login < FILE'"));
}

struct KeyReport {
  std::string base_url;
  std::string origin;             // "the environment variable X (sk-…0001)"
  const Error* refusal = nullptr; // null if the key is a management key
};

std::string masked_key(const KeyReport& report) {
  const auto& origin = report.origin;
  const auto open = origin.rfind('(');
  return open == std::string::npos ? std::string()
                                   : origin.substr(open + 1, origin.size() - open - 2);
}

std::string source_of(const KeyReport& report) {
  return report.origin.substr(0, report.origin.rfind(" ("));
}

// clang-format off
constexpr auto rows_of(const KeyReport* /*record*/) {
  return std::tuple{
      ResultMember{"base_url", &KeyReport::base_url, {.says = "base URL of the service", .title = "Service"}},
      ResultMember{"key", masked_key, {.says = "the masked key", .title = "Key"}},
      ResultMember{"source", source_of, {.says = "where the key comes from", .title = "Source"}},
      ResultMember{"accepted", [](const auto& report) { return report.refusal == nullptr; }, {"whether the key is a management key"}},
  };
}
// clang-format on

// 403 means that the service knows the key; 401 may also mean that it does not.
std::string_view verdict_of(const Error* refusal) {
  if (refusal == nullptr) return "this key is a management key";
  const bool is_known = refusal->http && refusal->http->status == 403;
  return is_known ? "this key is not a management key"
                  : "this key is unknown to the service, or is not a management key";
}

output::Presentation present_key(const KeyReport& report, const std::string& profile) {
  auto result = output::present_document(result_json(report));
  result.page = [&](output::Page& page) {
    auto lines = output::card_of<"base_url", "key", "source">(report);
    lines.push_back({"Status", std::string(verdict_of(report.refusal))});
    page.card({std::move(lines)});
  };
  result.names = [&] { return output::ResultNames{profile}; };
  return result;
}

Error nothing_stored(Error error) {
  if (error.kind == ErrorKind::unauthorized && error.http && error.http->status != 0) {
    auto hint = fmt::format("nothing was stored: {}", verdict_of(&error));
    return std::move(error).with_hint(std::move(hint));
  }
  if (is_interruption(error.kind)) return error;
  auto hint = error.hint.empty() ? std::string() : error.hint + "; ";
  hint += "nothing was stored: --no-verify stores the key without checking it";
  return std::move(error).with_hint(std::move(hint));
}

// A key replaces another one only if it is known to work.
Status verify(const Context::Service& given, const Secret& key) {
  const auto connection = given.connect({.key = ApiKey{key, "the new key"}});
  const auto checked =
      connection ? service::check_management_key(connection->service) : fail(connection.error());
  return checked.map_error(nothing_stored);
}

} // namespace

Result<Output> auth_login(const Context& context) {
  TRY_ASSIGN(const auto base_url, config::require_base_url(context.service.settings));
  const auto& settings = context.service.settings;
  const auto host = identity_of(*settings.host);
  TRY_ASSIGN(const auto key, read_new_key(context.invocation, settings, context.input, host));
  context.service.learn_secret(key);
  if (!context.invocation.flags.no_verify) TRY(verify(context.service, key));
  TRY(config::store_key(settings, key));
  Output output;
  present_if_asked(
      output, context.wanted, context.invocation,
      output::present_document(result_json(StoredKey{settings.profile, base_url, key.masked()})));
  output.notes.push_back(
      fmt::format("stored {} for {} in {}", key.masked(), host, settings.credentials_file));
  if (const auto source = config::source_over_stored_key(settings, context.service.environment))
    output.notes.push_back(fmt::format("{} is set and is used instead of the stored key", *source));
  return output;
}

Result<Output> auth_status(const Context& context) {
  TRY_ASSIGN(auto connection, context.service.connect({spec::KeyNeed::required}));
  const auto checked = service::check_management_key(connection.service);
  Output output;
  const bool is_answered = checked || checked.error().kind == ErrorKind::unauthorized;
  const KeyReport report{connection.service.base_url, connection.service.key->origin,
                         checked ? nullptr : &checked.error()};
  if (is_answered)
    present(output, context.wanted, present_key(report, context.service.settings.profile));
  if (!checked) output.failures.push_back(checked.error());
  return output;
}

Result<Output> auth_logout(const Context& context) {
  const auto& profile = context.service.settings.profile;
  TRY_ASSIGN(const auto hosts, config::forget_keys(context.service.settings));
  auto keys = mapped(hosts, [&](const auto& host) { return StoredKey{profile, host, {}}; });
  if (keys.empty()) keys.push_back({profile, context.service.settings.base_url, {}});
  Output output;
  present_if_asked(
      output, context.wanted, context.invocation,
      output::present_document(keys.size() == 1 ? result_json(keys.front()) : result_json(keys)));
  for (const auto& host : hosts)
    output.notes.push_back(fmt::format("removed the key for {}", host));
  if (hosts.empty())
    output.notes.push_back(fmt::format("no key was stored for the profile {}", profile));
  return output;
}

// Logout prints a list if it removed several keys.
Json key_schema() {
  return {{"anyOf",
           Json::array({result_schema<StoredKey>(), result_schema<std::vector<StoredKey>>()})}};
}

} // namespace mrctl::commands
