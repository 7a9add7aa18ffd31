#pragma once

#include "mrctl/api/service.hpp"
#include "mrctl/commands/context.hpp"

namespace mrctl::commands {

enum class Key { required, optional };

// What is sent again where that is safe: any request, or one that changes something only where
// --retries asks for it.
enum class Repeat { safe, on_request };

// The service as the settings describe it, with an open transport.
struct Connection {
  std::unique_ptr<http::Transport> transport;
  api::Service service;
};

// Fails with a usage error where there is no base URL or a setting of the transport cannot be used,
// and with an unauthorized error where a key is required and there is none, or the one there is
// can't be used. Sends nothing. Warns where --insecure is given.
[[nodiscard]] Result<Connection> connect(const Context& context, Key key,
                                         Repeat repeat = Repeat::safe);

// Returns a connection that uses this key, wherever others come from; fails as connect() does.
[[nodiscard]] Result<Connection> connect_with(const Context& context, api::Key key);

// Returns the service without a transport, to build requests that are only shown. Its key is the
// environment's, where there is one, to be hidden in what is shown.
[[nodiscard]] Result<api::Service> describe_service(const Context& context);

// Returns the options that say where roots for TLS are, as far as the environment does.
[[nodiscard]] http::Options roots_options(const Context& context);

// Returns the notes that a connection deserves, such as a base URL that does not end in /api/v1.
[[nodiscard]] std::vector<std::string> connection_notes(const api::Service& service);

} // namespace mrctl::commands
