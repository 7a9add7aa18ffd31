#include "connection.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/base/version.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/config/key.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

namespace mrctl::app {

namespace {

using commands::Connection;
using commands::Repeat;

// HTTP_PROXY is not read: a request to a web server can set it for the programs that it runs.
config::Variable proxy_of_environment(const config::Environment& environment,
                                      std::string_view scheme) {
  if (scheme == "https")
    return config::first_set(environment, {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"});
  return config::first_set(environment, {"http_proxy", "all_proxy", "ALL_PROXY"});
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

http::Options transport_options(const WayToService& way, Repeat repeat) {
  const auto& environment = way.environment;
  const auto roots = config::roots_of(environment);
  http::Options options;
  options.ca_file = roots.file;
  options.ca_folder = roots.folder;
  options.user_agent = fmt::format("mrctl/{}", mrctl::version());
  const auto& settings = way.settings;
  options.connect_timeout = settings.connect_timeout;
  options.timeout = settings.timeout;
  options.retries = retries_for(settings, repeat);
  options.parallel = static_cast<std::size_t>(settings.jobs);
  options.ca_cert = settings.ca_cert;
  options.client_cert = settings.client_cert;
  options.client_key = settings.client_key;
  options.proxy = settings.proxy;
  options.http_proxy = proxy_of_environment(environment, "http").text;
  options.https_proxy = proxy_of_environment(environment, "https").text;
  options.no_proxy = config::first_set(environment, {"no_proxy", "NO_PROXY"}).text;
  options.trust = settings.insecure ? http::Trust::insecure : http::Trust::verified;
  for (const auto* proxy : {&options.proxy, &options.http_proxy, &options.https_proxy})
    add_secrets(options.secrets, *proxy);
  options.verbosity = way.verbosity;
  options.trace = way.trace;
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

// The proxy of a flag or a profile was checked when it was read.
Status check_proxy_of_environment(const WayToService& way, const http::Options& options) {
  if (!options.proxy.empty()) return {};
  const auto& [scheme, name, port] = *way.settings.host;
  return check_user_information(http::proxy_for(options, scheme, name),
                                proxy_of_environment(way.environment, scheme).name);
}

Result<std::optional<ApiKey>> find_key(const WayToService& way, spec::KeyNeed need) {
  TRY_ASSIGN(auto key, config::find_key(way.settings, way.environment, way.read_stdin, way.asking));
  if (!key && need == spec::KeyNeed::required) return fail(config::missing_key(way.settings));
  return key;
}

} // namespace

Result<Connection> connect(const WayToService& way, commands::ConnectionRequest request) {
  TRY(commands::check_host(way.settings, way.environment));
  Connection connection;
  auto& service = connection.service;
  TRY_ASSIGN(service.base_url, config::require_base_url(way.settings));
  // Nobody is asked for a key before the rest can be used.
  TRY(check_unopened_tls_files(way.settings));
  auto options = transport_options(way, request.repeat);
  std::ranges::for_each(options.secrets, way.learn_secret);
  TRY(check_proxy_of_environment(way, options));
  service.key = std::move(request.key);
  if (!service.key) {
    TRY_ASSIGN(service.key, find_key(way, request.need));
  }
  if (service.key) way.learn_key(service.key->secret);
  if (way.settings.insecure) way.warn(insecure_warning());
  TRY_ASSIGN(connection.transport, way.make_transport(std::move(options)));
  service.transport = connection.transport.get();
  if (!service.base_url.ends_with("/api/v1"))
    way.note(fmt::format("the base URL {} does not end in /api/v1", service.base_url));
  return connection;
}

} // namespace mrctl::app
