#include "mrctl/commands/connection.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/base/version.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/config/key.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

using VariableNames = std::vector<std::string_view>;

// HTTP_PROXY is not read: a request to a web server can set it for the programs that it runs.
VariableNames variables_of_proxy(std::string_view scheme) {
  if (scheme == "https") return {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"};
  return {"http_proxy", "all_proxy", "ALL_PROXY"};
}

// Returns the name of the first that is set; empty if none is.
std::string_view first_set(const config::Environment& environment, const VariableNames& names) {
  const auto found = std::ranges::find_if(names, [&](std::string_view name) {
    return !config::variable_of(environment, name).empty();
  });
  return found == names.end() ? std::string_view() : *found;
}

std::string first_value(const config::Environment& environment, const VariableNames& names) {
  return std::string(config::variable_of(environment, first_set(environment, names)));
}

// Shorter ones occur in many texts by chance.
constexpr std::size_t shortest_password = 4;

// Adds the password in the URL of a proxy, both encoded and decoded, alone and with the user name.
void add_secrets(std::vector<Secret>& secrets, std::string_view url) {
  const auto user = user_information(url);
  const auto colon = user.find(':');
  if (colon == std::string_view::npos) return;
  for (const auto part : {user, user.substr(colon + 1)}) {
    if (part.size() < shortest_password) continue;
    secrets.emplace_back(std::string(part));
    if (auto decoded = percent_decoded(part); decoded != part)
      secrets.emplace_back(std::move(decoded));
  }
}

// `mrctl api` may call any operation, so only the user knows what is safe to retry.
int retries_for(const config::Settings& settings, Repeat repeat) {
  const auto origin = config::find_value(settings, "retries")->origin.kind;
  const bool is_asked = repeat == Repeat::safe || origin == config::OriginKind::flag;
  return is_asked ? settings.retries : 0;
}

http::Options transport_options(const Context::Service& given, Repeat repeat) {
  const auto& environment = given.environment;
  auto options = roots_options(environment);
  options.user_agent = fmt::format("mrctl/{}", mrctl::version());
  const auto& settings = given.settings;
  options.connect_timeout = settings.connect_timeout;
  options.timeout = settings.timeout;
  options.retries = retries_for(settings, repeat);
  options.parallel = static_cast<std::size_t>(settings.jobs);
  options.ca_cert = settings.ca_cert;
  options.client_cert = settings.client_cert;
  options.client_key = settings.client_key;
  options.proxy = settings.proxy;
  options.http_proxy = first_value(environment, variables_of_proxy("http"));
  options.https_proxy = first_value(environment, variables_of_proxy("https"));
  options.no_proxy = first_value(environment, {"no_proxy", "NO_PROXY"});
  options.trust = settings.insecure ? http::Trust::insecure : http::Trust::verified;
  for (const auto* proxy : {&options.proxy, &options.http_proxy, &options.https_proxy})
    add_secrets(options.secrets, *proxy);
  options.verbosity = given.verbosity;
  options.trace = given.trace;
  return options;
}

// Nothing that this program promises is true if anyone can impersonate the service.
Problem insecure_warning() {
  return {.severity = Severity::warning,
          .rule = "connection.insecure",
          .flag = std::string(spec::setting_of(&spec::SettingValues::insecure).flag),
          .message = "certificates are not checked, and the key may be sent over plain http"};
}

// Returns what to check if the file of a setting cannot be used, such as "check --ca-cert" and
// "check the file name from MRCTL_CA_CERT".
std::string hint_on_file(const config::Settings& settings, const spec::Setting& setting) {
  const auto* value = config::find_value(settings, setting.key);
  return fmt::format("check {}", value == nullptr || value->origin.detail.empty()
                                     ? std::string(setting.flag)
                                     : "the file name " + value->origin.detail);
}

// libcurl opens the files of TLS only for https. Over plain http, a wrong name would be found only
// when the base URL changes.
Status check_unopened_tls_files(const config::Settings& settings) {
  if (settings.base_url.starts_with("https:")) return {};
  using spec::SettingValues;
  constexpr std::size_t largest_certificates = 16 << 20;
  for (const auto member :
       {&SettingValues::ca_cert, &SettingValues::client_cert, &SettingValues::client_key}) {
    const auto& path = settings.*member;
    if (path.empty()) continue;
    const auto hint = hint_on_file(settings, spec::setting_of(member));
    TRY_ASSIGN(const auto kind, kind_of_file(path));
    if (kind == FileKind::absent) return fail(unreadable(path, ENOENT).with_hint(hint));
    if (kind == FileKind::folder) return fail(unreadable(path, EISDIR).with_hint(hint));
    if (member != &SettingValues::ca_cert || kind != FileKind::regular) continue;
    TRY_ASSIGN(const auto text, read_file(path, largest_certificates));
    if (text.find("CERTIFICATE-----") == std::string::npos)
      return fail(
          Error::usage(fmt::format("cannot read trusted certificates from {}", path), hint));
  }
  return {};
}

// The proxy of a flag or a profile was checked when it was read. This machine needs no proxy.
Status check_proxy_of_environment(const Context::Service& given) {
  const auto host = host_of(given.settings.base_url);
  if (!given.settings.proxy.empty() || !host || is_loopback(host->name)) return {};
  const auto name = first_set(given.environment, variables_of_proxy(host->scheme));
  return check_user_information(config::variable_of(given.environment, name), name);
}

Result<Connection> open(const Context::Service& given, service::Service service, Repeat repeat) {
  TRY(check_unopened_tls_files(given.settings));
  if (given.settings.insecure) given.warn(insecure_warning());
  if (service.key) given.learn_key(service.key->secret);
  auto options = transport_options(given, repeat);
  TRY(check_proxy_of_environment(given));
  std::ranges::for_each(options.secrets, given.learn_secret);
  TRY_ASSIGN(auto transport, given.make_transport(std::move(options)));
  Connection connection{std::move(transport), std::move(service)};
  connection.service.transport = connection.transport.get();
  if (const auto& url = connection.service.base_url; !url.ends_with("/api/v1"))
    given.note(fmt::format("the base URL {} does not end in /api/v1", url));
  return connection;
}

} // namespace

http::Options roots_options(const config::Environment& environment) {
  http::Options options;
  options.ca_file = first_value(environment, {"CURL_CA_BUNDLE", "SSL_CERT_FILE"});
  options.ca_folder = first_value(environment, {"SSL_CERT_DIR"});
  return options;
}

Result<service::Service> describe_service(const Context::Service& given) {
  TRY_ASSIGN(auto base_url, config::require_base_url(given.settings));
  service::Service service{.base_url = std::move(base_url)};
  const auto text = config::variable_of(given.environment, "MRCTL_API_KEY");
  if (auto key = config::read_key(text, "the key"))
    service.key = ApiKey{*std::move(key), "from MRCTL_API_KEY"};
  return service;
}

Result<Connection> connect(const Context::Service& given, spec::KeyNeed need, Repeat repeat) {
  TRY_ASSIGN(auto service, describe_service(given));
  TRY_ASSIGN(service.key,
             config::find_key(given.settings, given.environment, given.read_stdin, given.asking));
  if (!service.key && need == spec::KeyNeed::required)
    return fail(config::missing_key(given.settings));
  return open(given, std::move(service), repeat);
}

Result<Connection> connect_with(const Context::Service& given, ApiKey key) {
  TRY_ASSIGN(auto service, describe_service(given));
  service.key = std::move(key);
  return open(given, std::move(service), Repeat::safe);
}

} // namespace mrctl::commands
