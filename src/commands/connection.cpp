#include "connection.hpp"

#include "mrctl/base/version.hpp"
#include "mrctl/config/key.hpp"

#include "activities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::commands {

namespace {

http::Verbosity verbosity_of(const Context& context) {
  const auto count = std::min<std::size_t>(context.invocation.count("--verbose"), 3);
  return static_cast<http::Verbosity>(count);
}

std::string first_variable(const Context& context, std::initializer_list<std::string_view> names) {
  for (const auto name : names)
    if (const auto value = config::variable_of(context.environment, name); !value.empty())
      return std::string(value);
  return {};
}

http::Options transport_options(const Context& context) {
  http::Options options;
  options.user_agent = fmt::format("mrctl/{}", version());
  const auto& settings = context.settings;
  options.connect_timeout = config::duration_of(settings, "connect_timeout");
  options.timeout = config::duration_of(settings, "timeout");
  options.retries = config::count_of(settings, "retries");
  options.ca_cert = config::text_of(settings, "ca_cert");
  options.ca_file = first_variable(context, {"CURL_CA_BUNDLE", "SSL_CERT_FILE"});
  options.ca_folder = first_variable(context, {"SSL_CERT_DIR"});
  options.client_cert = config::text_of(settings, "client_cert");
  options.client_key = config::text_of(settings, "client_key");
  options.proxy = config::text_of(settings, "proxy");
  options.trust =
      config::is_on(settings, "insecure") ? http::Trust::insecure : http::Trust::verified;
  options.verbosity = verbosity_of(context);
  options.trace = context.trace;
  return options;
}

} // namespace

Result<api::Service> describe_service(const Context& context) {
  auto base_url = config::require_base_url(context.settings);
  if (!base_url) return fail(std::move(base_url.error()));
  auto checked = api::checked_base_url(*base_url);
  if (!checked) return fail(std::move(checked.error()));
  return api::Service{*std::move(checked), {}, nullptr};
}

Result<Connection> connect(const Context& context, Key key) {
  auto service = describe_service(context);
  if (!service) return fail(std::move(service.error()));
  auto found = config::find_key(context.settings, context.environment,
                                [&] { return context.read_file("-"); });
  if (!found) return fail(std::move(found.error()));
  if (!*found && key == Key::required) return fail(config::missing_key(context.settings));
  if (*found) service->key = api::Key{std::move((*found)->secret), std::move((*found)->origin)};
  auto transport = context.make_transport(transport_options(context));
  if (!transport) return fail(std::move(transport.error()));
  Connection connection{announced(*std::move(transport), context, service->base_url),
                        *std::move(service)};
  connection.service.transport = connection.transport.get();
  return connection;
}

std::vector<std::string> connection_notes(const api::Service& service) {
  if (std::string_view(service.base_url).ends_with("/api/v1")) return {};
  return {fmt::format("the base URL {} does not end in /api/v1", service.base_url)};
}

} // namespace mrctl::commands
