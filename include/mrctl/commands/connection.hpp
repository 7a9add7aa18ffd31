#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/spec/command.hpp"

namespace mrctl::commands {

// Which requests are retried if that is safe: all, or those that change something only with
// --retries.
enum class Repeat { safe, on_request };

// The service as the settings describe it, with an open transport.
struct Connection {
  std::unique_ptr<http::Transport> transport;
  service::Service service;
};

// Fails with a usage error if there is no base URL or a setting of the transport cannot be used,
// and with an unauthorized error if a key is required and there is none, or the one there is can't
// be used. Sends nothing. Warns if --insecure is given, and notes a base URL that does not end in
// /api/v1.
[[nodiscard]] Result<Connection> connect(const Context::Service& given, spec::KeyNeed need,
                                         Repeat repeat = Repeat::safe);

// Returns a connection that uses this key instead of the configured one; fails like connect().
[[nodiscard]] Result<Connection> connect_with(const Context::Service& given, ApiKey key);

// Returns the service without a transport, to build requests that are only shown. Its key is the
// environment's, if any, so that it can be hidden.
[[nodiscard]] Result<service::Service> describe_service(const Context::Service& given);

// Returns the options that name the trusted certificates, as far as the environment does.
[[nodiscard]] http::Options roots_options(const config::Environment& environment);

} // namespace mrctl::commands
