#pragma once

#include "mrctl/app/run.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/config/key.hpp"

namespace mrctl::app {

// What a connection is made with.
struct WayToService {
  const config::Settings& settings;
  const config::Environment& environment;
  config::ReadStdin read_stdin{}; // for a key
  config::Asking asking = config::Asking::refused;
  http::Verbosity verbosity = http::Verbosity::none;
  MakeTransport make_transport{};
  std::function<void(std::string_view line)> trace{};
  std::function<void(const Secret& secret)> learn_secret{};
  // Hides the key in results as well.
  std::function<void(const Secret& key)> learn_key{};
  std::function<void(Problem warning)> warn{};
  std::function<void(std::string sentence)> note{};
};

// Does what Context::Service::connect says.
[[nodiscard]] Result<commands::Connection> connect(const WayToService& way,
                                                   commands::ConnectionRequest request);

} // namespace mrctl::app
